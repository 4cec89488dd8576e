/**
 * What rules, people and the clock do to findings between scans: a live row is judged anew, with the
 * bucket it is counted in, its events, the version that holds for the latest scan where a later one has
 * closed it, and what is kept of that scan's rollups. A row is written once, however many scans it stands for.
 */
import type { Tx } from '../../platform/db/index.ts'
import { traitsById } from '../resources/index.ts'
import { changesBetween, isRejudged, type Judged } from './changes.ts'
import {
  bucketOf,
  countedOf,
  deltaCodes,
  type SeverityCode,
  type StatusCode,
  statusCodes,
} from '../observations/index.ts'
import { lockProvider } from '../providers/index.ts'
import { addTally, moveSnapshot, Tally } from '../rollups/index.ts'
import { applyMutes, type Mutes, untold } from './mutes.ts'
import { keepEvents, news, rejudge } from './record-store.ts'
import * as store from './re-evaluate-store.ts'
import { mutedBy, type NextTriage, nextTriage } from './triage.ts'

/** The rules that may be about findings of a provider with these keys. */
export type MutesOf = (tx: Tx, providerId: string, keys: readonly string[]) => Promise<Mutes>

export interface Touch {
  readonly mutesOf: MutesOf
  /** Who decided; null: a rule that ends, or the clock. */
  readonly actor: string | null
  /** What somebody decides about a row; left out, the clock does. */
  readonly decide?: (row: store.LiveFinding, now: string) => NextTriage
  /** RFC 3339 in UTC; left out, the clock of the database once the provider is locked. */
  readonly now?: string
}

interface Touched {
  readonly row: store.LiveFinding
  readonly after: Judged
}

/**
 * Judges live rows of one provider anew and writes those that come out otherwise; gives how many.
 * Providers are taken in the order of their ids by whoever touches several in one transaction.
 */
export async function touch(
  tx: Tx,
  providerId: string,
  keys: readonly string[],
  { mutesOf, actor, decide, now: given }: Touch,
): Promise<number> {
  if (keys.length === 0) return 0
  await lockProvider(tx, providerId)
  const found = await store.contextOf(tx, providerId)
  const context = given === undefined ? found : { ...found, now: given }
  const { now } = context
  const rows = await store.liveFindings(tx, providerId, keys)
  const mutes = await mutesOf(tx, providerId, keys)
  const hidden = await listedAmong(tx, mutes, rows)
  const touched = rows.flatMap((row): Touched[] => {
    const next = decide?.(row, now) ?? nextTriage(row, row.raw_status, now)
    const ruled = applyMutes(mutes.rules, { uid: row.uid, listed: hidden.has(row), now })
    const after = { ...next, ...mutedBy(ruled, next.triage) }
    return isRejudged(row, after) ? [{ row, after }] : []
  })
  if (touched.length > 0) await write(tx, providerId, touched, { context, actor })
  return touched.length
}

/** The rows that the mutelist hides. */
async function listedAmong(
  tx: Tx,
  { mutelist }: Mutes,
  rows: readonly store.LiveFinding[],
): Promise<ReadonlySet<store.LiveFinding>> {
  if (!mutelist) return new Set()
  const resources = [...new Set(rows.flatMap(({ resource_id }) => resource_id ?? []))]
  const traits = await traitsById(tx, resources)
  const hidden = await mutelist(
    rows.map(({ check_id, region, resource_id }) => ({
      check_id,
      region,
      ...(traits.get(resource_id ?? '') ?? untold),
    })),
  )
  return new Set(rows.filter((_, at) => hidden[at]))
}

async function write(
  tx: Tx,
  providerId: string,
  touched: readonly Touched[],
  { context, actor }: { context: store.Context; actor: string | null },
): Promise<void> {
  const { now, latest } = context
  const listed = latest ? await store.listedBy(tx, providerId, latest, touched.map(keyOf)) : []
  const counted = await store.countedRaw(
    tx,
    providerId,
    touched.map(({ row }) => row),
  )
  const runs = await store.runsOf(tx, context, [...new Set(touched.map(({ row }) => row.unit))])
  const told = await news(
    tx,
    providerId,
    touched.map(({ row }) => row),
  )
  const tally = new Tally()
  const rows = touched.map(({ row, after }) => {
    const raw = counted.get(row.ukey) ?? row.raw_status
    // What a file said of a row in another unit is neither new nor changed in its own.
    const isOurs = row.scan_id === runs.get(row.unit) && row.observed_seq !== row.seq_from
    const fresh = isOurs ? row.delta : (told.get(row.ukey) ?? null)
    const effect = effectOf({ row, after })
    return {
      ukey: row.ukey,
      ...judged(after),
      counted: recount(tally, row, { effect, raw, fresh }),
    }
  })
  await rejudge(tx, providerId, rows, now)
  await addTally(tx, providerId, tally)
  const changes = touched.flatMap(({ row, after }) =>
    changesBetween(row, after).map((change) => ({ ukey: row.ukey, ...change })),
  )
  await keepEvents(tx, providerId, changes, { now, actor, scanId: null })
  if (latest) await moveListed(tx, providerId, { touched, listed, latest, now })
}

