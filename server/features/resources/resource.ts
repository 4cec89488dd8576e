import {
  by,
  integer,
  list,
  nullable,
  readOnly,
  record,
  resource,
  type Row,
  text,
  timestamp,
  toMany,
  toOne,
  uuid,
} from '@plumbline/jsonapi'
import { providerFilters } from './scope.ts'

const attributes = {
  inserted_at: readOnly(timestamp),
  updated_at: readOnly(timestamp),
  uid: text,
  name: text,
  region: text,
  service: text,
  type: readOnly(text),
  tags: readOnly(record(text)),
  failed_findings_count: readOnly(integer),
  /** The facts a scan read, as JSON text. */
  metadata: readOnly(nullable(text)),
  details: readOnly(nullable(text)),
  partition: readOnly(nullable(text)),
  groups: readOnly(nullable(list(text))),
}
const relationships = { provider: toOne('providers'), findings: toMany('findings') }

const searched = ['eq', 'in', 'icontains'] as const
const latestFilters = {
  ...providerFilters,
  id: ['eq', 'in'],
  uid: searched,
  name: searched,
  region: searched,
  service: searched,
  type: searched,
  groups: ['eq', 'in'],
  tag: by(text, 'eq'),
  tags: by(text, 'eq'),
  tag_key: by(text, 'eq'),
  tag_value: by(text, 'eq'),
  search: by(text, 'eq'),
} as const

const shared = {
  attributes,
  relationships,
  sort: ['provider_uid', 'uid', 'name', 'region', 'service', 'type', 'inserted_at', 'updated_at'],
  order: ['-inserted_at'],
  include: ['findings', 'provider'],
  self: '/resources',
} as const

/** A thing that was seen in a provider. */
export const resources = resource('resources', {
  ...shared,
  filters: {
    ...latestFilters,
    scan: by(uuid, 'eq', 'in'),
    inserted_at: ['on', 'gte', 'lte'],
    updated_at: ['on', 'gte', 'lte'],
  },
})
export type Resource = Row<typeof resources>

/** The same in the list of what is there now, which takes no dates and no scan. */
export const latestResources = resource('resources', { ...shared, filters: latestFilters })
