/** How a unit is cut for recording: portions of a transaction each, findings in slices by their keys. */
import type { Batch, Staged, StagedBody, StagedResource } from '../observations/index.ts'

/** A part of a unit's findings: those with keys from `from` (inclusive) to `until` (exclusive). */
export interface Slice extends KeyRange {
  readonly staged: readonly Staged[]
  /** The slice with the lowest keys. */
  readonly first: boolean
  /** Checks of which the whole unit has seen anything. */
  readonly checks: ReadonlySet<string>
}

/** A range of keys: `from` is in it, `until` (null: no end) is not. */
export interface KeyRange {
  readonly from: string
  readonly until: string | null
}

/** What findings share. */
export type Shared = Omit<Batch, 'findings'>

/** What one transaction records. A unit's shared rows all come before its first slice. */
export interface Portion extends Shared {
  readonly slices: readonly Slice[]
  /** The first of its unit. */
  readonly first: boolean
}

/** Rows of one transaction, about: more would keep the process from answering others for longer. */
export const maxRows = 2_000

export const allKeys: KeyRange = { from: '00000000-0000-0000-0000-000000000000', until: null }

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
  const sorted = staged.toSorted((a, b) => (a.ukey < b.ukey ? -1 : a.ukey > b.ukey ? 1 : 0))
  const cut: Slice[] = []
  let { from } = range
  let start = 0
  do {
    let end = Math.min(start + most, sorted.length)
    // One uid seen twice must not be cut in two.
    while (end < sorted.length && sorted[end]?.ukey === sorted[end - 1]?.ukey) end += 1
    const next = sorted[end]?.ukey
    const first = from === allKeys.from
    cut.push({ staged: sorted.slice(start, end), from, until: next ?? range.until, first, checks })
    from = next ?? from
    start = end
  } while (start < sorted.length)
  return cut
}

function* chunks<T>(rows: readonly T[], most: number): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += most) yield rows.slice(start, start + most)
}

type Piece =
  | { readonly resources: readonly StagedResource[] }
  | { readonly bodies: readonly StagedBody[] }
  | { readonly slice: Slice }

function* pieces(shared: Iterable<Shared>, cut: Iterable<Slice>, most: number): Generator<Piece> {
  for (const { resources, bodies } of shared) {
    for (const rows of chunks(resources, most)) yield { resources: rows }
    for (const rows of chunks(bodies, most)) yield { bodies: rows }
  }
  for (const slice of cut) yield { slice }
}

const sizeOf = (piece: Piece): number =>
  'slice' in piece
    ? piece.slice.staged.length
    : 'bodies' in piece
      ? piece.bodies.length
      : piece.resources.length

/** Puts pieces together until a transaction is full: a small unit is one portion. */
export function* inPortions(
  shared: Iterable<Shared>,
  cut: Iterable<Slice>,
  most = maxRows,
): Generator<Portion> {
  let first = true
  let gathered: Piece[] = []
  let size = 0
  const take = (): Portion => {
    const portion: Portion = {
      first,
      resources: gathered.flatMap((piece) => ('resources' in piece ? piece.resources : [])),
      bodies: gathered.flatMap((piece) => ('bodies' in piece ? piece.bodies : [])),
      slices: gathered.flatMap((piece) => ('slice' in piece ? [piece.slice] : [])),
    }
    first = false
    gathered = []
    size = 0
    return portion
  }
  for (const piece of pieces(shared, cut, most)) {
    if (gathered.length > 0 && size + sizeOf(piece) > most) yield take()
    gathered.push(piece)
    size += sizeOf(piece)
  }
  yield take() // there is at least one slice, the one of all keys
}

/** All of a unit that fits into memory. */
export const portionsOf = ({ findings, ...shared }: Batch, most?: number): Portion[] => [
  ...inPortions([shared], slices(findings, most === undefined ? {} : { most }), most),
]
