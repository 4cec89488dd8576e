import { type StatusCode, statusCodes, type TriageCode, triageCodes } from './codes.ts'

/** What people decided about a finding, and the attestation that may run on it. */
export interface TriageState {
  /** Null: nobody has decided anything, and no scan has changed it. */
  readonly triage: TriageCode | null
  /** End of a running attestation, RFC 3339; it stands only on a raw MANUAL. */
  readonly status_until: string | null
}

export interface NextTriage extends TriageState {
  /** What lists show: PASS while an attestation runs on MANUAL, else the raw status. */
  readonly status: StatusCode
}

const { PASS, FAIL, MANUAL } = statusCodes
const { open, resolved, reopened } = triageCodes

const muting: ReadonlySet<TriageCode | null> = new Set([
  triageCodes.risk_accepted,
  triageCodes.false_positive,
])

/** Whether a decision hides the finding. */
export const mutedByTriage = (triage: TriageCode | null): boolean => muting.has(triage)

/**
 * What a new observation makes of a finding's triage. Compares raw statuses: FAIL to PASS resolves,
 * PASS to FAIL reopens. Under an attestation, MANUAL again lets it run on, neither prolonged nor cut;
 * a raw FAIL ends it and reopens; a raw PASS ends it and resolves. An attestation whose time is over is
 * back in the queue as open. `now` and `status_until` are RFC 3339 in UTC, so they compare as text.
 */
export function nextTriage(
  before: TriageState & { readonly raw_status: StatusCode },
  raw: StatusCode,
  now: string,
): NextTriage {
  const { triage, status_until: until, raw_status: was } = before
  const over = until !== null && until <= now
  const attested = until !== null && was === MANUAL
  if (attested && raw === MANUAL) {
    return over
      ? { triage: open, status_until: null, status: MANUAL }
      : { triage, status_until: until, status: PASS }
  }
  const ended = { status_until: null, status: raw }
  if (attested && raw === FAIL) return { ...ended, triage: reopened }
  if (attested && raw === PASS) return { ...ended, triage: resolved }
  if (was === FAIL && raw === PASS) return { ...ended, triage: resolved }
  if (was === PASS && raw === FAIL) return { ...ended, triage: reopened }
  return { ...ended, triage }
}
