import {
  by,
  json,
  nullable,
  oneOf,
  type Row,
  readOnly,
  record,
  resource,
  searchText,
  text,
  timestamp,
} from '@plumbline/jsonapi'

export const taskStates = [
  'available',
  'scheduled',
  'executing',
  'completed',
  'failed',
  'cancelled',
] as const

/** Background work, as its caller follows it. */
export const tasks = resource('tasks', {
  attributes: {
    inserted_at: readOnly(timestamp),
    /** Null while it waits. */
    started_at: readOnly(nullable(timestamp)),
    completed_at: readOnly(nullable(timestamp)),
    name: readOnly(text),
    state: readOnly(oneOf(...taskStates)),
    result: readOnly(nullable(json)),
    task_args: readOnly(record(json)),
    metadata: readOnly(record(json)),
  },
  filters: {
    name: ['eq', 'icontains'],
    state: ['eq'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'completed_at', 'name', 'state'],
})
export type Task = Row<typeof tasks>
