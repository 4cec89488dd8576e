import {
  by,
  integer,
  json,
  list,
  optional,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  uuid,
} from '@plumbline/jsonapi'
import { providerFilters } from '../providers/index.ts'
import { status } from '../finding-queries/index.ts'

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

/** A framework as a scan, or the latest scans of providers, stand to it. */
export const complianceOverviews = resource('compliance-overviews', {
  id: text,
  attributes: {
    ...framework,
    requirements_passed: integer,
    requirements_failed: integer,
    requirements_manual: integer,
    total_requirements: integer,
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

/** A requirement of one framework as findings stand to it. */
export const complianceRequirements = resource('compliance-requirements-details', {
  id: text,
  attributes: {
    ...framework,
    description: text,
    status,
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

/** A requirement as its framework has it, whatever was found. */
export const complianceAttributes = resource('compliance-requirements-attributes', {
  id: text,
  attributes: {
    ...framework,
    compliance_name: text,
    framework_description: text,
    name: text,
    description: text,
    /** `metadata`, `check_ids`, and of attack techniques `technique_details`. */
    attributes: json,
  },
  filters: { compliance_id: by(text, 'eq'), scan_id: by(uuid, 'eq') },
  dotted: true,
  unpaged: true,
})
export type ComplianceAttributes = Row<typeof complianceAttributes>
