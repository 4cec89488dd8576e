import {
  by,
  integer,
  json,
  list,
  nullable,
  object,
  oneOf,
  record,
  resource,
  type Row,
  text,
  timestamp,
  uuid,
} from '@plumbline/jsonapi'

/** Something that was sent to an integration, or is to be. Its id is the same in every attempt. */
export const deliveries = resource('integration-deliveries', {
  attributes: {
    /** `jira-issue` */
    kind: text,
    state: oneOf('pending', 'delivered', 'failed'),
    attempts: integer,
    inserted_at: timestamp,
    attempted_at: nullable(timestamp),
    /** Of what is pending. */
    next_attempt_at: nullable(timestamp),
    ended_at: nullable(timestamp),
    /** Why the last attempt failed, for programs and for people. */
    reason_code: nullable(text),
    reason: nullable(text),
    /** Every attempt that failed, the last twenty. */
    failures: list(object({ at: timestamp, code: text, reason: text })),
    /** What it is about, by ids and names of checks. */
    subject: record(json),
    /** What it is called at the target. */
    outcome: nullable(record(json)),
  },
  filters: {
    state: ['eq', 'in'],
    inserted_at: ['on', 'gte', 'lte'],
    /** The dispatch that they are of. */
    task_id: by(uuid, 'eq', 'in'),
  },
  sort: ['-inserted_at', 'attempted_at'],
})
export type DeliveryRow = Row<typeof deliveries>
