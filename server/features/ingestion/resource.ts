import {
  boolean,
  by,
  integer,
  nullable,
  object,
  oneOf,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toMany,
  toOne,
} from '@plumbline/jsonapi'

export const ingestionStates = ['pending', 'processing', 'completed', 'failed'] as const

/** A file of findings that was sent to be recorded. */
export const ingestions = resource('ingestions', {
  attributes: {
    status: readOnly(oneOf(...ingestionStates)),
    /**
     * Records of the file; one that is about several resources counts once for each. Once it is completed, `total` is the sum of the others: recorded; older than what is known
     * of their findings; about a finding of which another record of the file was recorded; not valid.
     */
    summary: readOnly(
      object({
        total: integer,
        processed: integer,
        outdated: integer,
        duplicate: integer,
        invalid: integer,
      }),
    ),
    /** It failed for a reason that is not in the file, which is kept until it is recorded or deleted. */
    is_retryable: readOnly(boolean),
    file_name: readOnly(text),
    bytes: readOnly(integer),
    inserted_at: readOnly(timestamp),
    requested_at: readOnly(timestamp),
    started_at: readOnly(nullable(timestamp)),
    completed_at: readOnly(nullable(timestamp)),
  },
  relationships: {
    scans: toMany('scans', { counted: true }),
    task: toOne('tasks', { nullable: true }),
    user: toOne('users'),
  },
  filters: {
    status: ['eq', 'in'],
    inserted_at: ['on', 'gte', 'lte'],
    completed_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'status', 'completed_at'],
  include: ['scans', 'task'],
  self: '/ingestions',
})
export type Ingestion = Row<typeof ingestions>

/** Errors of a file that are stored of each kind: invalid, outdated and duplicate records. The summary counts all. */
export const mostErrors = 1_000

/** What was wrong with a file, why one of its records was not recorded, or what of a resource was left out. */
export const ingestionErrors = resource('ingestion-errors', {
  id: text,
  attributes: {
    /** Which record of the file, from 0; null is the file. */
    index: nullable(integer),
    /** Where in the record. */
    pointer: text,
    code: text,
    detail: text,
  },
  filters: { code: ['eq', 'in'] },
  sort: ['index', 'code'],
  maxPageSize: 1_000,
})
export type IngestionError = Row<typeof ingestionErrors>
