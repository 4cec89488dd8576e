import {
  type AnyResource,
  type CountedIds,
  type Included,
  including,
  type Row,
} from '@plumbline/jsonapi'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'

/** Reads rows of one type by their ids, as far as the caller may see them. */
export interface Loader {
  readonly resource: AnyResource
  readonly byIds: (tx: Tx, ids: readonly string[], caller: Caller) => Promise<readonly object[]>
}

/** Type to loader. */
export type Loaders = ReadonlyMap<string, Loader>

/** A loader whose rows are checked against their resource. */
export const loader = <X extends AnyResource>(
  resource: X,
  byIds: (tx: Tx, ids: readonly string[], caller: Caller) => Promise<readonly Row<X>[]>,
): Loader => ({ resource, byIds: byIds as Loader['byIds'] })

type Linked = Readonly<Record<string, unknown>>

/** The most rows that an answer includes at the end of one path. */
const maxIncluded = 1_000

/** The ids in one relationship of a row, in whichever of its four forms, and how many there are. */
function linkedIn(value: unknown): CountedIds {
  if (typeof value === 'string') return { ids: [value], count: 1 }
  if (Array.isArray(value)) {
    const ids = value.map((one: string | { id: string }) =>
      typeof one === 'string' ? one : one.id,
    )
    return { ids, count: ids.length }
  }
  return (value as CountedIds | null | undefined) ?? { ids: [], count: 0 }
}

export interface IncludedRows {
  readonly included: readonly Included[]
  /** Whether there are more than are included. */
  readonly truncated: boolean
}

/**
 * The rows that `include` requests: one statement per path, and at most `maxIncluded` rows. `paths` has every prefix,
 * shorter ones first, as `parseQuery` returns them.
 */
export async function includedRows(
  tx: Tx,
  caller: Caller,
  loaders: Loaders,
  start: { readonly resource: AnyResource; readonly rows: readonly object[] },
  paths: readonly string[],
): Promise<IncludedRows> {
  const found = new Map<string, { resource: AnyResource; rows: readonly object[] }>([['', start]])
  let truncated = false
  for (const path of paths) {
    const cut = path.lastIndexOf('.')
    const from = found.get(cut === -1 ? '' : path.slice(0, cut))
    const name = path.slice(cut + 1)
    const link = from?.resource.relationships[name]
    const target = link && loaders.get(link.type)
    if (!from || !target) throw new Error(`Nothing loads the rows of "${path}".`)
    const linked = from.rows.map((row) => linkedIn((row as Linked)[name]))
    const all = new Set(linked.flatMap(({ ids }) => ids))
    const ids = [...all].slice(0, maxIncluded)
    truncated ||= all.size > ids.length || linked.some((one) => one.count > one.ids.length)
    const rows = ids.length === 0 ? [] : await target.byIds(tx, ids, caller)
    found.set(path, { resource: target.resource, rows })
  }
  found.delete('')
  const included = [...found.values()].map(({ resource, rows }) =>
    including(resource, rows as readonly Row<AnyResource>[]),
  )
  return { included, truncated }
}
