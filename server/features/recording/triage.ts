import type { Muted } from './mutes.ts'
import { type StatusCode, statusCodes, type TriageCode, triageCodes } from '../versions/index.ts'

/** What people decided about a finding, and the attestation that may run on it. */
export interface TriageState {
  /** Null: no user has decided, and no scan has changed it. */
  readonly triage: TriageCode | null
  /** End of a running attestation, RFC 3339; set only on a raw MANUAL. */
  readonly status_until: string | null
}

export interface NextTriage extends TriageState {
  /** What lists show: PASS while an attestation runs on MANUAL, else the raw status. */
  readonly status: StatusCode
}

const { PASS, FAIL, MANUAL } = statusCodes
const { open, resolved, reopened } = triageCodes

const muting: ReadonlyMap<TriageCode | null, string> = new Map([
  [triageCodes.risk_accepted, 'Risk accepted'],
  [triageCodes.false_positive, 'False positive'],
])

/** What hides a finding in the end: a rule with its reason, else a decision, else the file that has it suppressed. */
export function mutedBy(
  ruled: Muted,
  {
    triage,
    suppression,
  }: { readonly triage: TriageCode | null; readonly suppression: string | null },
): Muted {
  const reason = muting.get(triage) ?? suppression
  if (ruled.muted || reason === null) return ruled
  return { muted: true, mute_rule_id: null, muted_reason: reason }
}

/**
 * What a new observation makes of a finding's triage. Compares raw statuses: FAIL to PASS resolves,
 * PASS to FAIL reopens. Under an attestation, MANUAL again lets it run on, neither prolonged nor cut;
 * a raw FAIL ends it and reopens; a raw PASS ends it and resolves. An expired attestation reopens before the
 * observation is applied, whether or not the sweep ran. `now` and `status_until` are RFC 3339 in UTC, so they compare
 * as text.
 */
export function nextTriage(
  before: TriageState & { readonly raw_status: StatusCode },
  raw: StatusCode,
  now: string,
): NextTriage {
  const { raw_status: was } = before
  const over = before.status_until !== null && before.status_until <= now
  const until = over ? null : before.status_until
  const triage = over ? open : before.triage
  const attested = until !== null && was === MANUAL
  if (attested && raw === MANUAL) return { triage, status_until: until, status: PASS }
  const ended = { status_until: null, status: raw }
  if (attested && raw === FAIL) return { ...ended, triage: reopened }
  if (attested && raw === PASS) return { ...ended, triage: resolved }
  if (was === FAIL && raw === PASS) return { ...ended, triage: resolved }
  if (was === PASS && raw === FAIL) return { ...ended, triage: reopened }
  return { ...ended, triage }
}

/** How long a finding counts as passing after a user verified it manually. */
export const attestationDays = 90

type Decidable = TriageState & { readonly raw_status: StatusCode }
/** Why people may not decide so: scans resolve, or the evidence is missing. */
export type Refusal = 'only_manual' | 'only_scans' | 'no_evidence'

/**
 * What a decision of people makes of a finding. Resolving is theirs only where no API reports it, and only
 * with evidence: the finding then passes for 90 days. Any other decision ends such an attestation.
 * Scans alone reopen. `now` is RFC 3339 in UTC.
 */
export function decided(
  { raw_status }: Decidable,
  requested: TriageCode,
  { evidence, now }: { readonly evidence: boolean; readonly now: string },
): NextTriage | Refusal {
  if (requested === reopened) return 'only_scans'
  if (requested !== resolved) return { triage: requested, status_until: null, status: raw_status }
  if (raw_status !== MANUAL) return 'only_manual'
  if (!evidence) return 'no_evidence'
  const until = new Date(Date.parse(now) + attestationDays * 86_400_000).toISOString()
  return { triage: resolved, status_until: until, status: PASS }
}

/** What lists show: open without a decision, resolved if a scan passed, open after the attestation expired. */
export function shownTriage(
  { triage, status_until, raw_status }: Decidable,
  now: string,
): TriageCode {
  if (status_until !== null && status_until <= now) return open
  return triage ?? (raw_status === PASS ? resolved : open)
}
