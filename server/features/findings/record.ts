/**
 * The one way by which findings come in: slices of units, merged into the live rows in one
 * transaction. It may run again without harm: ids are derived, and what is the same is not written.
 */
import { addTally, resetDeltas } from '../rollups/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { derivedId } from '../../platform/ids.ts'
import { recordResources, resourceIds, resourceTraits } from '../resources/index.ts'
import { type ScanKind, type StatusCode, type Staged, ukeyOf } from '../observations/index.ts'
import { emptyPlan, type Gone, type Live, type MergePlan, merge, type Version } from './merge.ts'
import { type Mutes, untold } from './mutes.ts'
import type { Portion, Shared, Slice } from './batches.ts'
import * as store from './record-store.ts'
import { nameTwins } from './twins.ts'

/** The scan that records, as far as its findings depend on it. */
export interface RecordingScan {
  readonly id: string
  readonly provider_id: string
  readonly account: string
  readonly kind: ScanKind
  readonly seq: number
  /** Milliseconds of its `inserted_at`: the time part of the ids it makes. */
  readonly insertedMs: number
}

/** A finding whose record could not be read; without a uid, a check whose list could not be. */
export interface Unread {
  readonly check_id: string
  readonly uid: string | null
}

/** What a scan knows of its findings, beside them. */
export interface Evidence {
  readonly scan: RecordingScan
  readonly checks: ReadonlySet<string> | null
  readonly unread: readonly Unread[]
  /** What a partial scan looked for and did not find. */
  readonly absent: store.Absent | null
  readonly mutes: Mutes
}

export interface UnitEvidence extends Evidence {
  /** The unit of the live rows: `s3/us-east-1`; a partial scan records all under `partial`. */
  readonly unit: string
}

export interface Recorded {
  readonly emitted: number
  readonly stored: number
  readonly merged: number
  readonly gaps: number
}

export const nothing: Recorded = { emitted: 0, stored: 0, merged: 0, gaps: 0 }

export const sum = (a: Recorded, b: Recorded): Recorded => ({
  emitted: a.emitted + b.emitted,
  stored: a.stored + b.stored,
  merged: a.merged + b.merged,
  gaps: a.gaps + b.gaps,
})

interface Moment {
  /** RFC 3339 in UTC, milliseconds. */
  readonly now: string
  /** Units that this scan has recorded before. */
  readonly doneUnits: ReadonlySet<string>
}

/** A slice that is written together with slices of other units. */
export interface UnitSlice extends Slice {
  readonly unit: string
}

/**
 * Records one portion of a unit; they come in order. The caller holds the unit's fence and has locked
 * the provider's head in this transaction.
 */
