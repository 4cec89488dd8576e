/** A staged file cut into transactions: slices of its units in their order, over the borders of units. */
import { allKeys, maxRows, type Shared, slices, type UnitSlice } from '../findings/index.ts'
import type { Staged, StagedBody, StagedResource } from '../observations/index.ts'
import type { Position } from './checkpoints.ts'
import { partStart, sharedParts, type StagedAccount, type UnitSummary } from './staging.ts'

/** A slice, and the times of the records that it came from. */
export interface FileSlice extends UnitSlice {
  readonly number: number
  readonly times: ReadonlyMap<Staged, number>
  /** A part of it is recorded already. */
  readonly begun: boolean
}

/** Slices that are left of a unit from a key on. */
function* slicesOf(
  account: StagedAccount,
  unit: UnitSummary,
  { next_key, most }: { next_key: string | null; most: number },
): Generator<FileSlice> {
  const { name, number, parts } = unit
  const checks = new Set(unit.checks)
  let begun = next_key !== null
  for (let part = 0; part < parts; part += 1) {
    const until = partStart(part + 1, parts)
    if (until !== null && next_key !== null && until <= next_key) continue
    const start = partStart(part, parts) ?? allKeys.from
    const from = next_key !== null && next_key > start ? next_key : start
    const rows = account.rows(unit, { from, until })
    const times = new Map(rows.map(({ staged, time }) => [staged, time]))
    const staged = rows.map((row) => row.staged)
    for (const slice of slices(staged, { range: { from, until }, most, checks })) {
      yield { ...slice, unit: name, number, times, begun }
      begun = true
    }
  }
}

/**
 * What is left from a position on, in portions of about so many rows: a file of a thousand small units
 * does not make a thousand transactions. A unit that has begun ends its portion, since all of it was
 * recorded when it began.
 */
export function* portionsFrom(
  account: StagedAccount,
  units: readonly UnitSummary[],
  { unit: first, next_key }: Pick<Position, 'unit' | 'next_key'>,
  most = maxRows,
): Generator<readonly FileSlice[]> {
  let portion: FileSlice[] = []
  let size = 0
  let isFull = false
  for (const unit of units) {
    if (unit.number < first) continue
    const left = { next_key: unit.number === first ? next_key : null, most }
    for (const slice of slicesOf(account, unit, left)) {
      if (isFull || (portion.length > 0 && size + slice.staged.length > most)) {
        yield portion
        portion = []
        size = 0
      }
      portion.push(slice)
      size += slice.staged.length
      isFull = slice.begun && slice.until === null
    }
  }
  if (portion.length > 0) yield portion
}

/** What findings share, from a part on: some rows, and how many parts are recorded with them. */
export function* sharedFrom(
  account: StagedAccount,
  from: number,
  most = maxRows,
): Generator<Shared & { readonly parts: number }> {
  let resources: StagedResource[] = []
  let bodies: StagedBody[] = []
  let parts = from
  for (let part = from; part < sharedParts; part += 1) {
    const some = account.shared(part)
    resources.push(...some.resources)
    bodies.push(...some.bodies)
    const least = part + 1 === sharedParts ? 0 : most
    let size = sizeOf(resources, bodies)
    while (size >= least) {
      const isAll = size <= most
      if (isAll) parts = part + 1
      yield { resources: resources.slice(0, most), bodies: bodies.slice(0, most), parts }
      resources = resources.slice(most)
      bodies = bodies.slice(most)
      size = isAll ? -1 : sizeOf(resources, bodies)
    }
  }
}

const sizeOf = (...lists: readonly (readonly unknown[])[]): number =>
  Math.max(...lists.map(({ length }) => length))
