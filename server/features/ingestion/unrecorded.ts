/** Findings of a file that are not recorded: each has an error with its record and the reason. */
import type { Tx } from '../../platform/db/index.ts'
import { type Staged, statusCodes, statusOf } from '../versions/index.ts'
import type { ExecutingScan } from '../scans/index.ts'
import type { FileSlice, Source } from './batches.ts'
import { outdatedKeys } from './outdated.ts'
import { addBounded, type Fault } from './store.ts'

type Unrecorded = Omit<Fault, 'code'>
interface Sourced extends Source {
  readonly staged: Staged
}

/** What remains of slices, and what was left out of them. */
export interface Remaining {
  readonly slices: readonly FileSlice[]
  readonly unrecorded: readonly Unrecorded[]
}

const { PASS, MANUAL, FAIL } = statusCodes
const badness = { [PASS]: 0, [MANUAL]: 1, [FAIL]: 2 }

/** The newest first; of one moment the worst, so that no PASS replaces a FAIL, and none that is suppressed one that is not. */
const byPrecedence = (a: Sourced, b: Sourced): number =>
  b.time - a.time ||
  badness[b.staged.raw_status] - badness[a.staged.raw_status] ||
  b.staged.severity - a.staged.severity ||
  Number(Boolean(a.staged.suppression)) - Number(Boolean(b.staged.suppression)) ||
  (a.record ?? 0) - (b.record ?? 0)

/** `record 3 (FAIL)` */
const named = ({ record, staged }: Sourced): string =>
  `${record === null ? 'another record' : `record ${record}`} (${statusOf(staged.raw_status)})`

const unrecorded = ({ record }: Source, pointer: string, detail: string): Unrecorded => ({
  pointer,
  detail,
  ...(record !== null && { record }),
})

const duplicate = (one: Source, detail: string): Unrecorded =>
  unrecorded(one, '/finding_info/uid', detail)

const sourced = (slices: readonly FileSlice[]): Sourced[] =>
  slices.flatMap(({ staged, sources }) =>
    staged.flatMap((one) => {
      const source = sources.get(one)
      return source ? [{ ...source, staged: one }] : []
    }),
  )

const keep = (slices: readonly FileSlice[], isKept: (one: Staged) => boolean): FileSlice[] =>
  slices.map((slice) => ({ ...slice, staged: slice.staged.filter(isKept) }))

/** Each finding once. */
export function withoutDuplicates(slices: readonly FileSlice[]): Remaining {
  const all = slices.flatMap(({ staged }) => staged)
  if (new Set(all.map(({ finding_key }) => finding_key)).size === all.length)
    return { slices, unrecorded: [] }
  const byKey = Map.groupBy(sourced(slices), ({ staged }) => staged.finding_key)
  const dropped = new Set<Staged>()
  const lost: Unrecorded[] = []
  for (const same of byKey.values()) {
    if (same.length === 1) continue
    const [best, ...others] = same.toSorted(byPrecedence) as [Sourced, ...Sourced[]]
    for (const one of others) {
      dropped.add(one.staged)
      const why = one.time < best.time ? 'is newer' : 'is of the same time'
      lost.push(
        duplicate(
          one,
          `The file contains this finding twice. ${named(best)} ${why} and was recorded.`,
        ),
      )
    }
  }
  return { slices: keep(slices, (one) => !dropped.has(one)), unrecorded: lost }
}

/** Without findings that have a newer result than their record. */
export async function withoutOutdated(
  tx: Tx,
  scan: ExecutingScan,
  slices: readonly FileSlice[],
): Promise<Remaining> {
  const all = sourced(slices)
  const rows = all.map(({ staged: { finding_key }, time }) => ({ finding_key, time }))
  const seen = await outdatedKeys(tx, scan, rows)
  const lost = all.flatMap((one) => {
    const at = seen.get(one.staged.finding_key)
    if (at === undefined) return []
    const [made, known] = [one.time, at].map((ms) => new Date(ms).toISOString())
    const detail = `The record is from ${made}, but a newer result from ${known} exists and is kept.`
    return [unrecorded(one, '/time', detail)]
  })
  return { slices: keep(slices, ({ finding_key }) => !seen.has(finding_key)), unrecorded: lost }
}

/** By the keys of resources, when the newest of their records was made, in milliseconds. */
export function newestByResource(slices: readonly FileSlice[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const { staged, time } of sourced(slices))
    newest.set(staged.resource_key, Math.max(time, newest.get(staged.resource_key) ?? 0))
  return newest
}

/** Findings that this scan had recorded in another unit before. */
export function duplicatesAmong(
  slices: readonly FileSlice[],
  merged: readonly Staged[],
): Unrecorded[] {
  if (merged.length === 0) return []
  const again = new Set(merged)
  return sourced(slices).flatMap((one) =>
    again.has(one.staged)
      ? [
          duplicate(
            one,
            'The file contains this finding twice. The record with another service was recorded.',
          ),
        ]
      : [],
  )
}

/** Stores the errors, as far as there is room for them. */
export async function addUnrecorded(
  tx: Tx,
  ingestionId: string,
  { outdated, duplicates }: Readonly<Record<'outdated' | 'duplicates', readonly Unrecorded[]>>,
): Promise<void> {
  await addBounded(tx, ingestionId, 'outdated', outdated)
  await addBounded(tx, ingestionId, 'duplicate', duplicates)
}
