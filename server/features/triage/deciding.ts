/** A user's decision about one finding, in one transaction with all its consequences. */
import { conflict, invalid, type Problem } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import {
  attest,
  decided,
  type NextTriage,
  shownTriage,
  type NamedLive,
  reEvaluate,
} from '../recording/index.ts'
import { type NamedFinding, type Triage, triageCodes } from '../versions/index.ts'
import { mutesOf } from '../mutes/index.ts'
import * as store from './store.ts'

const statusAt = '/data/attributes/status'
export const refusals: Readonly<Record<Exclude<ReturnType<typeof decided>, NextTriage>, Problem>> =
  {
    only_manual: invalid(
      statusAt,
      'You can resolve only MANUAL findings. Scans resolve other findings when they pass.',
      'not_manual',
    ),
    only_scans: invalid(statusAt, 'Only scans can reopen findings.', 'only_scans'),
    no_evidence: invalid(
      '/data/attributes/note',
      'Evidence of 1 to 500 characters is required: how you verified that this passes.',
      'required',
    ),
  }

export const closed = conflict('/data', 'This finding no longer exists.', 'closed_findings')

export const changedMeanwhile = conflict(
  '/data/attributes/expected_status',
  'The status was changed by another user or a scan meanwhile.',
  'status_changed',
)

interface Decider {
  readonly userId: string
  /** When they decided, RFC 3339; left out, now. */
  readonly now?: string
}

/** Judges the live row; a closed finding cannot be decided about. */
async function judge(
  tx: Tx,
  { provider_id, finding_key }: NamedFinding,
  { userId: actor, now: given }: Decider,
  decide: (row: NamedLive, now: string) => NextTriage,
): Promise<void> {
  let met = false
  await reEvaluate(tx, provider_id, [finding_key], {
    mutesOf,
    actor,
    ...(given !== undefined && { now: given }),
    decide(row, now) {
      met = true
      return decide(row, now)
    },
  })
  if (!met) throw closed
}

/** Sets a status, with a note; of a MANUAL finding that is resolved the note is the evidence. */
export async function setTriage(
  tx: Tx,
  named: NamedFinding,
  { status, note }: { readonly status?: Triage; readonly note?: string },
  decider: Decider,
): Promise<void> {
  const { userId } = decider
  if (status === undefined) {
    if (note !== undefined) await addNote(tx, named, note, userId)
    return
  }
  let until: string | null = null
  await judge(tx, named, decider, (row, now) => {
    const next = decided(row, triageCodes[status], { evidence: note !== undefined, now })
    if (typeof next === 'string') throw refusals[next]
    until = next.status_until
    return next
  })
  if (note === undefined) return
  if (until === null) await store.insertNote(tx, named, { body: note, author: userId })
  else
    await attest(tx, named.provider_id, [named.finding_key], {
      evidence: note,
      author: userId,
      until,
    })
}

/** A note marks a finding as reviewed: it is listed with its status from then on. */
export async function addNote(tx: Tx, named: NamedFinding, body: string, author: string) {
  await judge(tx, named, { userId: author }, ({ status, ...row }, now) => ({
    status,
    status_until: row.status_until,
    triage: shownTriage(row, now),
  }))
  return store.insertNote(tx, named, { body, author })
}
