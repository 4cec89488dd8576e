/** The sorted findings of an account cut into transactions: slices of its units in their order, over the borders of units. */
import { allKeys, maxRows, type Recorded, type Shared, type UnitSlice } from '../findings/index.ts'
import type { Staged, StagedBody, StagedResource } from '../observations/index.ts'
import type { DoneUnit } from '../scans/index.ts'
import type { Position } from './checkpoints.ts'
import { readLine, stagedOf, type UnitSummary } from './findings-lines.ts'

/** A slice, and the times of the records that it came from. */
export interface FileSlice extends UnitSlice {
  readonly number: number
  readonly times: ReadonlyMap<Staged, number>
  /** A part of the unit is recorded already. */
  readonly begun: boolean
}

/** What one transaction records: what findings share, or findings. */
export interface Batch extends Shared {
  readonly slices: readonly FileSlice[]
  /** Where the next one begins. */
  readonly until: number
}

const newline = 10

/** Each line, with the byte at which it begins. */
async function* linesOf(
  content: AsyncIterable<Buffer>,
  from: number,
  until: number,
): AsyncGenerator<{ readonly at: number; readonly line: string }> {
  let at = from
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline, start)) {
      yield { at, line: rest.toString('utf8', start, end) }
      at += end + 1 - start
      start = end + 1
      if (at >= until) return
    }
    rest = rest.subarray(start)
  }
  throw new Error(`The sorted findings end before byte ${until}.`)
}

interface OpenSlice {
  readonly unit: UnitSummary
  readonly from: string
  readonly begun: boolean
  readonly staged: Staged[]
  readonly times: Map<Staged, number>
}

class Gathering {
  readonly #units: readonly UnitSummary[]
  #resources: StagedResource[] = []
  #bodies: StagedBody[] = []
  #slices: FileSlice[] = []
  #open: OpenSlice | undefined
  #size = 0

  constructor(units: readonly UnitSummary[]) {
    this.#units = units
  }

  get size(): number {
    return this.#size
  }

  /** The slice of a unit that has begun before is alone in its batch: all of the unit was seen when it began. */
  get isAlone(): boolean {
    return this.#open?.begun === true
  }

  share({ resource, body }: { resource?: StagedResource; body?: StagedBody }): void {
    if (resource) this.#resources.push(resource)
    if (body) this.#bodies.push(body)
    this.#size = Math.max(this.#resources.length, this.#bodies.length)
  }

  isIn(unit: number): boolean {
    return this.#open?.unit.number === unit
  }

  begin(number: number, from: string, begun: boolean): void {
    const unit = this.#units[number]
    if (!unit)
      throw new Error(`The sorted findings name a unit ${number} that is none of the account.`)
    this.#open = { unit, from, begun, staged: [], times: new Map() }
  }

  add(row: Parameters<typeof stagedOf>[0] & { readonly time: number }): void {
    if (!this.#open) return
    const staged = stagedOf(row, this.#open.unit.name)
    this.#open.staged.push(staged)
    this.#open.times.set(staged, row.time)
    this.#size += 1
  }

  /** Ends the slice before this key; null: with its unit. */
  end(until: string | null): void {
    if (!this.#open) return
    const { unit, from, ...slice } = this.#open
    const { name, number, checks } = unit
    const first = from === allKeys.from
    this.#slices.push({ ...slice, unit: name, number, from, until, first, checks: new Set(checks) })
    this.#open = undefined
  }

  take(until: number): Batch {
    const batch = { resources: this.#resources, bodies: this.#bodies, slices: this.#slices, until }
    this.#resources = []
    this.#bodies = []
    this.#slices = []
    this.#size = 0
    return batch
  }
}

/**
 * What is left from a position on, in batches of about so many rows: a file of a thousand small units
 * does not make a thousand transactions. Rows of one key are never apart.
 */
export async function* batchesOf(
  content: AsyncIterable<Buffer>,
  units: readonly UnitSummary[],
  { position, ends_at, began_at }: Pick<Position, 'position' | 'began_at'> & { ends_at: number },
  most = maxRows,
): AsyncGenerator<Batch> {
  if (position >= ends_at) return
  const gathering = new Gathering(units)
  let hasBegun = began_at !== null
  let isShared = true
  let last = ''
  for await (const { at, line } of linesOf(content, position, ends_at)) {
    const row = readLine(line)
    if (!('ukey' in row)) {
      if (gathering.size >= most) yield gathering.take(at)
      gathering.share(row)
      continue
    }
    if (isShared && gathering.size > 0) yield gathering.take(at)
    isShared = false
    if (!gathering.isIn(row.unit)) {
      const { isAlone } = gathering
      gathering.end(null)
      if (isAlone || gathering.size >= most) yield gathering.take(at)
      gathering.begin(row.unit, hasBegun ? row.ukey : allKeys.from, hasBegun)
    } else if (gathering.size >= most && row.ukey !== last) {
      gathering.end(row.ukey)
      yield gathering.take(at)
      gathering.begin(row.unit, row.ukey, true)
    }
    hasBegun = false
    last = row.ukey
    gathering.add(row)
  }
  gathering.end(null)
  yield gathering.take(ends_at)
}

/**
 * Where a scan is once a batch is recorded, and the units that end with it. `recorded` has the counts of each
 * slice; `now` is when the units of the batch were seen.
 */
export function positionBehind(
  { slices, until: position }: Batch,
  recorded: readonly Recorded[],
  { before, now }: { before: Position; now: string },
): { after: Position; done: DoneUnit[] } {
  const done: DoneUnit[] = []
  let after: Position = { ...before, position }
  for (const [at, { unit, begun, until }] of slices.entries()) {
    const { stored = 0, gaps = 0 } = recorded[at] ?? {}
    const unit_stored = (begun ? after.unit_stored : 0) + stored
    const unit_gaps = (begun ? after.unit_gaps : 0) + gaps
    after = { position, began_at: now, unit_stored, unit_gaps }
    if (until !== null) continue
    done.push({ unit, recorded_at: now, findings: unit_stored, gaps: unit_gaps })
    after = { position, began_at: null, unit_stored: 0, unit_gaps: 0 }
  }
  return { after, done }
}
