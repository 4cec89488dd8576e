/** Rollups as bytes: texts once, counters that are not zero, column by column, compressed. 7,100 rows take 27 kB. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { buckets, type Counter, counters } from './columns.ts'

export interface RollupKey {
  readonly unit: string
  readonly check_id: string
  readonly region: string
  readonly resource_type: string
  readonly severity: number
}
export type RollupRow = RollupKey & { readonly service: string } & Readonly<Record<Counter, number>>

const texts = ['unit', 'check_id', 'region', 'resource_type', 'service'] as const

/** Places of the five texts, severity, then pairs of a counter's place and its number. */
type Row = readonly number[]

/**
 * Rows are in the order of their texts, so that a text's place is nearly always that of the row before, and
 * a column of differences is mostly zeros: row by row, as `rows` were kept earlier, takes twice the bytes.
 */
type Packed = { readonly texts: readonly string[] } & (
  | { readonly columns: Columns }
  | { readonly rows: readonly Row[] }
)

interface Columns {
  /** Of each text, by how much its place differs from that of the row before. */
  readonly places: readonly (readonly number[])[]
  readonly severities: readonly number[]
  /** How many counters a row has; their places and numbers, of all rows one after the other. */
  readonly counts: readonly number[]
  readonly counters: readonly number[]
  readonly numbers: readonly number[]
}

export const pack = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 6 })
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(gunzipSync(bytes).toString())

export function packRollups(rows: readonly RollupRow[]): Uint8Array {
  const known = new Map<string, number>()
  const placeOf = (text: string): number => {
    const place = known.get(text) ?? known.size
    known.set(text, place)
    return place
  }
  const counted = rows.map((row) =>
    counters.flatMap((name, at) => (row[name] === 0 ? [] : [[at, row[name]] as const])),
  )
  const columns: Columns = {
    places: texts.map((name) => differences(rows.map((row) => placeOf(row[name])))),
    severities: rows.map(({ severity }) => severity),
    counts: counted.map(({ length }) => length),
    counters: counted.flatMap((pairs) => pairs.map(([at]) => at)),
    numbers: counted.flatMap((pairs) => pairs.map(([, number]) => number)),
  }
  return pack({ texts: [...known.keys()], columns } satisfies Packed)
}

const differences = (numbers: readonly number[]): number[] =>
  numbers.map((number, at) => number - (numbers[at - 1] ?? 0))

function rowsOf(packed: Packed): readonly Row[] {
  if ('rows' in packed) return packed.rows
  const { places, severities, counts, counters: kept, numbers } = packed.columns
  const place = places.map(() => 0)
  let next = 0
  return severities.map((severity, row) => {
    for (let at = 0; at < place.length; at += 1)
      place[at] = (place[at] ?? 0) + (places[at]?.[row] ?? 0)
    const made = [...place, severity]
    for (const end = next + (counts[row] ?? 0); next < end; next += 1) {
      made.push(kept[next] ?? 0, numbers[next] ?? 0)
    }
    return made
  })
}

/** A row that is still packed, as far as somebody asks. */
export interface PackedRow {
  text(name: (typeof texts)[number]): string
  readonly severity: number
}

/**
 * Sums counters over what is not in `by`, without making an object of each. Rows that hold nothing are left out, and those that `holds` does not let through.
 */
export function sumPacked<C extends Counter>(
  bytes: Uint8Array,
  { by, sum }: { by: readonly (keyof RollupKey | 'service')[]; sum: readonly C[] },
  holds?: (row: PackedRow) => boolean,
): { row: PackedRow; sums: Record<C, number> }[] {
  const unpacked = unpack(bytes) as Packed
  const known = unpacked.texts
  const places = by.map((name) =>
    name === 'severity' ? texts.length : texts.indexOf(name as (typeof texts)[number]),
  )
  const wanted = counters.map((name) => (sum as readonly Counter[]).indexOf(name))
  const rowOf = (packed: Row): PackedRow => ({
    text: (name) => known[packed[texts.indexOf(name)] ?? -1] ?? '',
    severity: packed[texts.length] ?? 0,
  })
  const groups = new Map<string, { row: PackedRow; totals: number[] }>()
  for (const packed of rowsOf(unpacked)) {
    // Counters of all findings come before those of new and changed ones.
    if ((packed[texts.length + 1] ?? counters.length) >= buckets.length) continue
    if (holds && !holds(rowOf(packed))) continue
    let key = ''
    for (const place of places) key += `${packed[place]} `
    let group = groups.get(key)
    if (!group) {
      group = { row: rowOf(packed), totals: sum.map(() => 0) }
      groups.set(key, group)
    }
    for (let at = texts.length + 1; at + 1 < packed.length; at += 2) {
      const to = wanted[packed[at] ?? -1] ?? -1
      if (to >= 0) group.totals[to] = (group.totals[to] ?? 0) + (packed[at + 1] ?? 0)
    }
  }
  return [...groups.values()].map(({ row, totals }) => ({
    row,
    sums: Object.fromEntries(sum.map((name, at) => [name, totals[at] ?? 0])) as Record<C, number>,
  }))
}

const none = Object.fromEntries(counters.map((name) => [name, 0])) as Record<Counter, number>

export function unpackRollups(bytes: Uint8Array): RollupRow[] {
  const unpacked = unpack(bytes) as Packed
  return rowsOf(unpacked).map((row) => {
    const text = (at: number): string => unpacked.texts[row[at] ?? -1] ?? ''
    const counts = { ...none }
    for (let at = texts.length + 1; at + 1 < row.length; at += 2) {
      const name = counters[row[at] ?? -1]
      if (name) counts[name] = row[at + 1] ?? 0
    }
    return {
      unit: text(0),
      check_id: text(1),
      region: text(2),
      resource_type: text(3),
      service: text(4),
      severity: row[texts.length] ?? 0,
      ...counts,
    }
  })
}
