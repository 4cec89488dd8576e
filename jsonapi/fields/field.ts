/** A JSON Schema of dialect 2020-12, as OpenAPI 3.1 uses it. */
export interface Schema {
  readonly [keyword: string]: unknown
}

export const failed: unique symbol = Symbol('failed')
export type Failed = typeof failed

/** Reports what is wrong; `at` is a JSON pointer below the value that is being read. */
export type Fault = (detail: string, code?: string, at?: string) => Failed

/**
 * One kind of value, described once: how JSON is validated, how a query parameter is read, and its
 * schema. `T` is the value in JSON, `Text` what a query parameter becomes.
 */
export interface Field<T, Text = T> {
  readonly schema: Schema
  /** The value if valid, otherwise `failed` after calling `fault`. Never converts a type. */
  read(value: unknown, fault: Fault): T | Failed
  /** The same for a query parameter; absent where text cannot express the value. */
  fromText?(text: string, fault: Fault): Text | Failed
  readonly optional?: boolean
  readonly access?: 'readOnly' | 'writeOnly'
}
export type AnyField = Field<unknown, unknown>
export type Attributes = Readonly<Record<string, AnyField>>

/** The type of a field's value in JSON. */
export type Value<F extends AnyField> = Exclude<ReturnType<F['read']>, Failed>
/** The type a query parameter of this field has once read. */
export type TextValue<F extends AnyField> = Exclude<
  ReturnType<Exclude<F['fromText'], undefined>>,
  Failed
>

type Flags<F> = (F extends { readonly optional: true } ? { readonly optional: true } : unknown) &
  (F extends { readonly access: infer A extends 'readOnly' | 'writeOnly' }
    ? { readonly access: A }
    : unknown)
type Plain<F extends AnyField> = Field<Value<F>, TextValue<F>> & Flags<F>

/** A copy of a field, to add to. Copied by member: `text` itself is a function. */
const copy = <F extends AnyField>(field: F): Plain<F> => {
  const { schema, read, fromText, optional, access } = field
  return {
    schema,
    read,
    ...(fromText && { fromText }),
    ...(optional && { optional }),
    ...(access && { access }),
  } as Plain<F>
}

/** The member may be absent: from a body in a draft, from a row in a resource. */
export function optional<F extends AnyField>(field: F): Plain<F> & { readonly optional: true }
/** A relationship that a body may leave out. */
export function optional<L extends Link>(link: L): L & { readonly optional: true }
export function optional(member: AnyField | Link) {
  return { ...('many' in member ? member : copy(member)), optional: true }
}
interface Link {
  readonly many: boolean
  readonly type: string
}

/** Shown, never accepted. */
export const readOnly = <F extends AnyField>(
  field: F,
): Plain<F> & { readonly access: 'readOnly' } => ({
  ...copy(field),
  schema: { ...field.schema, readOnly: true },
  access: 'readOnly',
})

/** Accepted, never shown. As a query parameter: never repeated in a link. */
export const writeOnly = <F extends AnyField>(
  field: F,
): Plain<F> & { readonly access: 'writeOnly' } => ({
  ...copy(field),
  schema: { ...field.schema, writeOnly: true },
  access: 'writeOnly',
})

/** The value or null. As a query parameter it reads as the field itself does. */
export const nullable = <F extends AnyField>(
  field: F,
): Field<Value<F> | null, TextValue<F>> & Flags<F> => {
  const inner: Plain<F> = copy(field)
  return {
    ...inner,
    schema: orNull(field.schema),
    read: (value: unknown, fault: Fault) => (value === null ? null : inner.read(value, fault)),
  }
}

const orNull = (schema: Schema): Schema => {
  if (schema.enum === undefined && typeof schema.type === 'string') {
    return { ...schema, type: [schema.type, 'null'] }
  }
  const { readOnly, writeOnly, ...value } = schema
  return {
    anyOf: [value, { type: 'null' }],
    ...(readOnly === true && { readOnly }),
    ...(writeOnly === true && { writeOnly }),
  }
}

/** The values of a set of fields: optional ones as optional members, those of one access left out. */
export type Values<A extends Attributes, Hidden extends string = never> = {
  [K in keyof A as A[K] extends { readonly access: Hidden } | { readonly optional: true }
    ? never
    : K]: Value<A[K]>
} & {
  [K in keyof A as A[K] extends { readonly access: Hidden }
    ? never
    : A[K] extends { readonly optional: true }
      ? K
      : never]?: Value<A[K]>
}
