/**
 * The one way by which findings come in: a slice of a unit, merged into the live rows in one
 * transaction. It may run again without harm: ids are derived, and what is the same is not written.
 */
import type { Tx } from '../../platform/db/index.ts'
import { derivedId } from '../../platform/ids.ts'
import { recordResources, resourceIds, resourceTraits } from '../resources/index.ts'
import type { ScanKind, StatusCode } from './codes.ts'
import {
  type Gone,
  type Live,
  type MergeInput,
  type MergePlan,
  merge,
  type Version,
} from './merge.ts'
import type { Mutes } from './mutes.ts'
import { type Staged, ukeyOf } from '../observations/index.ts'
import type { Portion, Slice } from './portion.ts'
import * as store from './record-store.ts'

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

export interface UnitEvidence {
  readonly scan: RecordingScan
  /** The unit of the live rows: `s3/us-east-1`; a partial scan records all under `partial`. */
  readonly unit: string
  readonly checks: ReadonlySet<string> | null
  readonly unread: readonly Unread[]
  /** Uids of named resources that a partial scan found gone. */
  readonly vanished: ReadonlySet<string>
  readonly mutes: Mutes
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

/**
 * Records one portion of a unit; they come in order. The caller holds the unit's fence and has locked
 * the provider's head in this transaction.
 */
export async function record(
  tx: Tx,
  evidence: UnitEvidence,
  portion: Portion,
  moment: Moment,
): Promise<Recorded> {
  const { scan } = evidence
  if (portion.first) await begin(tx, evidence, moment.now)
  await recordResources(tx, scan, portion.resources, moment.now)
  await store.insertBodies(tx, scan.provider_id, portion.bodies)
  let recorded = nothing
  for (const slice of portion.slices) {
    recorded = sum(recorded, await recordSlice(tx, evidence, slice, moment))
  }
  return recorded
}

async function recordSlice(
  tx: Tx,
  evidence: UnitEvidence,
  slice: Slice,
  { now, doneUnits }: Moment,
): Promise<Recorded> {
  const { scan, unit, unread } = evidence
  const { live, gone, before } = await known(tx, evidence, slice)
  const input: MergeInput = {
    kind: scan.kind,
    scanId: scan.id,
    seq: scan.seq,
    unit,
    now,
    account: scan.account,
    checks: evidence.checks,
    unread: new Set(unread.flatMap(({ uid }) => (uid === null ? [] : [ukeyOf(uid)]))),
    unreadChecks: new Set(unread.flatMap(({ uid, check_id }) => (uid === null ? [check_id] : []))),
    seenChecks: slice.checks,
    doneUnits,
    mutes: evidence.mutes,
    traits: await traits(tx, evidence, slice),
    before: new Map(before.map(({ ukey, raw_status }) => [ukey, raw_status as StatusCode])),
  }
  const plan = merge(input, slice.staged, live, gone)
  await write(tx, evidence, plan, now)
  if (slice.first && scan.kind === 'full') {
    const unseen = [...input.unreadChecks].filter((check_id) => !slice.checks.has(check_id))
    for (const check_id of unseen) plan.gaps.push({ check_id, ukey: null })
  }
  if (plan.gaps.length > 0) await store.insertGaps(tx, scan.id, unit, plan.gaps)
  return { ...plan.counts, gaps: plan.gaps.length }
}

const keysOf = (staged: readonly { rkey: string }[]): string[] => [
  ...new Set(staged.map(({ rkey }) => rkey)),
]

/** Only a mutelist asks for more than a finding says of itself. */
async function traits(tx: Tx, { scan, mutes }: UnitEvidence, { staged }: Slice) {
  if (mutes.mutelist.length === 0) return new Map<string, never>()
  return resourceTraits(tx, scan.provider_id, keysOf(staged))
}

/**
 * What is known of a slice's findings: rows that are live here or elsewhere, rows that were live once,
 * and what rows said before this scan where it has made a version of them already. Most findings are
 * where they were, so one statement answers for them.
 */
async function known(
  tx: Tx,
  { scan, unit }: UnitEvidence,
  { staged, from, until }: Slice,
): Promise<{ live: Live[]; gone: Gone[]; before: { ukey: string; raw_status: number }[] }> {
  const providerId = scan.provider_id
  const own = await store.live(tx, { providerId, unit, from, until })
  const here = new Set(own.map(({ ukey }) => ukey))
  const strange = staged.map(({ ukey }) => ukey).filter((ukey) => !here.has(ukey))
  if (strange.length === 0)
    return { live: own, gone: [], before: await versionsBefore(tx, scan, own) }
  const [others, gone] = await Promise.all([
    store.elsewhere(tx, scan, strange),
    store.gone(tx, providerId, strange),
  ])
  const live = [...own, ...others]
  return { live, gone, before: await versionsBefore(tx, scan, live) }
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
async function begin(tx: Tx, { scan, unit, vanished }: UnitEvidence, now: string): Promise<void> {
  await store.freshenStatistics(tx)
  await store.deleteGaps(tx, scan.id, unit)
  if (scan.kind !== 'partial') return void (await store.forgetDeltas(tx, scan.provider_id, unit))
  await store.deleteObservations(tx, scan.id)
  // What is seen after all in this or a later slice is there again.
  if (vanished.size > 0) await store.markGone(tx, scan.provider_id, [...vanished], now)
}

/** Rows are recorded in the order of their keys: ids that begin alike touch fewer pages of each index. */
const findingId = (tenantId: string, scan: RecordingScan, { uid, ukey }: Staged): string =>
  derivedId(scan.insertedMs, [tenantId, scan.provider_id, uid, scan.id], ukey.slice(0, 5))

/** Versions first, then what is counted, in the order of its keys. */
async function write(tx: Tx, { scan }: UnitEvidence, plan: MergePlan, now: string): Promise<void> {
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
  if (plan.inserted.length > 0) await store.insertFindings(tx, scan, plan.inserted.map(row), now)
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
  await store.writeTally(tx, scan.provider_id, {
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
