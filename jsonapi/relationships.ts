/** The links between types, as data. */

export interface ToOne<T extends string = string, N extends boolean = boolean> {
  readonly many: false
  readonly type: T
  readonly nullable: N
}
export interface ToMany<T extends string = string, M extends boolean = boolean> {
  readonly many: true
  readonly type: T
  /** Whether each identifier carries a `meta` object. */
  readonly meta: M
  /** Whether a row has some of the ids and their number: for links that have no bound. */
  readonly counted?: boolean
}
export interface CountedToMany<T extends string = string> extends ToMany<T, false> {
  readonly counted: true
}
/** A row's value for such a relationship. */
export interface CountedIds {
  readonly ids: readonly string[]
  readonly count: number
}
export type AnyRelationship = (ToOne | ToMany) & { readonly optional?: boolean }
export type Relationships = Readonly<Record<string, AnyRelationship>>

/** A link to one row. In a row: its id, or null where `nullable`. */
export function toOne<const T extends string>(type: T): ToOne<T, false>
export function toOne<const T extends string>(type: T, more: { nullable: true }): ToOne<T, true>
export function toOne(type: string, { nullable = false } = {}): ToOne {
  return { many: false, type, nullable }
}

/**
 * A link to many rows. In a row: their ids; with `meta: true`, `{ id, meta }` each; with `counted: true`, some of
 * the ids and how many there are.
 */
export function toMany<const T extends string>(type: T): ToMany<T, false>
export function toMany<const T extends string>(type: T, more: { meta: true }): ToMany<T, true>
export function toMany<const T extends string>(type: T, more: { counted: true }): CountedToMany<T>
export function toMany(type: string, { meta = false, counted = false } = {}): ToMany {
  return { many: true, type, meta, ...(counted && { counted }) }
}

/** An include path over more than one relationship, with the type at its end. */
export interface Nested {
  readonly path: string
  readonly type: string
}
export const nested = (path: string, type: string): Nested => ({ path, type })

/** A row's value for a relationship. */
export type LinkValue<L> = L extends CountedToMany
  ? CountedIds
  : L extends ToOne<string, infer N>
    ? true extends N
      ? string | null
      : string
    : L extends ToMany<string, infer M>
      ? true extends M
        ? readonly { readonly id: string; readonly meta: Readonly<Record<string, unknown>> }[]
        : readonly string[]
      : never

/** Paths with their types. Intermediate resources are included too: a document is fully linked. */
export function includeTypes(
  relationships: Relationships,
  include: readonly (string | Nested)[],
): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  for (const entry of include) {
    const { path, type } =
      typeof entry === 'string' ? { path: entry, type: relationships[entry]?.type } : entry
    const [first = ''] = path.split('.')
    if (type === undefined || !Object.hasOwn(relationships, first)) {
      throw new TypeError(`include: ${path} does not start with a relationship.`)
    }
    types.set(path, type)
  }
  return types
}
