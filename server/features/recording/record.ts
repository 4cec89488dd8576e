/**
 * The one way by which findings come in: slices of units, merged into the live rows in one
 * transaction. It may run again without harm: ids are derived, and what is the same is not written.
 */
import type { Tx } from '../../platform/db/index.ts'
import { derivedId } from '../../platform/ids.ts'
import { type ScanKind, type Staged, findingKeyOf } from '../versions/index.ts'
import { recordResources, resourceIds, resourceTraits } from '../resources/index.ts'
import { addTally, resetDeltas, Tally } from '../rollups/index.ts'
import type { Shared, UnitSlice } from './batches.ts'
import {
  isInPlace,
  isSame,
  type Live,
  Merge,
  type MergePlan,
  type Recorded,
  total,
  type UnitEvidence,
} from './merge.ts'
import { hiddenAmong, type MutesOf } from './mutes.ts'
import * as store from './record-store.ts'
import { nameResources } from './several-findings.ts'

/** The scan that records, as far as its findings depend on it. */
export interface RecordingScan {
  readonly id: string
  readonly provider_id: string
  readonly kind: ScanKind
  readonly seq: number
  /** RFC 3339: the time part of the ids that it makes. */
  readonly inserted_at: string
}

/** A finding whose record could not be read; without a uid, a check whose list could not be. */
export interface Unread {
  readonly check_id: string
  readonly uid: string | null
}

/** The part of a unit that the scan of a cloud could see. */
export interface UnitSight {
  /** Checks that the plan ran; null: any. */
  readonly checks: ReadonlySet<string> | null
  readonly unread: readonly Unread[]
  /** Checks and the regions that the configuration excludes from them. */
  readonly excluded: readonly { readonly check_id: string; readonly region: string }[]
}

const unitEvidence = ({ checks, unread, excluded }: UnitSight): UnitEvidence => ({
  checks,
  unread: new Set(unread.flatMap(({ uid }) => (uid === null ? [] : [findingKeyOf(uid)]))),
  unreadChecks: new Set(unread.flatMap(({ uid, check_id }) => (uid === null ? [check_id] : []))),
  excluded: new Set(excluded.map(({ check_id, region }) => `${check_id} ${region}`)),
})

/** A unit that runs again leaves nothing of its first run that it does not find itself. */
export async function beginUnits(
  tx: Tx,
  scan: RecordingScan,
  units: readonly string[],
  { now, absent }: { readonly now: string; readonly absent: store.Absent | null },
): Promise<void> {
  await store.freshenStatistics(tx)
  await store.deleteGaps(tx, scan.id, units)
  if (scan.kind !== 'partial') return void (await resetDeltas(tx, scan.provider_id, units))
  await store.deleteObservations(tx, scan.id)
  // What is seen after all in this or a later slice is there again.
  if (absent) await store.markAbsent(tx, scan.provider_id, absent, now)
}

/** What findings share comes before them: a row of theirs names it. */
export async function recordShared(
  tx: Tx,
  scan: RecordingScan,
  { resources, bodies }: Shared,
  now: string,
): Promise<void> {
  await recordResources(tx, scan, resources, now)
  await store.insertBodies(tx, scan.provider_id, bodies)
}

interface Circumstances {
  /** RFC 3339 in UTC, milliseconds. */
  readonly now: string
  /** Units that this scan has recorded before. */
  readonly doneUnits: ReadonlySet<string>
  readonly mutesOf: MutesOf
  /** By unit; all of a unit without one was read, and it has no plan. */
  readonly seen: ReadonlyMap<string, UnitSight>
}

export interface RecordedSlices {
  /** Counts by unit. */
  readonly recorded: ReadonlyMap<string, Recorded>
  /** Observations of findings that the scan had observed already. */
  readonly merged: readonly Staged[]
}

/** Records slices of one unit or of several in one write. */
export async function recordSlices(
  tx: Tx,
  scan: RecordingScan,
  slices: readonly UnitSlice[],
  { now, doneUnits, mutesOf, seen }: Circumstances,
): Promise<RecordedSlices> {
  const staged = slices.flatMap((slice) => slice.staged)
  const keys = staged.map(({ finding_key }) => finding_key)
  const mutes = await mutesOf(tx, scan.provider_id, keys)
  const known = await knownFindings(tx, scan, slices)
  const insertedMs = Date.parse(scan.inserted_at)
  const merge = new Merge({
    ...known,
    scan,
    now,
    idOf: ({ uid, finding_key }) => {
      const named = [tx.tenantId, scan.provider_id, uid, scan.id]
      // Rows are recorded in the order of their keys: ids that begin alike touch fewer pages of each index. Lists of
      // earlier scans pass over later versions by the time in their ids, which is that of the scan that made them.
      return derivedId(insertedMs, named, finding_key.slice(0, 5))
    },
    evidence: evidenceOf(slices, seen),
    doneUnits,
    rules: mutes.rules,
    listed: await hiddenAmong(mutes, staged, async () => {
      const traits = await resourceTraits(tx, scan.provider_id, resourceKeys(staged))
      return ({ resource_key }) => traits.get(resource_key)
    }),
  })
  const counts = merge.merge(slices)
  await write(tx, scan, merge.plan, now)
  const ofUnits = Map.groupBy(counts.keys(), (at) => slices[at]?.unit ?? '')
  const recorded = new Map(
    [...ofUnits].map(([unit, all]) => [unit, total(all.flatMap((at) => counts[at] ?? []))]),
  )
  return { recorded, merged: merge.plan.merged }
}

