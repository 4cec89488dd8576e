/** How a unit is cut for recording: batches of a transaction each, findings in slices by their keys. */
import type { Batch as StagedBatch, Staged } from '../versions/index.ts'

/** A range of keys: `from` is in it, `until` (null: no end) is not. */
export interface KeyRange {
  readonly from: string
  readonly until: string | null
}
export interface UnitRange extends KeyRange {
  readonly unit: string
}

/** The part of a unit's findings with keys in a range. */
export interface Slice extends KeyRange {
  readonly staged: readonly Staged[]
  /** The slice with the lowest keys. */
  readonly first: boolean
  /** Checks of which the whole unit has seen anything. */
  readonly checks: ReadonlySet<string>
}

/** What findings share. */
export type Shared = Omit<StagedBatch, 'findings'>

/** What one transaction records. A unit's shared rows all come before its first slice. */
export interface Batch extends Shared {
  readonly slices: readonly Slice[]
  /** The first of its unit. */
  readonly first: boolean
  /** The last of its unit. */
  readonly last: boolean
}

/** Rows of one transaction, about: more would keep the process from answering others for longer. */
export const maxRows = 2_000

export const allKeys: KeyRange = { from: '00000000-0000-0000-0000-000000000000', until: null }

export const inKeyOrder = <Row extends { readonly finding_key: string }>(
  rows: readonly Row[],
): Row[] =>
  rows.toSorted((a, b) =>
    a.finding_key < b.finding_key ? -1 : a.finding_key > b.finding_key ? 1 : 0,
  )

/**
 * Cuts the findings of a range of keys into slices by key, so that each slice also finds what is
 * missing in it. Together the slices cover the range, whatever was seen.
 */
export function slices(
  staged: readonly Staged[],
  {
    range = allKeys,
    most = maxRows,
    checks = new Set(staged.map(({ check_id }) => check_id)),
  }: { range?: KeyRange; most?: number; checks?: ReadonlySet<string> } = {},
): Slice[] {
  const sorted = inKeyOrder(staged)
  const cut: Slice[] = []
  let { from } = range
  let start = 0
  do {
    let end = Math.min(start + most, sorted.length)
    // One uid seen twice must not be cut in two.
    while (end < sorted.length && sorted[end]?.finding_key === sorted[end - 1]?.finding_key)
      end += 1
    const next = sorted[end]?.finding_key
    const first = from === allKeys.from
    cut.push({ staged: sorted.slice(start, end), from, until: next ?? range.until, first, checks })
    from = next ?? from
    start = end
  } while (start < sorted.length)
  return cut
}

/** Parts of a batch in their order, each of at most `most` rows, with its size. */
function* parts(
  shared: Iterable<Shared>,
  cut: Iterable<Slice>,
  most: number,
): Generator<[size: number, part: Partial<Batch>]> {
  for (const rows of shared)
    for (const kind of ['resources', 'bodies'] as const)
      for (let start = 0; start < rows[kind].length; start += most) {
        const some = rows[kind].slice(start, start + most)
        yield [some.length, { [kind]: some }]
      }
  for (const slice of cut) yield [slice.staged.length, { slices: [slice] }]
}

/** Puts parts together until a transaction is full: a small unit is one batch. */
export function* inBatches(
  shared: Iterable<Shared>,
  cut: Iterable<Slice>,
  most = maxRows,
): Generator<Batch> {
  const empty: Batch = { first: false, last: false, resources: [], bodies: [], slices: [] }
  let batch: Batch = { ...empty, first: true }
  let size = 0
  for (const [rows, { resources = [], bodies = [], slices = [] }] of parts(shared, cut, most)) {
    if (size > 0 && size + rows > most) {
      yield batch
      batch = empty
      size = 0
    }
    batch = {
      ...batch,
      resources: [...batch.resources, ...resources],
      bodies: [...batch.bodies, ...bodies],
      slices: [...batch.slices, ...slices],
    }
    size += rows
  }
  yield { ...batch, last: true } // there is at least one slice, the one of all keys
}
