import {
  type AnyField,
  type Attributes,
  boolean,
  date,
  type Field,
  filterSchema,
  type Instant,
  list,
  type Schema,
  searchText,
  text,
  type TextValue,
  uuid,
} from './fields/index.ts'
import type { Relationships } from './relationships.ts'

/**
 * What a filter compares. On the wire `eq` is `filter[x]`, `in` is `filter[x__in]` with a comma list,
 * and so on; `list` is a comma list under the plain name (documented as `in`); `on` is a day or
 * a moment under the plain name, and a day under `filter[x__date]`.
 */
export type Op =
  | 'eq'
  | 'in'
  | 'list'
  | 'on'
  | 'gte'
  | 'lte'
  | 'gt'
  | 'lt'
  | 'icontains'
  | 'iexact'
  | 'startswith'
  | 'isnull'

/** A filter that is not an attribute or relationship of its resource. */
export interface By<F extends AnyField = AnyField, O extends Op = Op> {
  readonly field: F
  readonly ops: readonly O[]
  readonly words?: Words
}
export const by = <F extends AnyField, const O extends readonly [Op, ...Op[]]>(
  field: F,
  ...ops: O
): By<F, O[number]> => ({ field, ops })

/** Texts that are accepted beside the values of a filter: the filter that each of them means, null for none. */
export type Words = Readonly<
  Record<string, { readonly name: string; readonly op: Op; readonly value: unknown } | null>
>
/** A filter that also accepts words: `filter[muted]=include` sets no condition. */
export const orWords = <F extends AnyField, O extends Op>(
  filter: By<F, O>,
  words: Words,
): By<F, O> => ({ ...filter, words })

export type FilterSet = Readonly<Record<string, readonly Op[] | By>>

type OpsOf<E> = E extends readonly (infer O extends Op)[]
  ? O
  : E extends By<AnyField, infer O>
    ? O
    : never
type FieldValue<E, A extends Attributes, K> =
  E extends By<infer F> ? TextValue<F> : K extends keyof A ? TextValue<A[K]> : string
type OpValue<O extends Op, X> = O extends 'in' | 'list'
  ? readonly X[]
  : O extends 'icontains' | 'iexact' | 'startswith'
    ? string
    : O extends 'isnull'
      ? boolean
      : O extends 'on'
        ? Instant
        : X
type Parsed<N, O extends Op, X> = O extends Op
  ? { readonly name: N; readonly op: O extends 'list' ? 'in' : O; readonly value: OpValue<O, X> }
  : never

/** One filter of a query: a union over the declared names and ops, each with its own value type. */
export type FilterOf<A extends Attributes, F extends FilterSet> = {
  [K in keyof F & string]: Parsed<K, OpsOf<F[K]>, FieldValue<F[K], A, K>>
}[keyof F & string]

/** The array form of a filter is for what the resource has: an attribute, a relationship, its id. */
export type Declared<A, R, F> = {
  readonly [K in keyof F]: F[K] extends By
    ? F[K]
    : K extends keyof A | keyof R | 'id'
      ? readonly Op[]
      : never
}

/** One accepted `filter[…]` name, compiled. */
export interface WireFilter {
  /** Without the brackets: `inserted_at__gte`. */
  readonly wireName: string
  readonly name: string
  readonly op: Exclude<Op, 'list'>
  /** Whether the text is a comma list. */
  readonly many: boolean
  /** A second spelling of another one, left out of the documentation. */
  readonly alias: boolean
  readonly field: Field<unknown, unknown>
  readonly words?: Words
  readonly schema: Schema
}

const plain: ReadonlySet<Op> = new Set(['eq', 'list', 'on'])
const textual: ReadonlySet<Op> = new Set(['icontains', 'iexact', 'startswith'])

/** What a filter in array form may be about. */
interface Linkable {
  readonly id: AnyField
  readonly attributes: Attributes
  readonly relationships: Relationships
}

/** Every name a resource accepts inside `filter[…]`. */
export function wireFilters(
  type: string,
  fields: Linkable,
  filters: FilterSet,
  dotted: boolean,
): ReadonlyMap<string, WireFilter> {
  const wire = new Map<string, WireFilter>()
  const add = (wireName: string, name: string, op: Op, field: AnyField, words?: Words) => {
    if (wire.has(wireName)) throw new TypeError(`${type}: filter[${wireName}] is declared twice.`)
    if (!field.fromText) throw new TypeError(`${type}: ${name} cannot be read from a query.`)
    const many = op === 'in' || op === 'list'
    const valueSchema = filterSchema(field) ?? field.schema
    const schema = words
      ? { anyOf: [valueSchema, { type: 'string', enum: Object.keys(words) }] }
      : valueSchema
    wire.set(wireName, {
      wireName,
      name,
      op: op === 'list' ? 'in' : op,
      many,
      alias: wireName.includes('.'),
      field,
      ...(words && { words }),
      schema: many ? list({ ...field, schema }, { min: 1, max: maxValues }).schema : schema,
    })
  }
  for (const [name, entry] of Object.entries(filters)) {
    const { field, ops, words } = isBy(entry)
      ? entry
      : { field: fieldOf(type, fields, name), ops: entry, words: undefined }
    for (const op of ops) {
      const read = textual.has(op) ? searchText : op === 'isnull' ? boolean : field
      if (plain.has(op)) add(name, name, op, read, words)
      else for (const mark of dotted ? ['__', '.'] : ['__']) add(name + mark + op, name, op, read)
      if (op === 'on') add(`${name}__date`, name, op, date)
    }
  }
  return wire
}

/** The most values one comma list takes, and the most filters one query. */
export const maxValues = 1_000
export const maxFilters = 20

const isBy = (entry: readonly Op[] | By): entry is By => !Array.isArray(entry)

function fieldOf(type: string, fields: Linkable, name: string): AnyField {
  if (Object.hasOwn(fields.attributes, name)) {
    const field = fields.attributes[name]
    if (field) return asked(singular(field))
  }
  if (name === 'id') return fields.id
  if (Object.hasOwn(fields.relationships, name)) return uuid
  throw new TypeError(`${type}: filter ${name} is not an attribute or relationship; use by(…).`)
}

/** Filters accept any text: a value too short to be stored matches nothing and is not an error. */
const asked = (field: AnyField): AnyField => {
  const { type, format, enum: words } = field.schema
  const isFree = format === undefined || format === 'email'
  return type === 'string' && isFree && words === undefined ? text : field
}

/** A filter over a list or a nullable value takes one value; so does its schema. */
const singular = (field: AnyField): AnyField => ({ ...field, schema: singularSchema(field.schema) })

function singularSchema(schema: Schema): Schema {
  const { readOnly: _, writeOnly: __, ...rest } = schema
  if (Array.isArray(rest.anyOf) && rest.anyOf.length === 2 && isNull(rest.anyOf[1])) {
    return singularSchema(rest.anyOf[0])
  }
  if (Array.isArray(rest.type)) return singularSchema({ ...rest, type: rest.type[0] })
  return rest.type === 'array' ? singularSchema(rest.items as Schema) : rest
}

const isNull = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'null'
