/** One decision about many findings, in one transaction. Where it cannot be made, a finding stays as it is. */
import type { Problem } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { type FindingKey, type Triage, triageCodes } from '../versions/index.ts'
import { findingsById } from '../findings/index.ts'
import { attest, decided, reEvaluate, shownTriage } from '../recording/index.ts'
import { mutesOf } from '../mutes/index.ts'
import { changedMeanwhile, closed, refusals } from './deciding.ts'
import type { BulkTriage } from './resource.ts'
import * as store from './store.ts'

export interface Decision {
  readonly status: Triage
  /** A finding with another status was decided about meanwhile, and stays as it is. */
  readonly expected_status?: Triage
  /** Of MANUAL findings that are resolved it is the evidence. */
  readonly note?: string
}

export async function setTriages(
  tx: Tx,
  caller: Caller,
  { finding_ids, ...decision }: Decision & { readonly finding_ids: readonly string[] },
): Promise<BulkTriage> {
  const named = await findingsById(tx, caller, finding_ids)
  const outcomes = await decideAll(tx, caller, [...named.values()], decision)
  const problemOf = (id: string): Pick<Problem, 'code' | 'detail'> | undefined => {
    const one = named.get(id)
    if (!one) return { code: 'not_found', detail: 'There is no finding with this ID.' }
    const outcome = outcomeOf(outcomes, one)
    return outcome === 'decided' ? undefined : outcome
  }
  const asked = [...new Set(finding_ids)].map((id) => ({ id, problem: problemOf(id) }))
  return {
    id: 'bulk',
    status: decision.status,
    changed: [...outcomes.values()].flatMap((own) => [...own.values()]).filter(isDecided).length,
    finding_ids: asked.flatMap(({ id, problem }) => (problem ? [] : [id])),
    refused: asked.flatMap(({ id, problem }) =>
      problem ? [{ finding_id: id, code: problem.code, detail: problem.detail }] : [],
    ),
  }
}

/** By the key of the finding; one that is not live any more has none. */
type Outcomes = ReadonlyMap<string, 'decided' | Problem>

/** By provider. Findings may be named several times. */
export async function decideAll(
  tx: Tx,
  by: Pick<Caller, 'userId'>,
  named: readonly FindingKey[],
  decision: Decision,
): Promise<ReadonlyMap<string, Outcomes>> {
  const keys = new Map<string, Set<string>>()
  for (const { provider_id, finding_key } of named)
    keys.set(provider_id, (keys.get(provider_id) ?? new Set()).add(finding_key))
  const outcomes = new Map<string, Outcomes>()
  // In the order of their ids: two who decide at once wait for each other, and not both.
  for (const [provider, own] of [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    outcomes.set(provider, await decideIn(tx, by, provider, [...own], decision))
  return outcomes
}

const isDecided = (outcome: 'decided' | Problem): boolean => outcome === 'decided'
export const outcomeOf = (
  outcomes: ReadonlyMap<string, Outcomes>,
  { provider_id, finding_key }: FindingKey,
): 'decided' | Problem => outcomes.get(provider_id)?.get(finding_key) ?? closed

async function decideIn(
  tx: Tx,
  { userId }: Pick<Caller, 'userId'>,
  providerId: string,
  keys: readonly string[],
  { status, expected_status, note }: Decision,
): Promise<Outcomes> {
  const outcomes = new Map<string, 'decided' | Problem>()
  let until: string | null = null
  await reEvaluate(tx, providerId, keys, {
    mutesOf,
    actor: userId,
    decide(row, now) {
      if (expected_status !== undefined && shownTriage(row, now) !== triageCodes[expected_status]) {
        outcomes.set(row.finding_key, changedMeanwhile)
        return undefined
      }
      const next = decided(row, triageCodes[status], { evidence: note !== undefined, now })
      outcomes.set(row.finding_key, typeof next === 'string' ? refusals[next] : 'decided')
      if (typeof next === 'string') return undefined
      until = next.status_until
      return next
    },
  })
  const own = keys.filter((key) => outcomes.get(key) === 'decided')
  if (note === undefined || own.length === 0) return outcomes
  const by = { author: userId }
  if (until === null) await store.insertNotes(tx, providerId, own, { ...by, body: note })
  else await attest(tx, providerId, own, { ...by, evidence: note, until })
  return outcomes
}
