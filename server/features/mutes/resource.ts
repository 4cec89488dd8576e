import {
  boolean,
  by,
  draft,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toMany,
  toOne,
  uuid,
  writeOnly,
  nameText,
} from '@plumbline/jsonapi'
import { findingQuery } from '../findings/index.ts'
import { configuration, writtenConfiguration } from './mutelist.ts'

const name = nameText({ min: 3, max: 100 })
const reason = text({ min: 3, max: 500 })

/** Hides the findings it names, by their uids, until it is disabled, deleted or over. */
export const muteRules = resource('mute-rules', {
  attributes: {
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    name,
    reason,
    enabled: boolean,
    finding_uids: readOnly(list(text)),
    finding_count: readOnly(integer),
    expires_at: nullable(timestamp),
  },
  relationships: {
    created_by: toOne('users', { nullable: true }),
    owner: toOne('users', { nullable: true }),
    /** Re-evaluates the rule's findings since its last change; null once all of them follow it. */
    task: toOne('tasks', { nullable: true }),
  },
  filters: {
    id: ['eq', 'in'],
    name: ['eq', 'icontains'],
    reason: ['icontains'],
    enabled: ['eq'],
    created_by: ['eq'],
    owner: ['eq'],
    inserted_at: ['on', 'gte', 'lte'],
    updated_at: ['on', 'gte', 'lte'],
    search: by(searchText, 'eq'),
  },
  sort: ['-inserted_at', 'name', 'enabled', 'updated_at'],
  include: ['created_by', 'owner'],
})
export type MuteRule = Row<typeof muteRules>

/** Findings of one rule. One transaction names them all: more would keep others waiting. */
export const mostFindings = 10_000
const findingIds = list(uuid, { min: 1, max: mostFindings })
const owner = optional(toOne('users', { nullable: true }))

export const ruleDraft = draft('mute-rules', {
  attributes: {
    name,
    reason,
    finding_ids: writeOnly(findingIds),
    expires_at: optional(nullable(timestamp)),
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
    enabled: readOnly(boolean),
    finding_uids: readOnly(list(text)),
    finding_count: readOnly(integer),
  },
  relationships: { owner, created_by: owner },
})

/** Rules over every live finding that filters let through. */
export const matchingDraft = draft('mute-rules-matching', {
  attributes: { query: findingQuery, name, reason, expires_at: optional(nullable(timestamp)) },
})

export const ruleChange = draft('mute-rules', {
  id: 'optional',
  attributes: {
    name: optional(name),
    reason: optional(reason),
    enabled: optional(boolean),
    expires_at: optional(nullable(timestamp)),
  },
  relationships: { owner },
})

/** The first hundred of what would be hidden that is shown now. */
const newlyMuted = { findings: toMany('findings') }

/** What a rule over some findings would do. */
export const previews = resource('mute-rule-previews', {
  id: text,
  attributes: {
    /** Findings that are there now, and of them those that are shown and would be hidden. */
    matched: integer,
    newly_muted: integer,
    newly_muted_failing: integer,
    finding_uids: list(text),
    /** Uids that an enabled rule names already: a rule over them is refused. */
    overlapping_uids: list(text),
  },
  relationships: newlyMuted,
  include: ['findings'],
})
export const previewDraft = draft('mute-rule-previews', {
  also: ['mute-rules'],
  attributes: { finding_ids: findingIds },
})

/** Entries of a mutelist that hide no live finding: the first hundred, and how many there are. Null: not known. */
const unmatched = {
  unmatched_entries: nullable(list(object({ account: text, check: text }))),
  unmatched_count: nullable(integer),
}

const dates = { inserted_at: readOnly(timestamp), updated_at: readOnly(timestamp) }
const unwritten = {
  ...dates,
  unmatched_entries: readOnly(unmatched.unmatched_entries),
  unmatched_count: readOnly(unmatched.unmatched_count),
}
const processorType = oneOf('mutelist')

/** Processors of a tenant's results: so far, one mutelist. */
export const processors = resource('processors', {
  attributes: {
    ...dates,
    processor_type: processorType,
    configuration,
    /** As of the last change of the list. */
    ...unmatched,
  },
  filters: { processor_type: ['eq', 'in'], search: by(searchText, 'eq') },
  sort: ['inserted_at', 'id', 'updated_at', 'processor_type', 'configuration', 'url'],
  self: '/processors',
})
export type Processor = Row<typeof processors>

export const processorDraft = draft('processors', {
  attributes: {
    ...unwritten,
    processor_type: processorType,
    configuration: writtenConfiguration,
  },
})
export const processorChange = draft('processors', {
  id: 'optional',
  attributes: { ...unwritten, configuration: writtenConfiguration },
})

/** What a mutelist would do in place of the one that is there, or of none. */
export const processorPreviews = resource('processor-previews', {
  id: text,
  attributes: {
    /** Findings are looked at up to a bound; false: there are more, and the numbers are of a part. */
    complete: boolean,
    matched: integer,
    newly_muted: integer,
    newly_muted_failing: integer,
    no_longer_muted: integer,
    ...unmatched,
  },
  relationships: newlyMuted,
  include: ['findings'],
})
export const processorPreviewDraft = draft('processor-previews', {
  attributes: { processor_type: optional(processorType), configuration: writtenConfiguration },
})
