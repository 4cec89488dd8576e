import {
  boolean,
  draft,
  integer,
  list,
  nullable,
  object,
  optional,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
  toOne,
  uuid,
  writeOnly,
} from '@plumbline/jsonapi'
import { providerFilters } from '../providers/index.ts'
import { attestation, findingQuery } from '../findings/index.ts'
import { status, triage } from '../versions/index.ts'

/** Evidence is for later readers: only spaces are invalid. */
const words = text({ min: 1, max: 500 })

/** What is decided about one finding, whatever its version. */
export const triages = resource('finding-triages', {
  attributes: {
    status: triage,
    finding_uid: readOnly(text),
    /** As lists show it, and as scanned. */
    finding_status: readOnly(status),
    raw_status: readOnly(status),
    muted: readOnly(boolean),
    notes_count: readOnly(integer),
    has_note: readOnly(boolean),
    updated_at: readOnly(nullable(timestamp)),
    ...attestation,
  },
  relationships: {
    /** Its live version; null while it is closed. */
    finding: toOne('findings', { nullable: true }),
    provider: toOne('providers'),
  },
  filters: {
    ...providerFilters,
    status: ['eq', 'in'],
    finding_uid: ['eq'],
    updated_at: ['on', 'gte', 'lte'],
  },
  sort: ['-updated_at', 'status', 'finding_uid'],
  include: ['finding', 'provider'],
})
export type FindingTriage = Row<typeof triages>

export const triageChange = draft('finding-triages', {
  id: 'optional',
  attributes: { status: optional(triage), note: optional(writeOnly(words)) },
})

/** At the path of a finding, whose parameter is not the id of the triage. */
export const findingTriageChange = { ...triageChange, id: 'checked' } as const

/** The same decision about many findings, named by ids of their versions. */
export const bulkTriages = resource('finding-triages-bulk', {
  id: text,
  attributes: {
    status: triage,
    /** How many findings have the status now; several ids may name one. */
    changed: integer,
    finding_ids: list(uuid),
    /** What stayed as it was, and why. */
    refused: list(object({ finding_id: uuid, code: text, detail: text })),
  },
})
export type BulkTriage = Row<typeof bulkTriages>

export const bulkDraft = draft('finding-triages-bulk', {
  attributes: {
    finding_ids: list(uuid, { min: 1, max: 1_000 }),
    status: triage,
    /** Findings whose status is no longer this one are refused. */
    expected_status: optional(writeOnly(triage)),
    note: optional(writeOnly(words)),
  },
})

/** The same decision about every live finding that filters let through. */
export const matchingDraft = draft('finding-triages-matching', {
  attributes: { query: findingQuery, status: triage, note: optional(writeOnly(words)) },
})

export const notes = resource('finding-triage-notes', {
  attributes: {
    body: words,
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  relationships: { author: toOne('users', { nullable: true }) },
  sort: ['-inserted_at', 'updated_at'],
  include: ['author'],
})
export type Note = Row<typeof notes>

export const noteDraft = draft('finding-triage-notes', { attributes: { body: words } })
export const noteChange = draft('finding-triage-notes', {
  id: 'optional',
  attributes: { body: words },
})
