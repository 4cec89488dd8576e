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

/** A slice of one unit, which may be written together with slices of others. */
export interface UnitSlice extends Slice {
  readonly unit: string
}

/**
 * One transaction's rows. Shared rows come before the findings that name them, slices in the order of their units and
 * keys. A unit begins with the slice that is `first`, and ends with the one that has no `until`.
 */
export interface Batch extends Shared {
  readonly slices: readonly UnitSlice[]
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

const empty: Batch = { resources: [], bodies: [], slices: [] }

const joined = (batches: readonly Batch[]): Batch => ({
  resources: batches.flatMap(({ resources }) => resources),
  bodies: batches.flatMap(({ bodies }) => bodies),
  slices: batches.flatMap(({ slices }) => slices),
})

const rowsOf = ({ resources, bodies, slices }: Batch): number =>
  slices.reduce((rows, { staged }) => rows + staged.length, resources.length + bodies.length)

/** Parts of a unit in their order, each of at most `most` rows. */
function* parts({ unit, shared, cut }: CutUnit, most: number): Generator<Batch> {
  for (const rows of shared)
    for (const kind of ['resources', 'bodies'] as const)
      for (let start = 0; start < rows[kind].length; start += most)
        yield { ...empty, [kind]: rows[kind].slice(start, start + most) }
  for (const slice of cut) yield { ...empty, slices: [{ ...slice, unit }] }
}

/** A whole unit. */
interface CutUnit {
  readonly unit: string
  readonly shared: Iterable<Shared>
  /** Slices that cover all keys, in order. */
  readonly cut: Iterable<Slice>
}

/** Puts batches together in their order until a transaction is full. One that is alone keeps its own. */
function* packed(
  batches: Iterable<Batch>,
  most: number,
  isAlone: (batch: Batch) => boolean = () => false,
): Generator<Batch> {
  let pack: Batch[] = []
  let size = 0
  for (const batch of batches) {
    if (isAlone(batch)) {
      yield batch
      continue
    }
    const rows = rowsOf(batch)
    if (size > 0 && size + rows > most) {
      yield joined(pack)
      pack = []
      size = 0
    }
    pack.push(batch)
    size += rows
  }
  if (pack.length > 0) yield joined(pack)
}

/** A small unit is one batch, and so is one that saw nothing. */
export const inBatches = (unit: CutUnit, most = maxRows): Generator<Batch> =>
  packed(parts(unit, most), most)

/** All of a unit that is in memory as a whole. */
export const batchesOf = (
  unit: string,
  { findings, ...shared }: StagedBatch,
  most = maxRows,
): Generator<Batch> => inBatches({ unit, shared: [shared], cut: slices(findings, { most }) }, most)

/** The end of a unit that has begun in it. */
const isWhole = ({ slices }: Batch): boolean =>
  slices[0]?.first === true && slices.at(-1)?.until === null

function* flat<T>(lists: Iterable<Iterable<T>>): Generator<T> {
  for (const list of lists) yield* list
}

/** Batches of whole units, of which small ones share transactions. A batch of a part of a unit is of that unit alone. */
export const sharedBatches = (units: Iterable<Iterable<Batch>>, most = maxRows): Generator<Batch> =>
  packed(flat(units), most, (batch) => !isWhole(batch))
