import {
  boolean,
  draft,
  integer,
  nullable,
  optional,
  readOnly,
  resource,
  type Row,
  text,
  timestamp,
  toOne,
  writeOnly,
} from '@plumbline/jsonapi'
import { providerFilters } from '../providers/index.ts'
import { attestation, status, triage } from '../finding-queries/index.ts'

/** Somebody reads it later: spaces are no evidence. */
const words = text({ min: 1, max: 500, pattern: /\S/, patternName: 'more than spaces' })

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
    /** Its live version; nothing while it is gone. */
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
