/** Rollups as bytes: texts once, counters that are not zero, compressed. 5,500 rows take some 40 kB. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { buckets, type Counter, counters } from './rollup-columns.ts'

export interface RollupKey {
  readonly unit: string
  readonly check_id: string
  readonly region: string
  readonly resource_type: string
  readonly severity: number
}
export type RollupRow = RollupKey & { readonly service: string } & Readonly<Record<Counter, number>>

const texts = ['unit', 'check_id', 'region', 'resource_type', 'service'] as const

interface Packed {
  readonly texts: readonly string[]
  /** Places of the five texts, severity, then pairs of a counter's place and its number. */
  readonly rows: readonly (readonly number[])[]
}

export const pack = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 6 })
export const unpack = (bytes: Uint8Array): unknown => JSON.parse(gunzipSync(bytes).toString())

export function packRollups(rows: readonly RollupRow[]): Uint8Array {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    const known = places.get(text) ?? places.size
    places.set(text, known)
    return known
  }
  const packed = rows.map((row) => [
    ...texts.map((name) => placeOf(row[name])),
    row.severity,
    ...counters.flatMap((name, at) => (row[name] === 0 ? [] : [at, row[name]])),
  ])
  return pack({ texts: [...places.keys()], rows: packed } satisfies Packed)
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
  const { texts: known, rows } = unpack(bytes) as Packed
  const places = by.map((name) =>
    name === 'severity' ? texts.length : texts.indexOf(name as (typeof texts)[number]),
  )
  const wanted = counters.map((name) => (sum as readonly Counter[]).indexOf(name))
  const rowOf = (packed: readonly number[]): PackedRow => ({
    text: (name) => known[packed[texts.indexOf(name)] ?? -1] ?? '',
    severity: packed[texts.length] ?? 0,
  })
  const groups = new Map<string, { row: PackedRow; totals: number[] }>()
  for (const packed of rows) {
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
  const { texts: known, rows } = unpack(bytes) as Packed
  return rows.map((row) => {
    const text = (at: number): string => known[row[at] ?? -1] ?? ''
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