export async function record(
  tx: Tx,
  { unit, ...evidence }: UnitEvidence,
  portion: Portion,
  moment: Moment,
): Promise<Recorded> {
  if (portion.first) await beginUnits(tx, evidence, [unit], moment.now)
  await recordShared(tx, evidence.scan, portion, moment.now)
  const slices = portion.slices.map((slice) => ({ ...slice, unit }))
  const recorded = await recordSlices(tx, evidence, slices, moment)
  return recorded.reduce(sum, nothing)
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

/** Records slices of one unit or of several, in order and written together; each with its counts. */
export async function recordSlices(
  tx: Tx,
  evidence: Evidence,
  slices: readonly UnitSlice[],
  { now, doneUnits }: Moment,
): Promise<Recorded[]> {
  const { scan, unread } = evidence
  const { own, others, gone, before } = await known(tx, scan, slices)
  const unreadChecks = new Set(unread.flatMap((one) => (one.uid === null ? [one.check_id] : [])))
  const input = {
    kind: scan.kind,
    scanId: scan.id,
    seq: scan.seq,
    now,
    checks: evidence.checks,
    unread: new Set(unread.flatMap(({ uid }) => (uid === null ? [] : [ukeyOf(uid)]))),
    unreadChecks,
    rules: evidence.mutes.rules,
    news: await store.news(
      tx,
      scan.provider_id,
      scan.kind === 'full' ? leaving(slices, others) : [],
    ),
    listed: await listed(tx, evidence, slices),
    before: new Map(before.map(({ ukey, raw_status }) => [ukey, raw_status as StatusCode])),
  }
  const together = { plan: emptyPlan(), seen: new Set<string>() }
  const done = new Set(doneUnits)
  const recorded = slices.map((slice): Recorded => {
    const { unit, staged, checks: seenChecks } = slice
    const { counts, gaps } = together.plan
    const was = { ...counts, gaps: gaps.length }
    const here = own.get(slice) ?? []
    const live = [...here, ...strangers(slice, here, others)]
    merge({ ...input, unit, seenChecks, doneUnits: done }, staged, live, gone, together)
    if (slice.first && scan.kind === 'full') {
      const unseen = [...unreadChecks].filter((check_id) => !seenChecks.has(check_id))
      for (const check_id of unseen) gaps.push({ unit, check_id, ukey: null })
    }
    done.add(unit)
    return {
      emitted: counts.emitted - was.emitted,
      stored: counts.stored - was.stored,
      merged: counts.merged - was.merged,
      gaps: gaps.length - was.gaps,
    }
  })
  await write(tx, scan, together.plan, now)
  if (together.plan.gaps.length > 0) await store.insertGaps(tx, scan.id, together.plan.gaps)
  return recorded
}

/** Live rows of other places that a slice has seen. */
const strangers = (
  { staged }: Slice,
  here: readonly Live[],
  others: ReadonlyMap<string, Live>,
): Live[] => {
  const own = new Set(here.map(({ ukey }) => ukey))
  const keys = new Set(staged.map(({ ukey }) => ukey))
  return [...keys].flatMap((key) => (own.has(key) ? [] : (others.get(key) ?? [])))
}

/** Rows that slices take from other units. */
const leaving = (slices: readonly UnitSlice[], others: ReadonlyMap<string, Live>): Live[] =>
  slices.flatMap(({ unit, staged }) =>
    staged.flatMap(({ ukey }) => {
      const live = others.get(ukey)
      return live && live.unit !== unit && live.counted !== null ? [live] : []
    }),
  )

const keysOf = (staged: readonly { rkey: string }[]): string[] => [
  ...new Set(staged.map(({ rkey }) => rkey)),
]

/** The findings that the mutelist hides. Only a mutelist asks for more than a finding says of itself. */
async function listed(
  tx: Tx,
  { scan, mutes: { mutelist } }: Evidence,
  slices: readonly Slice[],
): Promise<ReadonlySet<Staged>> {
  if (!mutelist) return new Set()
  const staged = slices.flatMap((slice) => slice.staged)
  const traits = await resourceTraits(tx, scan.provider_id, keysOf(staged))
  const hidden = await mutelist(
    staged.map(({ check_id, region, rkey }) => ({
      check_id,
      region,
      ...(traits.get(rkey) ?? untold),
    })),
  )
  return new Set(staged.filter((_, at) => hidden[at]))
}

interface Known {
  /** Live rows of each slice's unit in its range. */
  readonly own: ReadonlyMap<Slice, readonly Live[]>
  /** All live rows that are known, by their keys. */
  readonly others: ReadonlyMap<string, Live>
  readonly gone: readonly Gone[]
  readonly before: readonly { ukey: string; raw_status: number }[]
}

/**
 * What is known of findings: rows that are live here or elsewhere, rows that were live once, and what
 * rows said before this scan where it has made a version of them already. Most findings are where they
 * were, so one statement answers for them.
 */
async function known(tx: Tx, scan: RecordingScan, slices: readonly UnitSlice[]): Promise<Known> {
  const providerId = scan.provider_id
  const ranges = slices.map(({ unit, from, until }) => ({ unit, low: from, high: until }))
  const rows = await store.live(tx, providerId, ranges)
  const byUnit = Map.groupBy(rows, ({ unit }) => unit)
  const own = new Map(
    slices.map((slice) => {
      const { unit, from, until } = slice
      const isHere = ({ ukey }: Live): boolean => ukey >= from && (until === null || ukey < until)
      return [slice, (byUnit.get(unit) ?? []).filter(isHere)]
    }),
  )
  const others = new Map(rows.map((row) => [row.ukey, row]))
  const staged = slices.flatMap((slice) => slice.staged)
  const strange = [...new Set(staged.map(({ ukey }) => ukey))].filter((key) => !others.has(key))
  if (strange.length === 0)
    return { own, others, gone: [], before: await versionsBefore(tx, scan, rows) }
  const [elsewhere, gone] = await Promise.all([
    store.elsewhere(tx, scan, strange),
    store.gone(tx, providerId, strange),
  ])
  for (const row of elsewhere) others.set(row.ukey, row)
  return { own, others, gone, before: await versionsBefore(tx, scan, [...others.values()]) }
}

async function versionsBefore(
  tx: Tx,
  scan: RecordingScan,
  live: readonly Live[],
): Promise<{ ukey: string; raw_status: number }[]> {
  const ours = live.filter(({ scan_id }) => scan_id === scan.id).map(({ ukey }) => ukey)
  return ours.length === 0 ? [] : store.statusBefore(tx, scan, ours)
}

/** A unit that runs again leaves nothing of its first run that it does not find itself. */
export async function beginUnits(
  tx: Tx,
  { scan, absent }: Evidence,
  units: readonly string[],
  now: string,
): Promise<void> {
  await store.freshenStatistics(tx)
  await store.deleteGaps(tx, scan.id, units)
  if (scan.kind !== 'partial') return void (await resetDeltas(tx, scan.provider_id, units))
  await store.deleteObservations(tx, scan.id)
  // What is seen after all in this or a later slice is there again.
  if (absent) await store.markGone(tx, scan.provider_id, absent, now)
}

/**
 * Rows are recorded in the order of their keys: ids that begin alike touch fewer pages of each index. Lists of
 * earlier scans pass over later versions by the time in their ids, which is that of the scan that made them.
 */
const findingId = (tenantId: string, scan: RecordingScan, { uid, ukey }: Staged): string =>
  derivedId(scan.insertedMs, [tenantId, scan.provider_id, uid, scan.id], ukey.slice(0, 5))

/** Versions first, then what is counted, in the order of its keys. */
async function write(tx: Tx, scan: RecordingScan, plan: MergePlan, now: string): Promise<void> {
  const written = [...plan.inserted, ...plan.versioned, ...plan.corrected].map(
    ({ staged }) => staged,
  )
  const ids =
    written.length === 0
      ? new Map<string, string>()
      : await resourceIds(tx, scan.provider_id, keysOf(written))
  const row = (version: Version): store.FindingRow => {
    const { staged, place } = version
    return {
      ukey: staged.ukey,
      id: findingId(tx.tenantId, scan, staged),
      unit: place.unit,
      resource_id: version.resource_id ?? ids.get(staged.rkey) ?? null,
      uid: staged.uid,
      check_id: staged.check_id,
      status: version.status,
      status_until: version.status_until,
      raw_status: staged.raw_status,
      severity: staged.severity,
      delta: version.delta,
      muted: version.muted,
      mute_rule_id: version.mute_rule_id,
      muted_reason: version.muted_reason,
      triage: version.triage,
      service: place.service,
      region: place.region,
      resource_type: place.resource_type,
      counted: version.counted,
      observed_seq: version.outside ? scan.seq : null,
      first_seen_at: version.first_seen_at,
      status_extended: staged.status_extended,
      body_key: staged.body_key,
    }
  }
  if (plan.versioned.length > 0) {
    const keys = plan.versioned.map(({ staged }) => staged.ukey)
    await store.closeVersions(tx, scan, keys, 'changed')
  }
  const updated = [...plan.versioned, ...plan.corrected].map(row)
  if (updated.length > 0) await store.updateFindings(tx, scan, updated, now)
  const inserted = plan.inserted.map(row)
  if (inserted.length > 0) await store.insertFindings(tx, scan, inserted, now)
  const placed = [...updated, ...inserted].flatMap(({ resource_id }) => resource_id ?? [])
  await nameTwins(tx, scan.provider_id, [...new Set(placed)])
  if (plan.returned.length > 0) await store.deleteGone(tx, scan.provider_id, plan.returned)
  if (plan.reworded.length > 0) await store.reword(tx, scan.provider_id, plan.reworded)
  if (plan.rejudged.length > 0) await store.rejudge(tx, scan.provider_id, plan.rejudged, now)
  if (plan.recounted.length > 0) await store.recount(tx, scan.provider_id, plan.recounted)
  for (const reason of ['gone', 'unplanned'] as const) {
    const keys = plan.closed.filter((one) => one.reason === reason).map(({ ukey }) => ukey)
    if (keys.length > 0) await store.retire(tx, scan, keys, reason)
  }
  const about = { now, actor: null, scanId: scan.id }
  await store.keepEvents(tx, scan.provider_id, plan.changes, about)
  if (plan.observed.length > 0) await observe(tx, scan, plan, now)
  await addTally(tx, scan.provider_id, {
    rollups: plan.rollups,
    failed: failedById(plan, ids),
  })
}

async function observe(tx: Tx, scan: RecordingScan, plan: MergePlan, now: string): Promise<void> {
  const rows = plan.observed.map(({ ukey, live }) =>
    'staged' in live
      ? {
          ukey,
          status: live.status,
          raw_status: live.staged.raw_status,
          severity: live.staged.severity,
          delta: live.delta,
        }
      : {
          ukey,
          status: live.status,
          raw_status: live.raw_status,
          severity: live.severity,
          delta: null,
        },
  )
  await store.observe(tx, scan, rows, now)
}

/** `failed` is keyed by a new row's rkey or a live row's resource id. */
function failedById(plan: MergePlan, ids: ReadonlyMap<string, string>): Map<string, number> {
  const byId = new Map<string, number>()
  for (const [key, by] of plan.failed) {
    const id = ids.get(key) ?? key
    byId.set(id, (byId.get(id) ?? 0) + by)
  }
  return byId
}
