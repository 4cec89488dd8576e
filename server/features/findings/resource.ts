import {
  boolean,
  by,
  date,
  integer,
  json,
  list,
  nested,
  nullable,
  oneOf,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
  toMany,
  toOne,
  uuid,
} from '@plumbline/jsonapi'
import { providerFilters } from '../resources/index.ts'

export const status = oneOf('FAIL', 'PASS', 'MANUAL')
export const triage = oneOf(
  'open',
  'under_review',
  'remediating',
  'risk_accepted',
  'false_positive',
  'resolved',
  'reopened',
)
export const severity = oneOf('critical', 'high', 'medium', 'low', 'informational')

/** That somebody verified a MANUAL finding as passing, and until when it holds; it stays when it is over. */
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
  delta: nullable(oneOf('new', 'changed')),
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
  /** Of what people keep about the finding, whatever its version. */
  triage_id: readOnly(uuid),
  triage_status: readOnly(triage),
  triage_notes_count: readOnly(integer),
  triage_has_note: readOnly(boolean),
  ...attestation,
}
const relationships = { scan: toOne('scans'), resources: toMany('resources') }

const searched = ['eq', 'in', 'icontains'] as const
const exact = ['eq', 'in'] as const

/** The one table of filters; the list of what is there now takes no scan and no window. */
const latestFilters = {
  ...providerFilters,
  id: exact,
  uid: exact,
  check_id: searched,
  status: exact,
  severity: exact,
  impact: by(severity, 'eq', 'in'),
  delta: exact,
  muted: ['eq'],
  triage_status: exact,
  service: by(text, ...searched),
  region: by(text, ...searched),
  resource_type: by(text, ...searched),
  resource_name: by(text, ...searched),
  resource_uid: by(text, ...searched),
  resources: by(uuid, 'list'),
  resource_groups: exact,
  category: by(text, 'eq', 'in'),
  search: by(text, 'eq'),
} as const

const shared = {
  attributes,
  relationships,
  /** `status` begins with FAIL and `severity` with critical, as people read them. */
  sort: ['status', 'severity', 'check_id', 'inserted_at', 'updated_at'],
  order: ['status', 'severity'],
  include: [
    'scan',
    'resources',
    nested('scan.provider', 'providers'),
    nested('resources.provider', 'providers'),
  ],
  self: '/findings',
} as const

/** One verdict of one check on one resource, as of its newest observation in the window asked for. */
export const findings = resource('findings', {
  ...shared,
  filters: {
    ...latestFilters,
    scan: exact,
    inserted_at: ['on', 'gte', 'lte'],
    updated_at: ['on', 'gte', 'lte'],
  },
})
export type Finding = Row<typeof findings>

export const latestFindings = resource('findings', {
  ...shared,
  filters: { ...latestFilters, updated_at: by(date, 'eq') },
})
