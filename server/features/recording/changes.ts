/** What people, rules, scans and the clock have done to a finding, as its events record it. */
import type { StatusCode } from '../versions/index.ts'
import type { Muted } from './mutes.ts'
import type { TriageState } from './triage.ts'

export const eventCodes = { mute: 1, unmute: 2, triage: 3, attestation: 4 } as const

export interface Change {
  readonly kind: number
  /** Triage codes, or effective statuses of an attestation. */
  readonly before: number | null
  readonly after: number | null
}

/** Everything that is decided about a row beside its verdict. */
export interface Judged extends TriageState, Muted {
  readonly status: StatusCode
  /** Why a file has it suppressed, which mutes it unless a rule or a decision does. */
  readonly suppression: string | null
}

/** Whether the row has to be written. */
export const isRejudged = (before: Judged, after: Judged): boolean =>
  before.status !== after.status ||
  before.status_until !== after.status_until ||
  before.triage !== after.triage ||
  before.muted !== after.muted ||
  before.mute_rule_id !== after.mute_rule_id ||
  before.muted_reason !== after.muted_reason ||
  before.suppression !== after.suppression

/** The events between two judgements. */
export function changesBetween(before: Judged, after: Judged): Change[] {
  const changes: Change[] = []
  const reworded =
    before.mute_rule_id !== after.mute_rule_id || before.muted_reason !== after.muted_reason
  if (before.muted !== after.muted || reworded) {
    const kind = after.muted ? eventCodes.mute : eventCodes.unmute
    changes.push({ kind, before: null, after: null })
  }
  if (before.triage !== after.triage) {
    changes.push({ kind: eventCodes.triage, before: before.triage, after: after.triage })
  }
  if (before.status_until !== after.status_until) {
    changes.push({ kind: eventCodes.attestation, before: before.status, after: after.status })
  }
  return changes
}
