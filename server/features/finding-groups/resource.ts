/** Public shapes of findings by check, and of the resources that a check covers. */
import {
  boolean,
  by,
  integer,
  list,
  nullable,
  object,
  oneOf,
  orWords,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
  uuid,
} from '@plumbline/jsonapi'
import { providerFilters } from '../providers/index.ts'
import { delta, severity, status, triage } from '../versions/index.ts'
import { latestFilters, windowFilters } from '../findings/index.ts'

/** Findings of a group. Muted findings have separate counters. */
const stateCounts = {
  pass_count: integer,
  fail_count: integer,
  manual_count: integer,
  pass_muted_count: integer,
  fail_muted_count: integer,
  manual_muted_count: integer,
}
const counts = {
  ...stateCounts,
  muted_count: integer,
  new_count: integer,
  changed_count: integer,
  new_fail_count: integer,
  new_fail_muted_count: integer,
  new_pass_count: integer,
  new_pass_muted_count: integer,
  new_manual_count: integer,
  new_manual_muted_count: integer,
  changed_fail_count: integer,
  changed_fail_muted_count: integer,
  changed_pass_count: integer,
  changed_pass_muted_count: integer,
  changed_manual_count: integer,
  changed_manual_muted_count: integer,
}

const attributes = {
  check_id: text,
  check_title: nullable(text),
  check_description: nullable(text),
  /** The worst of its findings. */
  severity,
  /** FAIL if a finding that is not muted fails; else PASS if any could be judged; else MANUAL. */
  status,
  /** All of its findings are. */
  muted: boolean,
  /** Kinds of provider. */
  impacted_providers: list(text),
  resources_fail: integer,
  resources_total: integer,
  ...counts,
  first_seen_at: nullable(timestamp),
  last_seen_at: nullable(timestamp),
  /** Since when the oldest of those that fail and are not muted has been there. */
  failing_since: nullable(timestamp),
}

/** Filters of the list of resources under the names that they have at `/resources`. */
const resourceAliases = {
  name: latestFilters.resource_name,
  type: latestFilters.resource_type,
  groups: latestFilters.resource_groups,
  /** Of the resource or of the finding. */
  uid: latestFilters.resource_uid,
} as const
/** The finding filter with the same meaning. */
export const aliased: Readonly<Record<keyof typeof resourceAliases, string>> = {
  name: 'resource_name',
  type: 'resource_type',
  groups: 'resource_groups',
  uid: 'any_uid',
}

const { resources, category, impact, resource_groups } = latestFilters
const { service, region, resource_type, resource_name, resource_uid } = latestFilters

/** Of findings. The last four are about the group, or about the row in the list of a group's resources. */
const filters = {
  ...providerFilters,
  check_id: latestFilters.check_id,
  check_title: by(text, 'icontains'),
  uid: latestFilters.uid,
  delta: latestFilters.delta,
  triage_status: latestFilters.triage_status,
  manual_pass_expires_at: latestFilters.manual_pass_expires_at,
  first_seen_at: latestFilters.first_seen_at,
  status_changed_at: latestFilters.status_changed_at,
  impact,
  service,
  region,
  resource_type,
  resource_name,
  resource_uid,
  resources,
  resource_groups,
  category,
  ...windowFilters,
  status: latestFilters.status,
  severity: latestFilters.severity,
  muted: orWords(by(boolean, 'eq'), {
    include: { name: 'include_muted', op: 'eq', value: true },
  }),
  include_muted: by(boolean, 'eq'),
} as const

/** Further filters of the list of groups. The last two let through those that have such a finding, one that is both. */
const groupFilters = {
  ...filters,
  triage_status: latestFilters.triage_status,
  search: latestFilters.search,
  manual_pass_expires_at: latestFilters.manual_pass_expires_at,
  finding_status: latestFilters.status,
  finding_muted: by(boolean, 'eq'),
} as const

type Attribute = keyof typeof attributes
const sort = ['id', ...(Object.keys(attributes) as Attribute[])] as const

/** All findings of one check; its id is the check's. */
export const findingGroups = resource('finding-groups', {
  id: text,
  attributes,
  filters: groupFilters,
  sort,
  order: ['-fail_count', '-severity', 'check_id'],
  dotted: true,
})
export type FindingGroup = Row<typeof findingGroups>

/** The findings of one check on one resource, by the worst of them; its id is the resource's. */
export const groupResources = resource('finding-group-resources', {
  attributes: {
    resource: object({
      uid: text,
      name: text,
      service: text,
      region: text,
      type: text,
      resource_group: nullable(text),
    }),
    provider: object({ type: text, uid: text, alias: nullable(text) }),
    finding_id: uuid,
    finding_uid: text,
    status,
    severity,
    delta: nullable(delta),
    muted: boolean,
    muted_reason: nullable(text),
    first_seen_at: nullable(timestamp),
    last_seen_at: nullable(timestamp),
    triage_id: readOnly(uuid),
    triage_status: readOnly(triage),
    triage_notes_count: readOnly(integer),
    triage_has_note: readOnly(boolean),
  },
  filters: { ...filters, ...resourceAliases },
  sort: ['status', 'severity', 'delta', 'first_seen_at', 'last_seen_at'],
  order: ['-status', '-severity', '-delta', '-last_seen_at'],
  dotted: true,
})
export type GroupResource = Row<typeof groupResources>

/** What findings are grouped by beside their check. */
export const subjectKinds = ['resource', 'provider', 'service'] as const
export type SubjectKind = (typeof subjectKinds)[number]

const subject = {
  id: text,
  attributes: {
    kind: oneOf(...subjectKinds),
    /** As people know it: of a resource its name, of a provider its alias, else its uid. */
    name: text,
    /** Null for a service. */
    uid: nullable(text),
    /** Of a resource. */
    region: nullable(text),
    resource_type: nullable(text),
    /** Null for a service, which several providers have. */
    provider: nullable(object({ type: text, uid: text, alias: nullable(text) })),
    /** The filter of findings that means those of the group, `filter[resources]`, and its value. */
    filter: object({ name: text, value: text }),
    /** The worst of its findings. */
    severity,
    checks_count: integer,
    ...stateCounts,
    first_seen_at: timestamp,
  },
  sort: ['severity', 'fail_count', 'first_seen_at', 'checks_count'],
  order: ['-severity', '-fail_count'],
} as const

/** Findings of one resource, provider or service. A finding without a resource is by itself. */
export const findingSubjects = resource('finding-subjects', {
  ...subject,
  filters: { ...latestFilters, ...windowFilters },
})
export type FindingSubject = Row<typeof findingSubjects>

export const latestFindingSubjects = resource('finding-subjects', {
  ...subject,
  filters: latestFilters,
})
