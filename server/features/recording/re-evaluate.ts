/**
 * What rules, people and the clock do to findings between scans: a live row is evaluated again, with the bucket it is
 * counted in, its events, the version of the latest scan if a later one has closed it, and the snapshot of that scan's
 * rollups. A row is written once, however many scans it represents.
 */
import type { Tx } from '../../platform/db/index.ts'
import {
  countedOf,
  type DeltaCode,
  type SeverityCode,
  type StatusCode,
  statusCodes,
  unchanged,
} from '../versions/index.ts'
import { lockProvider } from '../providers/index.ts'
import { traitsById } from '../resources/index.ts'
import { addTally, moveSnapshot, type Place, Tally } from '../rollups/index.ts'
import { changesBetween, isRejudged, type Judged } from './changes.ts'
import { applyMutes, hiddenAmong, type MutesOf } from './mutes.ts'
import * as store from './re-evaluate-store.ts'
import {
  deltas,
  freshenStatistics,
  insertEvents,
  liveByKeys,
  manyRows,
  type NamedLive,
  updateFindings,
} from './record-store.ts'
import { mutedBy, type NextTriage, nextTriage } from './triage.ts'

export interface ReEvaluation {
  readonly mutesOf: MutesOf
  /** Who decided; null: a rule that ends, or the clock. */
  readonly actor: string | null
  /** A user's decision about a row, undefined for an unchanged one; omitted, only time changes rows. */
  readonly decide?: (row: NamedLive, now: string) => NextTriage | undefined
  /** RFC 3339 in UTC; left out, the clock of the database once the provider is locked. */
  readonly now?: string
}

/** A live row, what it is judged now, and what of that any version of it follows. */
interface Changed {
  readonly row: NamedLive
  readonly after: Judged
  readonly effect: Effect
}

/**
 * Judges live rows of one provider again and writes those that change; returns their number. A caller that re-evaluates
 * several providers in one transaction takes them in the order of their ids.
 */
export async function reEvaluate(
  tx: Tx,
  providerId: string,
  keys: readonly string[],
  { mutesOf, actor, decide, now: given }: ReEvaluation,
): Promise<number> {
  if (keys.length === 0) return 0
  await lockProvider(tx, providerId)
  if (keys.length >= manyRows) await freshenStatistics(tx)
  const context = await store.contextOf(tx, providerId)
  const now = given ?? context.now
  const rows = await liveByKeys(tx, providerId, keys, null)
  const mutes = await mutesOf(tx, providerId, keys)
  const hidden = await hiddenAmong(mutes, rows, async () => {
    const ids = new Set(rows.flatMap(({ resource_id }) => resource_id ?? []))
    const traits = await traitsById(tx, [...ids])
    return ({ resource_id }) => traits.get(resource_id ?? '')
  })
  const changed = rows.flatMap((row): Changed[] => {
    const next = decide ? decide(row, now) : nextTriage(row, row.raw_status, now)
    if (!next) return []
    const ruled = applyMutes(mutes.rules, { uid: row.uid, listed: hidden.has(row), now })
    const { suppression } = row
    const muted = mutedBy(ruled, { triage: next.triage, suppression })
    const after = { ...next, ...muted, suppression }
    return isRejudged(row, after) ? [{ row, after, effect: effectOf(row, after) }] : []
  })
  if (changed.length > 0) await write(tx, providerId, changed, { ...context, now, actor })
  return changed.length
}

async function write(
  tx: Tx,
  providerId: string,
  changed: readonly Changed[],
  { now, actor, latest, recording }: store.Context & Pick<ReEvaluation, 'actor'>,
): Promise<void> {
  const live = changed.map(({ row }) => row)
  const listed = latest ? await store.listedBy(tx, providerId, latest, live) : []
  const rawCounted = await store.rawCounted(tx, providerId, live)
  const beingRecorded = await store.unitsBeingRecorded(tx, recording, live)
  const counted = await deltas(tx, providerId, live)
  const tally = new Tally()
  const rows = changed.map(({ row, after, effect }) => {
    // A row that a file names in another unit is neither new nor changed in its own unit.
    const isOurs =
      row.scan_id === recording && beingRecorded.has(row.unit) && row.observed_seq !== row.seq_from
    return {
      ...row,
      ...after,
      ...unchanged,
      triaged_at: now,
      counted: recount(tally, row, {
        effect,
        raw: rawCounted.get(row.finding_key) ?? row.raw_status,
        delta: isOurs ? row.delta : counted.get(row.finding_key),
      }),
    }
  })
  await updateFindings(tx, providerId, rows)
  await addTally(tx, providerId, tally)
  const changes = changed.flatMap(({ row, after }) =>
    changesBetween(row, after).map((change) => ({ finding_key: row.finding_key, ...change })),
  )
  await insertEvents(tx, providerId, changes, { now, actor, scanId: null })
  if (!latest) return
  const effects = new Map(changed.map(({ row, effect }) => [row.finding_key, effect]))
  const snapshot = new Tally()
  const closed = listed.flatMap((version) => {
    const effect = effects.get(version.finding_key)
    if (!effect) return []
    const counted = version.isCounted
      ? countedOf(version.severity, version.status, version.muted)
      : null
    const delta = version.scan_id === latest.id ? version.delta : null
    recount(snapshot, { ...version, counted }, { effect, raw: version.raw_status, delta })
    const status = statusAfter(version.status, version.raw_status, effect)
    return version.isClosed ? [{ ...version, ...effect.triage, ...effect.muted, status }] : []
  })
  if (closed.length > 0) await store.updateHistory(tx, providerId, closed, now)
  if (latest.from_snapshot) await moveSnapshot(tx, latest, [...snapshot.rollups.values()])
}

/** What is left alone on the live row stays on any other version too. */
interface Effect {
  readonly status: StatusCode | undefined
  readonly triage: Pick<Judged, 'triage'> | undefined
  readonly muted: Pick<Judged, 'muted' | 'mute_rule_id' | 'muted_reason'> | undefined
}

function effectOf(row: Judged, after: Judged): Effect {
  const { muted, mute_rule_id, muted_reason, triage, status_until } = after
  const isMuteSame =
    muted === row.muted && mute_rule_id === row.mute_rule_id && muted_reason === row.muted_reason
  const attested = status_until === null ? statusCodes.MANUAL : statusCodes.PASS
  return {
    status: status_until === row.status_until ? undefined : attested,
    triage: triage === row.triage ? undefined : { triage },
    muted: isMuteSame ? undefined : { muted, mute_rule_id, muted_reason },
  }
}

/** An attestation is about what no API reports: the verdict of a scan stays. */
const statusAfter = (was: StatusCode, raw: StatusCode, { status }: Effect): StatusCode =>
  raw === statusCodes.MANUAL ? (status ?? was) : was

/** Moves a row to another bucket of its rollup, which may count it under an older verdict. */
function recount(
  tally: Tally,
  row: Place & { readonly counted: number | null },
  of: { effect: Effect; raw: StatusCode; delta: DeltaCode | null | undefined },
): number | null {
  const { counted } = row
  if (counted === null) return null
  const status = statusAfter(((counted & 7) >> 1) as StatusCode, of.raw, of.effect)
  const muted = of.effect.muted?.muted ?? (counted & 1) === 1
  const next = countedOf((counted >> 3) as SeverityCode, status, muted)
  if (next !== counted) {
    tally.count(row, counted, -1, of.delta)
    tally.count(row, next, 1, of.delta)
  }
  return next
}
