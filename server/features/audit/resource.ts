import {
  by,
  json,
  nullable,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
  uuid,
} from '@plumbline/jsonapi'

/** One change, as it was made: by whom, to what, from what to what. */
export const auditEvents = resource('audit-events', {
  attributes: {
    sequence: readOnly(text),
    inserted_at: readOnly(timestamp),
    actor_id: readOnly(nullable(uuid)),
    credential_id: readOnly(nullable(text)),
    action: readOnly(text),
    resource_type: readOnly(text),
    resource_id: readOnly(nullable(uuid)),
    before: readOnly(json),
    after: readOnly(json),
    request_id: readOnly(nullable(text)),
  },
  filters: {
    id: ['eq', 'in'],
    inserted_at: ['on', 'gte', 'lte'],
    actor: by(uuid, 'eq'),
    action: ['eq', 'in'],
    resource_type: ['eq', 'in'],
    resource: by(uuid, 'eq'),
  },
  sort: ['-inserted_at'],
})
export type AuditEventRow = Row<typeof auditEvents>
