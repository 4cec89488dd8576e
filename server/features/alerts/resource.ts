import {
  boolean,
  by,
  draft,
  email,
  type Field,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  readOnly,
  record,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toMany,
  toOne,
  type Value,
  uuid,
  nameText,
} from '@plumbline/jsonapi'
import { severity } from '../versions/index.ts'
import { condition } from './condition.ts'

const name = nameText({ min: 3, max: 100 })
const description = text({ max: 500 })
/** When it is evaluated: for one account after each full scan of it, about all of them once a day, or both. */
const trigger = oneOf('after_scan', 'daily', 'both')
const emails = list(email, { max: 50 })

/** Why a message was not delivered to a recipient. */
const undelivered = oneOf(
  'no_mailbox',
  'refused',
  'expired',
  'too_many',
  'no_mail_server',
  'author_lost_right',
)
export type Undelivered = Value<typeof undelivered>

/** Recipients, condition and time of alerts. A rule sees what its author may see. */
export const alertRules = resource('alert-rules', {
  attributes: {
    name,
    description,
    enabled: boolean,
    /** Why it is disabled, if no user disabled it. */
    disabled_reason: readOnly(nullable(oneOf('author_left', 'author_lost_right'))),
    trigger,
    condition,
    recipient_emails: emails,
    last_fired_at: readOnly(nullable(timestamp)),
    /** When a mail of it last failed for good since the last change, and why. */
    undelivered_at: readOnly(nullable(timestamp)),
    undelivered_reason: readOnly(nullable(undelivered)),
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  relationships: {
    author: toOne('users', { nullable: true }),
    /** They get each message too: Slack, Teams and webhooks. */
    integrations: toMany('integrations'),
  },
  filters: {
    name: ['eq', 'icontains'],
    enabled: ['eq'],
    trigger: ['eq', 'in'],
    author: by(uuid, 'eq', 'in'),
    search: by(searchText, 'eq'),
  },
  sort: ['name', 'inserted_at', 'updated_at', 'last_fired_at'],
  include: ['author'],
  self: '/alerts/rules',
})
export type AlertRule = Row<typeof alertRules>

/** Of the condition. There is one version, which need not be named. */
const schema_version = optional(integer({ min: 1, max: 1 }))

export const ruleDraft = draft('alert-rules', {
  attributes: {
    name,
    description: optional(description),
    enabled: optional(boolean),
    trigger,
    condition,
    schema_version,
    recipient_emails: optional(emails),
  },
  relationships: { integrations: optional(toMany('integrations')) },
})
export const ruleChange = draft('alert-rules', {
  id: 'optional',
  attributes: {
    name: optional(name),
    description: optional(description),
    enabled: optional(boolean),
    trigger: optional(trigger),
    condition: optional(condition),
    schema_version,
    recipient_emails: optional(emails),
  },
  relationships: { integrations: optional(toMany('integrations')) },
})

/** The current result of a condition. `new` and `reopened` are about the scans of the last 24 hours. */
export const rulePreviews = resource('alert-rule-previews', {
  id: text,
  attributes: {
    fires: boolean,
    counts: list(object({ pointer: text, op: text, count: integer, holds: boolean })),
    /** The first ten that it would be about. */
    findings: list(
      object({
        id: uuid,
        uid: text,
        check_id: text,
        severity,
        region: text,
        resource_uid: text,
        resource_name: text,
        provider_id: uuid,
      }),
    ),
    /** Accounts whose connection is lost. */
    provider_ids: list(uuid),
  },
})
export const previewDraft = draft('alert-rule-previews', {
  attributes: { condition, schema_version },
})

/** A condition made from the filters of the findings list; `left_out` names the filters it cannot express. */
export const ruleSeeds = resource('alert-rule-seeds', {
  id: text,
  attributes: { condition, left_out: list(text) },
})
const bagValue: Field<string | readonly string[], never> = {
  schema: { anyOf: [text.schema, list(text).schema] },
  read: (value, fault) => (Array.isArray(value) ? list(text) : text).read(value, fault),
}
/** One of both: the query string of the list, or its filters by name. */
export const seedDraft = draft('alert-rule-seeds', {
  also: ['alert-rule-seedings'],
  attributes: {
    query: optional(text({ max: 4_000 })),
    filter_bag: optional(record(bagValue)),
  },
})

const status = oneOf('pending', 'confirmed', 'unsubscribed', 'bounced')

/** An address that receives alerts after its owner agreed, until the owner unsubscribes. */
export const alertRecipients = resource('alert-recipients', {
  attributes: {
    email,
    status: readOnly(status),
    confirmation_sent_at: readOnly(nullable(timestamp)),
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  filters: { email: ['eq', 'icontains'], status: ['eq', 'in'], search: by(searchText, 'eq') },
  sort: ['email', 'inserted_at', 'updated_at'],
  self: '/alerts/recipients',
})
export type AlertRecipient = Row<typeof alertRecipients>
export const recipientDraft = draft('alert-recipients', { attributes: { email } })

/** What the owner of an address decided by the link of a mail. */
export const alertSubscriptions = resource('alert-subscriptions', {
  attributes: { email: readOnly(email), status: readOnly(status) },
})
export const token = text({ min: 1, max: 200 })
export const subscriptionDraft = draft('alert-subscriptions', { attributes: { token } })
