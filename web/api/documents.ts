/** JSON:API documents as rows: attributes next to the id, relationships by name. */
import type { Attributes } from './types.ts'

export type Type = keyof Attributes

export interface Ref {
  readonly type: string
  readonly id: string
}

/** A resource in the app. */
export type Row<T extends Type = Type> = Attributes[T] & {
  readonly id: string
  readonly related: Readonly<Record<string, Ref | readonly Ref[] | null | undefined>>
}

export interface Page<T extends Type = Type> {
  readonly rows: readonly Row<T>[]
  /** The number of rows of all pages. */
  readonly count: number
  readonly included: Included
  readonly meta: Readonly<Record<string, unknown>>
}

interface WireResource extends Ref {
  readonly attributes?: object
  readonly relationships?: Readonly<Record<string, { readonly data?: Ref | readonly Ref[] | null }>>
}

export interface WireDocument {
  readonly data: WireResource | readonly WireResource[] | null
  readonly included?: readonly WireResource[]
  readonly meta?: Readonly<Record<string, unknown>> & {
    readonly pagination?: { readonly count?: number }
  }
}

export function rowOf<T extends Type>({
  id,
  attributes,
  relationships = {},
}: WireResource): Row<T> {
  const related = Object.fromEntries(
    Object.entries(relationships).map(([name, { data }]) => [name, data]),
  )
  return { ...attributes, id, related } as unknown as Row<T>
}

/** The included resources of a document, by type and id. */
export class Included {
  readonly #rows: Map<string, Row>

  constructor(resources: readonly WireResource[] = []) {
    this.#rows = new Map(resources.map((one) => [`${one.type}/${one.id}`, rowOf(one)]))
  }

  /** Merges the included resources of several documents. */
  static of(all: readonly Included[]): Included {
    const joined = new Included()
    for (const one of all) for (const [key, row] of one.#rows) joined.#rows.set(key, row)
    return joined
  }

  get<T extends Type>(type: T, id: string | undefined): Row<T> | undefined {
    return id === undefined ? undefined : (this.#rows.get(`${type}/${id}`) as Row<T> | undefined)
  }

  /** Returns the row that a relationship links to; the first one of several. */
  of<T extends Type>(type: T, row: Row | undefined, name: string): Row<T> | undefined {
    const ref = [row?.related[name] ?? []].flat()[0]
    return this.get(type, ref?.id)
  }
}

/** Joins pages of one list, with their included rows. Throws without pages. */
export function joined<T extends Type>(pages: readonly Page<T>[]): Page<T> {
  const [first] = pages
  if (!first) throw new Error('There are no pages.')
  const included = Included.of(pages.map((page) => page.included))
  return { ...first, rows: pages.flatMap(({ rows }) => rows), included }
}

export function pageOf<T extends Type>({ data, included, meta = {} }: WireDocument): Page<T> {
  const rows = [data ?? []].flat().map((one) => rowOf<T>(one))
  const count = meta.pagination?.count ?? rows.length
  return { rows, count, included: new Included(included), meta }
}
