import { type Attributes, type Field, uuid, type Values } from './fields/index.ts'
import {
  type Declared,
  type FilterOf,
  type FilterSet,
  type WireFilter,
  wireFilters,
} from './filters.ts'
import { includeTypes, type LinkValue, type Nested, type Relationships } from './relationships.ts'

export interface Definition<
  A extends Attributes,
  R extends Relationships,
  F extends FilterSet,
  S extends readonly string[],
> {
  readonly attributes: A
  readonly relationships?: R
  /** The type of its ids if they are not UUIDs: `text`. */
  readonly id?: Field<string>
  readonly filters?: F & Declared<A, R, F>
  /** Keys a client may sort by, both ways. The first, as written, is the default. */
  readonly sort?: S
  /** The default where it has more than one key: `['-fail_count', 'check_id']`. */
  readonly order?: readonly string[]
  readonly include?: readonly ((keyof NoInfer<R> & string) | Nested)[]
  /** The path its `links.self` is below: `/findings`. Absent: no such link. */
  readonly self?: string
  /** Rows on a page by default; 10. */
  readonly pageSize?: number
  /** What a larger `page[size]` is clamped to; 100. */
  readonly maxPageSize?: number
  /** The list is one array, without pages. */
  readonly unpaged?: boolean
  /** Accept `filter[x.in]` beside `filter[x__in]`. */
  readonly dotted?: boolean
}

export type SortKey<K extends string> = K extends `-${infer Name}` ? Name : K
export interface Sort<K extends string = string> {
  readonly key: K
  readonly descending: boolean
}

/** The public shape of one type. Types, validation, filters and OpenAPI are derived from it. */
export interface Resource<
  T extends string,
  A extends Attributes,
  R extends Relationships,
  F extends FilterSet,
  S extends string,
> {
  readonly type: T
  readonly id: Field<string>
  readonly attributes: A
  readonly relationships: R
  readonly filters: F
  readonly wire: ReadonlyMap<string, WireFilter>
  readonly sortKeys: readonly S[]
  readonly order: readonly Sort<S>[]
  /** Allowed include paths, each with the type at its end. */
  readonly include: ReadonlyMap<string, string>
  readonly self: string | undefined
  readonly pageSize: number
  readonly maxPageSize: number
  readonly unpaged: boolean
  /** The same type in another shape, such as the one answer that shows a new key. */
  with<B extends Attributes = NoFields, Q extends Relationships = NoFields>(more: {
    readonly attributes?: B
    readonly relationships?: Q
  }): Resource<T, A & B, R & Q, F, S>
}
export type NoFields = Readonly<Record<never, never>>
export type AnyResource = Resource<string, Attributes, Relationships, FilterSet, string>

type Links<R extends Relationships> = { [K in keyof R]?: LinkValue<R[K]> }
type Flat<T> = { [K in keyof T]: T[K] }

/** A row as a store returns it. A relationship that is left out is not shown. */
export type Row<
  X extends { readonly attributes: Attributes; readonly relationships: Relationships },
> = Flat<{ id: string } & Values<X['attributes'], 'writeOnly'> & Links<X['relationships']>>

export type Filter<X extends AnyResource> = FilterOf<X['attributes'], X['filters']>
/** The names of a resource's filters, for a table `Record<FilterName<typeof findings>, …>`. */
export type FilterName<X extends AnyResource> = keyof X['filters'] & string
export type SortName<X extends AnyResource> = X['sortKeys'][number]

export const resource = <
  const T extends string,
  A extends Attributes,
  R extends Relationships = NoFields,
  const F extends FilterSet = NoFields,
  const S extends readonly string[] = readonly [],
>(
  type: T,
  definition: Definition<A, R, F, S>,
): Resource<T, A, R, F, SortKey<S[number]>> => {
  const { attributes, id = uuid, self, sort = [], order = sort.slice(0, 1) } = definition
  const relationships = definition.relationships ?? ({} as R)
  const filters: FilterSet = definition.filters ?? {}
  const { pageSize = 10, maxPageSize = 100, unpaged = false, dotted = false } = definition
  for (const name of ['id', ...Object.keys(relationships)]) {
    if (Object.hasOwn(attributes, name)) throw new TypeError(`${type}: ${name} is named twice.`)
  }
  const sortKeys = sort.map((entry) => sortOf<SortKey<S[number]>>(entry).key)
  const shape = {
    type,
    id,
    filters: filters as F,
    wire: wireFilters(type, { id, attributes, relationships }, filters, dotted),
    sortKeys,
    order: order.map((entry) => sortOf<SortKey<S[number]>>(entry)),
    include: includeTypes(relationships, definition.include ?? []),
    self,
    pageSize,
    maxPageSize,
    unpaged,
  }
  return extendable(shape, attributes, relationships)
}

type Shape<X extends AnyResource> = Omit<X, 'attributes' | 'relationships' | 'with'>

const extendable = <
  T extends string,
  A extends Attributes,
  R extends Relationships,
  F extends FilterSet,
  S extends string,
>(
  shape: Shape<Resource<T, Attributes, Relationships, F, S>>,
  attributes: A,
  relationships: R,
): Resource<T, A, R, F, S> => ({
  ...shape,
  attributes,
  relationships,
  with: <B extends Attributes = NoFields, Q extends Relationships = NoFields>(more: {
    readonly attributes?: B
    readonly relationships?: Q
  }) =>
    extendable(
      shape,
      { ...attributes, ...more.attributes } as A & B,
      { ...relationships, ...more.relationships } as R & Q,
    ),
})

export const sortOf = <K extends string>(entry: string): Sort<K> =>
  entry.startsWith('-')
    ? { key: entry.slice(1) as K, descending: true }
    : { key: entry as K, descending: false }
