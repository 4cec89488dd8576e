/** Rows that are all in memory, sorted and paged as a query requests. */
import type { Page, Sort } from '@plumbline/jsonapi'

type Valued = Readonly<Record<string, unknown>>

/** Severities weigh one after the other; values other than numbers and text have no order. */
function ranked(value: unknown): number | string {
  if (typeof value === 'number' || typeof value === 'string') return value
  return Array.isArray(value) ? value.length : JSON.stringify(value)
}

function compared(a: unknown, b: unknown): number {
  const [left, right] = [ranked(a), ranked(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Sorted by the requested keys, then by id; all rows if no page is requested. */
export function listed<R extends { readonly id: string }>(
  rows: readonly R[],
  { sort, page }: { readonly sort: readonly Sort[]; readonly page?: Page | undefined },
  valueOf: (row: R, key: string) => unknown = (row, key) => (row as Valued)[key],
): { rows: readonly R[]; count: number } {
  const keys = [...sort, { key: 'id', descending: sort[0]?.descending ?? false }]
  const sorted = rows.toSorted((a, b) => {
    for (const { key, descending } of keys) {
      const order = compared(valueOf(a, key), valueOf(b, key))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
  const shown = page ? sorted.slice((page.number - 1) * page.size, page.number * page.size) : sorted
  return { rows: shown, count: rows.length }
}
