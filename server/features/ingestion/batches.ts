/** The sorted findings of an account cut into transactions: slices of its units in their order, over the borders of units. */
import { allKeys, type Batch, maxRows, type UnitSlice } from '../recording/index.ts'
import { lowestKeyBeside, type Staged, type StagedBody } from '../versions/index.ts'
import type { StagedResource } from '../resources/index.ts'
import type { ImportedScan } from './checkpoints.ts'
import type { CheckOfFile } from './file-checks.ts'
import { readLine, stagedOf, type UnitSummary } from './findings-lines.ts'
import { lineSplitter } from './sort-lines.ts'
import { suppressionOf } from './suppressions.ts'

/** Where a finding of a file comes from. */
export interface Source {
  /** Milliseconds since 1970. */
  readonly time: number
  /** The index of the record; null where an earlier version has sorted the file. */
  readonly record: number | null
}

/** A slice, and the records that its findings come from. */
export interface FileSlice extends UnitSlice {
  readonly number: number
  readonly sources: ReadonlyMap<Staged, Source>
}

/** Rows that findings share, or findings. */
export interface FileBatch extends Batch {
  readonly checks: readonly CheckOfFile[]
  readonly slices: readonly FileSlice[]
  /** Where the next one begins. */
  readonly until: number
}

/** A slice while its rows come. */
interface OpenSlice extends FileSlice {
  until: string | null
  readonly staged: Staged[]
  readonly sources: Map<Staged, Source>
}

/** Each line, with the byte at which it begins. */
async function* linesOf(
  content: AsyncIterable<Buffer>,
  from: number,
  until: number,
): AsyncGenerator<{ readonly at: number; readonly line: string }> {
  const split = lineSplitter()
  let at = from
  for await (const chunk of content)
    for (const line of split(chunk)) {
      yield { at, line: line.toString('utf8', 0, line.length - 1) }
      at += line.length
      if (at >= until) return
    }
  throw new Error(`The sorted findings end before byte ${until}.`)
}

/**
 * What remains from a position on, in batches of about so many rows: a file of a thousand small units
 * does not make a thousand transactions. Rows whose keys begin alike are never apart, and the slice of a unit that has begun
 * before is alone in its batch: all of the unit was seen when it started.
 */
export async function* batchesOf(
  content: AsyncIterable<Buffer>,
  units: readonly UnitSummary[],
  place: Pick<ImportedScan, 'position' | 'began_at' | 'ends_at' | 'file_name'>,
  most = maxRows,
): AsyncGenerator<FileBatch> {
  const { position, ends_at, began_at, file_name } = place
  if (position >= ends_at) return
  let batch = {
    checks: [] as CheckOfFile[],
    resources: [] as StagedResource[],
    bodies: [] as StagedBody[],
    slices: [] as OpenSlice[],
  }
  let size = 0
  const take = (until: number): FileBatch => {
    const taken = { ...batch, until }
    batch = { checks: [], resources: [], bodies: [], slices: [] }
    size = 0
    return taken
  }
  let isContinued = began_at !== null
  for await (const { at, line } of linesOf(content, position, ends_at)) {
    const row = readLine(line)
    const open = batch.slices.at(-1)
    if (!('finding_key' in row)) {
      if (size >= most) yield take(at)
      if ('resource' in row) batch.resources.push(row.resource)
      else if ('body' in row) batch.bodies.push(row.body)
      else batch.checks.push(row.check)
      size = Math.max(batch.checks.length, batch.resources.length, batch.bodies.length)
      continue
    }
    const lowest = lowestKeyBeside(row.finding_key)
    const isSame = open?.number === row.unit
    const isBeside = isSame && (open.staged.at(-1)?.finding_key ?? '') >= lowest
    const isFull = size >= most && !isBeside
    if (open ? isFull || (!open.first && !isSame) : size > 0) {
      if (open && isSame) open.until = lowest
      yield take(at)
    }
    let slice = batch.slices.at(-1)
    if (slice?.number !== row.unit) {
      const unit = units[row.unit]
      if (!unit)
        throw new Error(`The sorted findings name a unit ${row.unit} that is not of the account.`)
      isContinued ||= isSame
      const { name, number, checks } = unit
      const from = isContinued ? lowest : allKeys.from
      const own = { number, checks: new Set(checks), staged: [], sources: new Map() }
      slice = { unit: name, ...own, from, until: null, first: !isContinued }
      batch.slices.push(slice)
    }
    isContinued = false
    const suppression = suppressionOf(row.suppressed, file_name)
    const staged = stagedOf(row, slice.unit, suppression)
    slice.staged.push(staged)
    const { time, record } = row
    slice.sources.set(staged, { time, record })
    size += 1
  }
  yield take(ends_at)
}
