import {
  by,
  integer,
  json,
  list,
  nullable,
  object,
  oneOf,
  optional,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  uuid,
} from '@plumbline/jsonapi'
import { checkStates, statusReasons } from '@plumbline/scanner/frameworks'
import { providerFilters } from '../providers/index.ts'
import { severity, status } from '../versions/index.ts'

const searched = ['eq', 'icontains'] as const

/** Which scans are meant: one of them, or the latest of providers; and what of them is looked at. */
const filters = {
  ...providerFilters,
  scan_id: by(uuid, 'eq'),
  inserted_at: by(timestamp, 'on', 'gte', 'lte'),
  region: by(text, 'eq', 'in', 'icontains'),
  compliance_id: by(text, ...searched),
  framework: by(text, 'eq', 'icontains', 'iexact'),
  version: by(text, ...searched),
  search: by(searchText, 'eq'),
} as const

const framework = { framework: text, version: text }

/** The status of a framework in a scan, or in the latest scans of providers. */
export const complianceOverviews = resource('compliance-overviews', {
  id: text,
  attributes: {
    ...framework,
    requirements_passed: integer,
    requirements_failed: integer,
    requirements_manual: integer,
    total_requirements: integer,
    /** Of the manual: those of whose checks some passed, and others were not judged. */
    requirements_partial: integer,
    /** Checks that the requirements name, each as often as it is named, and those of them that were judged. */
    checks_named: integer,
    checks_judged: integer,
  },
  filters,
  sort: ['compliance_id'],
  pageSize: 50,
  dotted: true,
})
export type ComplianceOverview = Row<typeof complianceOverviews>

/** The regions in which something was found. */
export const complianceMetadata = resource('compliance-overviews-metadata', {
  id: text,
  attributes: { regions: list(text) },
  filters,
  sort: ['compliance_id'],
  dotted: true,
  unpaged: true,
})
export type ComplianceMetadata = Row<typeof complianceMetadata>

/** The status of one requirement of a framework. */
export const complianceRequirements = resource('compliance-requirements-details', {
  id: text,
  attributes: {
    ...framework,
    description: text,
    status,
    /** Why it has this status. */
    status_reason: oneOf(...statusReasons),
    /** If a scan used laxer values than the requirement: the required and the used values. */
    status_detail: nullable(text),
    /** How many of its checks are in each state; `missing` counts those that no scan has run. */
    checks: object(Object.fromEntries(['named', ...checkStates].map((name) => [name, integer]))),
    /** Of frameworks whose requirements have a weight. */
    passed_findings: optional(integer),
    total_findings: optional(integer),
  },
  filters,
  sort: ['compliance_id'],
  dotted: true,
  unpaged: true,
})
export type ComplianceRequirement = Row<typeof complianceRequirements>

/** A check that requirements of one framework name, as it came out on the accounts of a kind. */
export const complianceChecks = resource('compliance-checks', {
  id: text,
  attributes: {
    check_id: text,
    provider_type: text,
    /** Nothing of a check that is not written yet. */
    title: nullable(text),
    severity: nullable(severity),
    /** Null if all its findings are muted. */
    state: nullable(oneOf(...checkStates)),
    /** Findings that are not muted, by their effective status. */
    pass_count: integer,
    fail_count: integer,
    manual_count: integer,
  },
  filters,
  sort: ['compliance_id'],
  dotted: true,
  unpaged: true,
})
export type ComplianceCheck = Row<typeof complianceChecks>

/** A requirement as its framework has it, whatever was found. */
export const complianceAttributes = resource('compliance-requirements-attributes', {
  id: text,
  attributes: {
    ...framework,
    compliance_name: text,
    framework_description: text,
    name: text,
    description: text,
    /** Of its checks, those that are not written yet. */
    missing_check_ids: list(text),
    /** `metadata`, `check_ids`, and of attack techniques `technique_details`. */
    attributes: json,
  },
  filters: { compliance_id: by(text, 'eq'), scan_id: by(uuid, 'eq') },
  dotted: true,
  unpaged: true,
})
export type ComplianceAttributes = Row<typeof complianceAttributes>
