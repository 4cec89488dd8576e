// What an event's payload is made of. A field checks one scalar, so payloads are flat by construction.

import { isCanonicalUuid } from './names.ts'

export type Scalar = string | number | boolean | null

/** What a field accepts, in JSON Schema. */
export type FieldSchema = {
  readonly type: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly Scalar[]
}

export type Field<T extends Scalar = Scalar> = {
  /** What the field takes, as it reads in an error: "an integer". */
  readonly takes: string
  readonly accepts: (value: unknown) => value is T
  readonly schema: FieldSchema
}

const field = <T extends Scalar>(
  takes: string,
  schema: FieldSchema,
  accepts: (value: unknown) => value is T,
): Field<T> => ({ takes, schema, accepts })

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

export const text = field('a text', { type: 'string' }, (value) => typeof value === 'string')

export const integer = field('an integer', { type: 'integer' }, (value): value is number =>
  Number.isSafeInteger(value),
)

/** Finite: JSON has no word for the others. */
export const number = field('a finite number', { type: 'number' }, (value): value is number =>
  Number.isFinite(value),
)

export const boolean = field(
  'true or false',
  { type: 'boolean' },
  (value) => typeof value === 'boolean',
)

export const uuid = field(
  'a UUID',
  { type: 'string', format: 'uuid' },
  (value): value is string => typeof value === 'string' && isCanonicalUuid(value.toLowerCase()),
)

/** RFC 3339, as Date.prototype.toISOString writes it. */
export const timestamp = field(
  'a timestamp such as 2026-01-31T12:00:00Z',
  { type: 'string', format: 'date-time' },
  (value): value is string =>
    typeof value === 'string' && timestampPattern.test(value) && !Number.isNaN(Date.parse(value)),
)

export function oneOf<const T extends readonly [string, ...string[]]>(
  ...values: T
): Field<T[number]> {
  const known = new Set<unknown>(values)
  return field(
    `one of ${values.join(', ')}`,
    { type: 'string', enum: values },
    (value): value is T[number] => known.has(value),
  )
}

export const nullable = <T extends Scalar>(inner: Field<T>): Field<T | null> =>
  field(
    `${inner.takes} or null`,
    {
      ...inner.schema,
      type: [inner.schema.type, 'null'].flat(),
      ...(inner.schema.enum && { enum: [...inner.schema.enum, null] }),
    },
    (value): value is T | null => value === null || inner.accepts(value),
  )
