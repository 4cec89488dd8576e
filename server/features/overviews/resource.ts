import {
  by,
  date,
  integer,
  list,
  object,
  oneOf,
  record,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toOne,
  uuid,
} from '@plumbline/jsonapi'
import { providerFilters } from '../providers/index.ts'

/** Whose findings: every overview of several providers takes these. */
const ofProviders = { ...providerFilters, search: by(searchText, 'eq') } as const
/** Where they are, and as of which days: the latest scans that completed in them. */
const placed = {
  ...ofProviders,
  inserted_at: by(timestamp, 'on', 'gte', 'lte'),
  region: by(text, 'eq', 'in', 'icontains'),
} as const

/** Overviews are short: they fit on one page unless a smaller one is requested. */
const onePage = { pageSize: 200, maxPageSize: 200 } as const
const whole = { id: text, unpaged: true } as const

const counts = { total: integer, fail: integer, muted: integer, pass: integer }

/** Findings and resources of all accounts of a kind. */
export const providersOverview = resource('providers-overview', {
  ...whole,
  attributes: { findings: record(integer), resources: record(integer) },
  filters: providerFilters,
})

export const providersCount = resource('providers-count-overview', {
  ...whole,
  attributes: { count: integer },
  filters: providerFilters,
})

const newAndChanged = {
  new: integer,
  changed: integer,
  unchanged: integer,
  fail_new: integer,
  fail_changed: integer,
  pass_new: integer,
  pass_changed: integer,
  muted_new: integer,
  muted_changed: integer,
  ...counts,
}
/** What changed since the scan before; muted findings are counted apart. */
export const findingsOverview = resource('findings-overview', {
  ...whole,
  attributes: {
    ...newAndChanged,
    /** Of providers whose latest scan is their first: everything in it is new, but it is no change. */
    first_results: object({ provider_ids: list(uuid), fail: integer, pass: integer }),
    /** No full scan of them has completed, nor an import; with a filter on time, none in it. */
    without_results: object({ provider_ids: list(uuid) }),
    /** Of the other providers. */
    since_previous_scan: object({
      providers: integer,
      fail_new: integer,
      fail_changed: integer,
      pass_changed: integer,
    }),
  },
  filters: placed,
  sort: ['id', ...names(newAndChanged)],
})
export type FindingsOverview = Row<typeof findingsOverview>

const severities = {
  critical: integer,
  high: integer,
  medium: integer,
  low: integer,
  informational: integer,
}
export const severityOverview = resource('findings-severity-overview', {
  ...whole,
  attributes: severities,
  filters: { ...placed, status: by(oneOf('FAIL', 'PASS'), 'eq', 'in') },
  sort: ['id', ...names(severities)],
})

/** A day: what failed by severity, muted findings apart, as the latest scans until then had it. */
export const severityDays = resource('findings-severity-over-time', {
  ...whole,
  attributes: { ...severities, muted: integer, scan_ids: list(uuid) },
  filters: { ...ofProviders, date_from: by(date, 'eq'), date_to: by(date, 'eq') },
  sort: ['id', ...names(severities), 'muted', 'scan_ids'],
})
export type SeverityDay = Row<typeof severityDays>

export const servicesOverview = resource('services-overview', {
  ...whole,
  attributes: counts,
  filters: placed,
  sort: ['id', 'total', 'fail', 'muted', 'pass'],
})

/** A service in one account: what a matrix of both is drawn from. The id is account and service. */
export const providerServices = resource('provider-services-overview', {
  ...whole,
  attributes: { service: text, ...counts },
  relationships: { provider: toOne('providers') },
  filters: placed,
  sort: ['id', 'service', 'total', 'fail', 'muted', 'pass'],
  include: ['provider'],
})

/** The id is kind of account and region: `aws:eu-west-1`. */
export const regionsOverview = resource('regions-overview', {
  ...whole,
  attributes: { provider_type: text, region: text, ...counts },
  filters: placed,
  sort: ['id', 'provider_type', 'region', 'total', 'fail', 'muted', 'pass'],
})

export const attackSurfaces = resource('attack-surface-overviews', {
  id: text,
  ...onePage,
  attributes: { total_findings: integer, failed_findings: integer, muted_failed_findings: integer },
  filters: ofProviders,
  sort: ['id', 'total_findings', 'failed_findings', 'muted_failed_findings'],
})

const bySeverity = record(object({ total: integer, failed: integer, new_failed: integer }))
const failing = { total_findings: integer, failed_findings: integer, new_failed_findings: integer }
export const categoriesOverview = resource('category-overviews', {
  id: text,
  ...onePage,
  attributes: { ...failing, severity: bySeverity },
  filters: { ...ofProviders, category: by(text, 'eq', 'in') },
  sort: ['id', ...names(failing), 'severity'],
})

export const resourceGroups = resource('resource-group-overviews', {
  id: text,
  ...onePage,
  attributes: { ...failing, resources_count: integer, severity: bySeverity },
  filters: { ...ofProviders, resource_group: by(text, 'eq', 'in') },
  sort: ['id', ...names(failing), 'resources_count', 'severity'],
})

const requirements = {
  requirements_passed: integer,
  requirements_failed: integer,
  requirements_manual: integer,
  total_requirements: integer,
}
export const complianceWatchlist = resource('compliance-watchlist-overviews', {
  id: text,
  ...onePage,
  attributes: { compliance_id: text, ...requirements },
  filters: ofProviders,
  sort: ['id', 'compliance_id', ...names(requirements)],
})

function names<A extends object>(attributes: A): (keyof A & string)[] {
  return Object.keys(attributes) as (keyof A & string)[]
}
