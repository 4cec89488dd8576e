/** An event of the audit log as a sentence: who did what to which object. */
import type { Row } from '../api/documents.ts'
import { actorOf, type Names } from './actors.ts'

type Event = Pick<
  Row<'audit-events'>,
  'action' | 'actor_id' | 'resource_type' | 'resource_id' | 'before' | 'after'
>

export interface Sentence {
  /** The user, "System", or empty where nobody is known. */
  readonly actor: string
  /** "changed the role" */
  readonly did: string
  /** The name of the object, if the event has one. */
  readonly object: string
  /** The page of the object, if it has one and still exists by this event. */
  readonly href: string | undefined
}

/** What was done, where the end of the action's name does not say it. "%" stands for the object. */
const phrases: Readonly<Record<string, string>> = {
  alert_recipients_confirm: 'confirmed %',
  alert_recipients_unsubscribe: 'unsubscribed %',
  alert_recipients_unsubscribe_one_click: 'unsubscribed %',
  'alert-mail': 'sent an alert by email to %',
  api_keys_revoke_destroy: 'revoked %',
  audit_chain_keyed: 'protected the audit log with a key',
  browser_sessions_destroy: 'signed out',
  email_releases_create: 'released an email address',
  finding_triages_bulk: 'set the triage of several findings',
  finding_triages_matching: 'set the triage of all findings that match filters',
  finding_triages_partial_update: 'set the triage of a finding',
  findings_triage_partial_update: 'set the triage of a finding',
  finding_triages_notes_create: 'added a note to a finding',
  finding_triages_notes_destroy: 'deleted a note of a finding',
  finding_triages_notes_partial_update: 'changed a note of a finding',
  findings_triage_notes_create: 'added a note to a finding',
  findings_triage_notes_destroy: 'deleted a note of a finding',
  findings_triage_notes_partial_update: 'changed a note of a finding',
  ingestions_create: 'uploaded a file of findings as %',
  ingestions_file_destroy: 'deleted the file of %',
  ingestions_retry_create: 'read the file of % again',
  integrations_connection_create: 'tested the connection of %',
  integrations_deliveries_replay_create: 'sent a delivery of % again',
  integrations_jira_dispatches_create: 'sent findings to Jira with %',
  invitations_accept_create: 'joined the tenant',
  'jira-recheck': 'checked findings again for Jira',
  'mute-rule-ended': 'ended %',
  'mute-rules-create': 'muted findings',
  mute_rules_matching: 'muted all findings that match filters',
  password_resets_confirm: 'set a new password with a link',
  'provider-connection-check': 'opened the credentials of a provider to test its connection',
  'provider-deletion': 'finished the deletion of %',
  providers_connection_create: 'tested the connection of %',
  saml_finish: 'signed in with single sign-on',
  saml_refused: 'was refused at single sign-on',
  saml_sls: 'signed out with single sign-on',
  saml_config_verify_domain: 'verified the domain of %',
  'scan-perform': 'opened the credentials of a provider for a scan',
  scans_create: 'started %',
  scans_report_create: 'built the report of % again',
  schedules_bulk_create: 'set the schedules of several providers',
  schedules_daily_create: 'scheduled a daily scan of a provider',
  tasks_destroy: 'canceled %',
  tenants_invitations_create: 'invited % to the tenant',
  tenants_invitations_destroy: 'revoked %',
  tenants_invitations_link_create: 'made a new link for %',
  tenants_memberships_destroy: 'removed % from the tenant',
  tokens_create: 'signed in',
  tokens_create_refused: 'was refused at sign-in',
  tokens_github_create: 'signed in with GitHub',
  tokens_google_create: 'signed in with Google',
  tokens_oidc_create: 'signed in with an identity provider',
  tokens_saml_create: 'signed in with single sign-on',
  tokens_switch_create: 'switched to this tenant',
  users_create: 'signed up',
  users_destroy: 'deleted their user',
  users_me_email_verification_confirm: 'verified their email address',
  users_me_email_verification_create: 'requested an email that verifies their address',
  users_me_identities_create: 'linked an external account for sign-in',
  users_me_identities_destroy: 'unlinked an external account for sign-in',
  users_me_second_factor_confirm: 'turned on the second factor',
  users_me_second_factor_create: 'began to set up the second factor',
  users_me_second_factor_disable: 'turned off the second factor',
  users_me_second_factor_recovery_codes: 'replaced their recovery codes',
  users_me_sessions_destroy: 'ended one of their sessions',
  users_me_sessions_destroy_others: 'ended all their other sessions',
  users_password_reset_create: 'made a link that sets a new password for %',
  users_second_factor_destroy: 'removed the second factor of %',
  users_sessions_destroy: 'signed % out',
  users_verify: 'verified %',
}

/** What was done, by the end of the action's name. The first that fits counts. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/_relationships_(\w+?)_create$/, 'added $1 to %'],
  [/_relationships_(\w+?)_destroy$/, 'removed $1 from %'],
  [/_relationships_(\w+?)_partial_update$/, 'replaced the $1 of %'],
  [/[_-]create$/, 'created %'],
  [/_partial_update$/, 'changed %'],
  [/_destroy$/, 'deleted %'],
]

const nouns: Readonly<Record<string, string>> = {
  'api-keys': 'API key',
  'provider-secrets': 'credentials',
  processors: 'mutelist',
  'saml-configurations': 'SAML configuration',
  memberships: 'member',
}

/** "mute-rules" is "mute rule". */
const nounOf = (type: string): string =>
  nouns[type] ?? type.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '')

const pages: Readonly<Record<string, string>> = {
  users: '/users',
  roles: '/roles',
  invitations: '/invitations',
  'api-keys': '/api-keys',
  providers: '/providers',
  scans: '/scans',
  'scan-configurations': '/scan-configurations',
  'mute-rules': '/mute-rules',
  integrations: '/integrations',
  ingestions: '/ingestions',
  tasks: '/tasks',
}

const naming = ['name', 'alias', 'email', 'title', 'domain', 'filename', 'uid'] as const

/** Its name after the event, or before. */
function nameOf({ before, after }: Event): string {
  for (const side of [after, before]) {
    if (typeof side !== 'object' || side === null) continue
    for (const key of naming) {
      const value = (side as Readonly<Record<string, unknown>>)[key]
      if (typeof value === 'string' && value !== '') return value
    }
  }
  return ''
}

function phraseOf(action: string): string {
  const own = Object.hasOwn(phrases, action) ? phrases[action] : undefined
  if (own) return own
  for (const [ending, phrase] of endings) {
    const found = ending.exec(action)
    if (found) return phrase.replace('$1', (found[1] ?? '').replaceAll('_', ' '))
  }
  return action.replaceAll(/[_-]/g, ' ')
}

export function sentenceOf(event: Event, names: Names): Sentence {
  const phrase = phraseOf(event.action)
  const hasObject = phrase.includes('%')
  const isGone = /destroy$|deletion$/.test(event.action)
  const page = Object.hasOwn(pages, event.resource_type) ? pages[event.resource_type] : undefined
  return {
    actor: actorOf(event, names),
    did: phrase.replace('%', `the ${nounOf(event.resource_type)}`),
    object: hasObject ? nameOf(event) : '',
    href:
      hasObject && page && event.resource_id && !isGone
        ? `${page}?open=${event.resource_id}`
        : undefined,
  }
}
