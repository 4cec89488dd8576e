import type { AnyResource } from './resource.ts'

export interface Identifier {
  readonly type: string
  readonly id: string
  readonly meta?: unknown
}
/** A resource object, as it stands in `data` and `included`. */
export interface Item {
  readonly type: string
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, unknown>>
  readonly links?: { readonly self: string }
}
export type AnyRow = { readonly id: string } & Readonly<Record<string, unknown>>

/**
 * A function from a row to its resource object. What is shown is decided here, once per answer, so
 * that a row costs only its own members.
 */
export function mapper(
  resource: AnyResource,
  fields: ReadonlySet<string> | undefined,
  selfUrl: string | undefined,
): (row: AnyRow) => Item {
  const { type } = resource
  const shown = (name: string) => fields === undefined || fields.has(name)
  const attributes = Object.keys(resource.attributes).filter(
    (name) => shown(name) && resource.attributes[name]?.access !== 'writeOnly',
  )
  const links = Object.entries(resource.relationships)
    .filter(([name]) => shown(name))
    .map(([name, link]) => ({ name, link: linker(link) }))
  return (row) => {
    const values: Record<string, unknown> = {}
    for (const name of attributes) {
      const value = row[name]
      if (value !== undefined) values[name] = value
    }
    let relationships: Record<string, unknown> | undefined
    for (const { name, link } of links) {
      const value = row[name]
      if (value === undefined) continue
      relationships ??= {}
      relationships[name] = link(value)
    }
    const { id } = row
    const self = selfUrl === undefined ? undefined : `${selfUrl}/${encodeURIComponent(id)}`
    return {
      type,
      id,
      attributes: values,
      ...(relationships && { relationships }),
      ...(self !== undefined && { links: { self } }),
    }
  }
}

type Link = (value: unknown) => unknown

/** The linkage of one relationship. A to-many one says how many there are, as clients show it. */
const linker = (link: AnyResource['relationships'][string]): Link => {
  const { type } = link
  if (!link.many) return (id) => ({ data: id === null ? null : { type, id } })
  const identifier: Link = link.meta
    ? (entry) => ({ type, ...(entry as Omit<Identifier, 'type'>) })
    : (id) => ({ type, id })
  return (value) => {
    const data = (value as readonly unknown[]).map(identifier)
    return { data, meta: { count: data.length } }
  }
}
