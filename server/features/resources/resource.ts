import {
  by,
  integer,
  list,
  nullable,
  readOnly,
  record,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toMany,
  toOne,
  uuid,
} from '@plumbline/jsonapi'
import { providerFilters } from '../providers/index.ts'

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
const relationships = {
  provider: toOne('providers'),
  findings: toMany('findings', { counted: true }),
}

const searched = ['eq', 'in', 'icontains'] as const
const latestFilters = {
  ...providerFilters,
  id: by(uuid, 'eq', 'in'),
  uid: by(text, ...searched),
  name: by(text, ...searched),
  region: by(text, ...searched),
  service: by(text, ...searched),
  type: by(text, ...searched),
  groups: by(text, 'eq', 'in'),
  tag: by(searchText, 'eq'),
  tags: by(searchText, 'eq'),
  tag_key: by(searchText, 'eq'),
  tag_value: by(searchText, 'eq'),
  search: by(searchText, 'eq'),
} as const

/** What a list that is not only of now takes besides. */
const windowFilters = {
  scan: by(uuid, 'eq', 'in'),
  inserted_at: by(timestamp, 'on', 'gte', 'lte'),
  updated_at: by(timestamp, 'on', 'gte', 'lte'),
} as const

const sort = [
  'provider_uid',
  'uid',
  'name',
  'region',
  'service',
  'type',
  'inserted_at',
  'updated_at',
  'failed_findings_count',
] as const

const shared = {
  attributes,
  relationships,
  sort,
  /** Those with the most failed findings first. */
  order: ['-failed_findings_count', '-inserted_at'],
  include: ['findings', 'provider'],
  self: '/resources',
} as const

/** What was seen in a provider, such as a bucket. */
export const resources = resource('resources', {
  ...shared,
  filters: { ...latestFilters, ...windowFilters },
})
export type Resource = Row<typeof resources>

/** The same in the list of what is there now, which takes no dates and no scan. */
export const latestResources = resource('resources', { ...shared, filters: latestFilters })

/** What resources are: the choices of the next filter. They take the order of a list, which orders nothing. */
const facets = {
  id: text,
  attributes: {
    services: list(text),
    regions: list(text),
    types: list(text),
    groups: list(text),
  },
  sort,
  unpaged: true,
} as const

/** The most values of one kind, such as regions, that are offered as choices. */
export const maxChoices = 1_000

export const resourceFacets = resource('resources-metadata', {
  ...facets,
  filters: { ...latestFilters, ...windowFilters },
})
export type ResourceFacets = Row<typeof resourceFacets>

export const latestResourceFacets = resource('resources-metadata', {
  ...facets,
  filters: latestFilters,
})
