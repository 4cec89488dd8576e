import {
  boolean,
  by,
  draft,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toOne,
  uuid,
  nameText,
} from '@plumbline/jsonapi'
import { taskStates } from '../../platform/tasks/index.ts'
import { providerType } from '../providers/index.ts'

const name = nullable(nameText({ min: 3, max: 100 }))

/** One look at a provider: full, partial, or a file that was read. */
export const scans = resource('scans', {
  attributes: {
    name,
    trigger: readOnly(oneOf('manual', 'scheduled', 'imported')),
    state: readOnly(oneOf(...taskStates)),
    is_partial: readOnly(boolean),
    /** The first completed full scan of its provider, or the first import: there is nothing to compare it with. */
    is_first: readOnly(boolean),
    unique_resource_count: readOnly(integer),
    progress: readOnly(integer),
    duration: readOnly(nullable(integer)),
    inserted_at: readOnly(timestamp),
    started_at: readOnly(nullable(timestamp)),
    completed_at: readOnly(nullable(timestamp)),
    scheduled_at: readOnly(nullable(timestamp)),
    next_scan_at: readOnly(nullable(timestamp)),
  },
  relationships: {
    provider: toOne('providers'),
    task: toOne('tasks', { nullable: true }),
    processor: toOne('processors', { nullable: true }),
  },
  filters: {
    id: ['eq', 'in'],
    name: ['eq', 'icontains'],
    state: ['eq', 'in'],
    trigger: ['eq'],
    is_partial: ['eq'],
    provider: ['eq', 'in'],
    provider_type: by(providerType, 'eq', 'in'),
    provider_uid: by(text, 'eq', 'in', 'icontains'),
    provider_alias: by(text, 'eq', 'in', 'icontains'),
    provider_groups: by(uuid, 'eq', 'in'),
    inserted_at: ['on', 'gte', 'lte'],
    started_at: ['on', 'gte', 'lte'],
    completed_at: ['on', 'gte', 'lte'],
    next_scan_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'name', 'trigger', 'attempted_at', 'scheduled_at', 'updated_at'],
  include: ['provider', 'task'],
  self: '/scans',
})
export type Scan = Row<typeof scans>

/** The specification's own: resources that a partial scan looks at, at most. */
export const mostResources = 10

export const scanDraft = draft('scans', {
  attributes: {
    name: optional(name),
    resource_uids: optional(list(text({ min: 1, max: 2_048 }), { min: 1, max: mostResources })),
  },
  relationships: { provider: toOne('providers') },
})
export const scanChange = draft('scans', { id: 'optional', attributes: { name } })

/** What a scan assessed and what it could not, and why. */
export const coverage = resource('scan-coverage', {
  id: text,
  attributes: {
    check_id: text,
    service: text,
    region: text,
    resource_type: text,
    outcome: oneOf(
      'assessed',
      'not_applicable',
      'denied',
      'throttled',
      'error',
      'capped',
      'excluded',
    ),
    action: nullable(text),
    count: integer,
    sample: nullable(text),
  },
  filters: {
    outcome: ['eq', 'in'],
    check_id: ['eq', 'in'],
    service: ['eq', 'in'],
    region: ['eq', 'in'],
    action: ['eq'],
  },
  sort: ['outcome', 'check_id', 'service', 'region'],
  pageSize: 100,
  maxPageSize: 1_000,
})
export type Coverage = Row<typeof coverage>