function evidenceOf(
  slices: readonly UnitSlice[],
  seen: ReadonlyMap<string, UnitSight>,
): ReadonlyMap<string, UnitEvidence> {
  const units = [...new Set(slices.map(({ unit }) => unit))]
  return new Map(
    units.flatMap((unit): [string, UnitEvidence][] => {
      const sight = seen.get(unit)
      return sight ? [[unit, unitEvidence(sight)]] : []
    }),
  )
}

const resourceKeys = (staged: readonly Staged[]): string[] => [
  ...new Set(staged.map(({ resource_key }) => resource_key)),
]

/**
 * What is known of findings: rows that are live here or in other units, findings that were closed, and the state of
 * rows before this scan if it has already versioned them. Most findings are where they were, so one statement reads
 * them all.
 */
async function knownFindings(tx: Tx, scan: RecordingScan, slices: readonly UnitSlice[]) {
  const { provider_id } = scan
  const live = new Map<string, Live>()
  const add = (rows: readonly Live[]): void => rows.forEach((row) => live.set(row.finding_key, row))
  add(await store.live(tx, provider_id, slices))
  const staged = slices.flatMap((slice) => slice.staged)
  const others = [...new Set(staged.map(({ finding_key }) => finding_key))].filter(
    (key) => !live.has(key),
  )
  const [ofOtherUnits, closed] =
    others.length === 0
      ? [[], []]
      : await Promise.all([
          store.liveByKeys(tx, provider_id, others, scan.id),
          store.closed(tx, provider_id, others),
        ])
  add(ofOtherUnits)
  const ours = [...live.values()].filter(({ scan_id }) => scan_id === scan.id)
  /** Rows that slices take from other units, and observations that make a version. */
  const moving: Live[] = []
  const making: Staged[] = []
  for (const { unit, staged } of slices)
    for (const one of staged) {
      const row = live.get(one.finding_key)
      const isMoved = row !== undefined && !isInPlace(unit, one, row)
      if (isMoved && row.unit !== unit && row.counted !== null && scan.kind === 'full')
        moving.push(row)
      if (isMoved || !isSame(one, row)) making.push(one)
    }
  return {
    live,
    closed: new Map(closed.map((row) => [row.finding_key, row])),
    before: await store.statusBefore(
      tx,
      scan,
      ours.map(({ finding_key }) => finding_key),
    ),
    deltas: await store.deltas(tx, provider_id, moving),
    resourceIds:
      making.length === 0
        ? new Map<string, string>()
        : await resourceIds(tx, provider_id, resourceKeys(making)),
  }
}

/** Versions first, then what is counted, in the order of its keys. */
async function write(tx: Tx, scan: RecordingScan, plan: MergePlan, now: string): Promise<void> {
  const { provider_id } = scan
  const { inserted, updated, closed, gaps, returned, changes, tally } = plan
  const written = [...updated, ...inserted]
  const versions = updated.flatMap(({ id, finding_key }) => (id === null ? [] : [finding_key]))
  if (versions.length > 0) await store.closeVersions(tx, scan, versions, 'changed')
  if (updated.length > 0) await store.updateFindings(tx, provider_id, updated)
  if (inserted.length > 0) await store.insertFindings(tx, provider_id, inserted)
  const made = written.filter(({ id }) => id !== null)
  if (made.length >= store.manyRows) await store.freshenStatistics(tx)
  await nameResources(tx, provider_id, made)
  if (returned.length > 0) await store.deleteClosed(tx, provider_id, returned)
  for (const reason of ['removed', 'unplanned'] as const) {
    const keys = closed.flatMap((one) => (one.reason === reason ? [one.finding_key] : []))
    if (keys.length > 0) await store.closeFindings(tx, scan, keys, reason)
  }
  await store.insertEvents(tx, provider_id, changes, { now, actor: null, scanId: scan.id })
  const observed = written.filter(({ observed_seq }) => observed_seq === scan.seq)
  if (observed.length > 0)
    await store.insertObservations(
      tx,
      scan,
      observed.map(({ finding_key }) => finding_key),
      now,
    )
  await addTally(tx, provider_id, tally)
  if (gaps.length > 0) await store.insertGaps(tx, scan.id, gaps)
}

/**
 * Closes live rows of a unit that no plan has any more, as unplanned: their triage stays for a return.
 * Closes about one transaction's rows and returns their number.
 */
export async function closeUnplanned(tx: Tx, scan: RecordingScan, unit: string): Promise<number> {
  const rows = await store.someOfUnit(tx, scan.provider_id, unit)
  if (rows.length === 0) return 0
  const deltas = await store.deltas(tx, scan.provider_id, rows)
  const tally = new Tally()
  for (const row of rows) tally.count(row, row.counted, -1, deltas.get(row.finding_key))
  await store.closeFindings(
    tx,
    scan,
    rows.map(({ finding_key }) => finding_key),
    'unplanned',
  )
  await addTally(tx, scan.provider_id, tally)
  return rows.length
}
