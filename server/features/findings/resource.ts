import {
  boolean,
  by,
  date,
  integer,
  json,
  list,
  nested,
  nullable,
  object,
  orWords,
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
import { delta, severity, triage, status } from '../versions/index.ts'

/** That a user verified a MANUAL finding as passing, and until when that is valid; kept after it has ended. */
export const attestation = {
  manual_pass_active: readOnly(boolean),
  manual_pass_created_at: readOnly(nullable(timestamp)),
  manual_pass_expires_at: readOnly(nullable(timestamp)),
  manual_pass_deactivated_at: readOnly(nullable(timestamp)),
  manual_pass_evidence: readOnly(nullable(text)),
  manual_pass_created_by_name: readOnly(nullable(text)),
}

const attributes = {
  uid: text,
  delta: nullable(delta),
  status,
  /** As scanned; it stays MANUAL under an attestation. */
  raw_status: readOnly(status),
  status_extended: nullable(text),
  severity,
  check_id: text,
  check_metadata: json,
  categories: nullable(list(text)),
  resource_groups: nullable(text),
  raw_result: json,
  inserted_at: readOnly(timestamp),
  updated_at: readOnly(timestamp),
  first_seen_at: readOnly(nullable(timestamp)),
  muted: boolean,
  muted_reason: nullable(text),
  finding_uid: readOnly(text),
  /** Of what people have noted about the finding, whatever its version. */
  triage_id: readOnly(uuid),
  triage_status: readOnly(triage),
  triage_notes_count: readOnly(integer),
  triage_has_note: readOnly(boolean),
  ...attestation,
}
const relationships = { scan: toOne('scans'), resources: toMany('resources') }

const searched = ['eq', 'in', 'icontains'] as const

/** The one table of filters; the list of what is there now takes no scan and no window. */
export const latestFilters = {
  ...providerFilters,
  id: by(uuid, 'eq', 'in'),
  uid: by(text, 'eq', 'in'),
  check_id: by(text, ...searched),
  status: by(status, 'eq', 'in'),
  severity: by(severity, 'eq', 'in'),
  impact: by(severity, 'eq', 'in'),
  delta: by(delta, 'eq', 'in'),
  muted: orWords(by(boolean, 'eq'), { include: null }),
  triage_status: by(triage, 'eq', 'in'),
  /** When an attestation that runs comes to its end. */
  manual_pass_expires_at: by(timestamp, 'gte', 'lte'),
  first_seen_at: by(timestamp, 'gte', 'lte'),
  /** By a scan since that moment: the status was another then, or the finding was not there yet. */
  status_changed_at: by(timestamp, 'gte'),
  service: by(text, ...searched),
  region: by(text, ...searched),
  resource_type: by(text, ...searched),
  resource_name: by(text, ...searched),
  resource_uid: by(text, ...searched),
  resources: by(uuid, 'list'),
  resource_groups: by(text, 'eq', 'in'),
  category: by(text, 'eq', 'in'),
  search: by(searchText, 'eq'),
} as const

/** Further filters of lists that are not of the present alone. */
export const windowFilters = {
  scan: by(uuid, 'eq', 'in'),
  inserted_at: by(timestamp, 'on', 'gte', 'lte'),
  updated_at: by(timestamp, 'on', 'gte', 'lte'),
} as const
const latestUpdate = { updated_at: by(date, 'eq') } as const

const sort = ['status', 'severity', 'check_id', 'inserted_at', 'updated_at'] as const

const shared = {
  attributes,
  relationships,
  /** `status` begins with FAIL and `severity` with critical, as people read them. */
  sort,
  order: ['status', 'severity'],
  include: [
    'scan',
    'resources',
    nested('scan.provider', 'providers'),
    nested('resources.provider', 'providers'),
  ],
  self: '/findings',
} as const

/** One verdict of one check on one resource, as of its newest observation in the requested window. */
export const findings = resource('findings', {
  ...shared,
  filters: { ...latestFilters, ...windowFilters },
})
export type Finding = Row<typeof findings>

export const latestFindings = resource('findings', {
  ...shared,
  filters: { ...latestFilters, ...latestUpdate },
})

/** What the findings that filters let through are about: the choices of the next filter. */
const facets = { services: list(text), regions: list(text) }
const allFacets = {
  ...facets,
  resource_types: list(text),
  categories: list(text),
  groups: list(text),
  /** How many findings have each of them. */
  counts: object({
    services: record(integer),
    regions: record(integer),
    resource_types: record(integer),
    categories: record(integer),
    groups: record(integer),
  }),
}
/** They accept the sort of a list, which clients send along; it orders nothing. */
const asked = { id: text, sort, unpaged: true } as const

export const findingFacets = resource('findings-metadata', {
  ...asked,
  attributes: allFacets,
  filters: { ...latestFilters, ...windowFilters },
})
export type FindingFacets = Row<typeof findingFacets>

export const latestFindingFacets = resource('findings-metadata', {
  ...asked,
  attributes: allFacets,
  filters: { ...latestFilters, ...latestUpdate },
})

export const findingPlaces = resource('finding-dynamic-filters', {
  ...asked,
  attributes: facets,
  filters: { ...latestFilters, ...windowFilters },
})

const change = object({ before: integer, now: integer })
const changesOf = list(object({ id: text, before: integer, now: integer }))
/** Failed findings, then and now. Those that are muted now are on neither side. */
export const findingChanges = resource('finding-changes', {
  id: text,
  unpaged: true,
  attributes: {
    /** The end of this day in UTC is compared with; null: the scan before the latest one of each provider. */
    since: nullable(date),
    fail: change,
    /** Of those that fail now and did not: seen for the first time since then, or with another status before. */
    new_failures: integer,
    changed_to_fail: integer,
    /** Of these, resolved in between. */
    reopened: integer,
    /** Failed then: they pass now, need verification, or are gone. */
    no_longer_failing: integer,
    /** Pass now, and had another status then. */
    changed_to_pass: integer,
    by_severity: record(change),
    by_provider: changesOf,
    by_service: changesOf,
    /** The providers that all of these numbers are of. */
    compared: object({ provider_ids: list(uuid) }),
    /** Those among them of which no full scan has completed since then. */
    not_scanned_since: object({ provider_ids: list(uuid) }),
    /** Nothing can be compared: no scan of them is known from then. */
    without_earlier: object({ provider_ids: list(uuid) }),
  },
  filters: { ...providerFilters, since: by(date, 'eq') },
})
export type FindingChanges = Row<typeof findingChanges>