const keyOf = ({ row }: Touched): string => row.ukey

const judged = ({
  status,
  status_until,
  triage,
  muted,
  mute_rule_id,
  muted_reason,
}: Judged): Judged => ({
  status,
  status_until,
  triage,
  muted,
  mute_rule_id,
  muted_reason,
})

/** What a touch changes of a version: what it left alone on the live row stays on any other too. */
interface Effect {
  readonly status: StatusCode | undefined
  readonly triage: Pick<Judged, 'triage'> | undefined
  readonly muted: Pick<Judged, 'muted' | 'mute_rule_id' | 'muted_reason'> | undefined
}

function effectOf({ row, after }: Touched): Effect {
  const { muted, mute_rule_id, muted_reason, triage, status_until } = after
  const remuted =
    muted !== row.muted || mute_rule_id !== row.mute_rule_id || muted_reason !== row.muted_reason
  const attested = status_until === null ? statusCodes.MANUAL : statusCodes.PASS
  return {
    status: status_until === row.status_until ? undefined : attested,
    triage: triage === row.triage ? undefined : { triage },
    muted: remuted ? { muted, mute_rule_id, muted_reason } : undefined,
  }
}

/** An attestation is about what no API tells: the verdict of a scan stays. */
const statusAfter = (was: StatusCode, raw: StatusCode, { status }: Effect): StatusCode =>
  raw === statusCodes.MANUAL ? (status ?? was) : was

/** Moves a row to another bucket of the rollup that holds it, which may know another verdict of it. */
function recount(
  tally: Tally,
  row: store.LiveFinding,
  { effect, raw, fresh }: { effect: Effect; raw: StatusCode; fresh: number | null },
): number | null {
  if (row.counted === null) return null
  const severity = (row.counted >> 3) as SeverityCode
  const bucket = row.counted & 7
  const status = statusAfter((bucket >> 1) as StatusCode, raw, effect)
  const muted = effect.muted?.muted ?? (bucket & 1) === 1
  const next = bucketOf(status, muted)
  if (next === bucket) return row.counted
  move(tally, row, { severity, from: bucket, to: next, fresh })
  tally.fail(row.resource_id, bucket, -1)
  tally.fail(row.resource_id, next, 1)
  return countedOf(severity, status, muted)
}

function move(
  tally: Tally,
  place: Parameters<Tally['count']>[0],
  {
    severity,
    from,
    to,
    fresh,
  }: { severity: SeverityCode; from: number; to: number; fresh: number | null },
): void {
  const isNew = fresh === deltaCodes.new ? 1 : 0
  const isChanged = fresh === deltaCodes.changed ? 1 : 0
  tally.count(place, severity, from, [-1, -isNew, -isChanged])
  tally.count(place, severity, to, [1, isNew, isChanged])
}

/** What the latest scan lists: versions that a later scan has closed, and its kept rollup where that is read. */
async function moveListed(
  tx: Tx,
  providerId: string,
  {
    touched,
    listed,
    latest,
    now,
  }: {
    touched: readonly Touched[]
    listed: readonly store.Listed[]
    latest: store.LatestScan
    now: string
  },
): Promise<void> {
  const byKey = new Map(touched.map((one) => [keyOf(one), effectOf(one)]))
  const past = new Tally()
  const closed = listed.flatMap((version) => {
    const effect = byKey.get(version.ukey)
    if (!effect) return []
    const status = statusAfter(version.status, version.raw_status, effect)
    const next = { ...version, ...effect.triage, ...effect.muted, status }
    const from = bucketOf(version.status, version.muted)
    const to = bucketOf(status, next.muted)
    const fresh = version.scan_id === latest.id ? version.delta : null
    if (from !== to && version.counted)
      move(past, version, { severity: version.severity, from, to, fresh })
    return version.closed ? [next] : []
  })
  if (closed.length > 0) await store.rejudgeClosed(tx, providerId, closed, now)
  if (latest.from_snapshot) await moveSnapshot(tx, latest, [...past.rollups.values()])
}
