import { type AnyResource, type Included, including, type Row } from '@plumbline/jsonapi'
import type { Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'

/** Reads rows of one type by their ids, as far as the caller may see them. */
export interface Loader {
  readonly resource: AnyResource
  readonly byIds: (tx: Tx, ids: readonly string[], caller: Caller) => Promise<readonly object[]>
  /**
   * By what kept answers that include rows know that these are as they were: `stamped` are those that the
   * stamp of the answer tells of. Answers with rows of any other type are not kept.
   */
  readonly versions?: 'stamped' | VersionsOf
}
/** Another text when one of these rows was written or is gone. */
export type VersionsOf = (tx: Tx, ids: readonly string[]) => Promise<string>

/** Type to loader. */
export type Loaders = ReadonlyMap<string, Loader>

/** A loader whose rows are checked against their resource. */
export const loader = <X extends AnyResource>(
  resource: X,
  byIds: (tx: Tx, ids: readonly string[], caller: Caller) => Promise<readonly Row<X>[]>,
  versions?: Loader['versions'],
): Loader => ({ resource, byIds: byIds as Loader['byIds'], ...(versions && { versions }) })

type Linked = Readonly<Record<string, unknown>>

/** The ids in one relationship of a row, in whichever of its three forms. */
function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.map((one: string | { id: string }) => (typeof one === 'string' ? one : one.id))
}

/**
 * The rows that `include` asks for: one statement a path. `paths` holds every path on the way, the
 * shorter ones first, as `parseQuery` gives them.
 */
export async function includedRows(
  tx: Tx,
  caller: Caller,
  loaders: Loaders,
  start: { readonly resource: AnyResource; readonly rows: readonly object[] },
  paths: readonly string[],
): Promise<Included[]> {
  const found = new Map<string, { resource: AnyResource; rows: readonly object[] }>([['', start]])
  for (const path of paths) {
    const cut = path.lastIndexOf('.')
    const from = found.get(cut === -1 ? '' : path.slice(0, cut))
    const name = path.slice(cut + 1)
    const link = from?.resource.relationships[name]
    const target = link && loaders.get(link.type)
    if (!from || !target) throw new Error(`Nothing loads the rows of "${path}".`)
    const ids = new Set(from.rows.flatMap((row) => idsOf((row as Linked)[name])))
    const rows = ids.size === 0 ? [] : await target.byIds(tx, [...ids], caller)
    found.set(path, { resource: target.resource, rows })
  }
  found.delete('')
  return [...found.values()].map(({ resource, rows }) =>
    including(resource, rows as readonly Row<AnyResource>[]),
  )
}
