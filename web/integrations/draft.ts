/** Converts the input of an integration's form to API attributes. */
import { parseField } from '../api/json-field.ts'
import { type Integration, type TypeField, type TypeName, types } from './types.ts'

type Typed = Readonly<Record<string, string>>
type Configuration = Integration['configuration']

/** A field's initial value: the stored value, unless it is secret. */
export function shownValue({ name, input }: TypeField, stored: Configuration | undefined): string {
  const value = stored?.[name]
  if (input === 'json') return value === undefined ? '' : JSON.stringify(value, null, 2)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** True if a checkbox is initially checked. */
export function isTicked({ name, isOn }: TypeField, stored: Configuration | undefined): boolean {
  const value = stored?.[name]
  return typeof value === 'boolean' ? value : isOn === true
}

const textOf = ({ name }: TypeField, typed: Typed): string => (typed[name] ?? '').trim()

/** The API value of a field; undefined if the field is empty. Throws for invalid JSON in a JSON field. */
function valueOf(field: TypeField, typed: Typed): unknown {
  const { name, input } = field
  if (input === 'checkbox') return typed[name] !== undefined
  const text = textOf(field, typed)
  if (text === '') return undefined
  return input === 'json' ? parseField(text, `/data/attributes/configuration/${name}`) : text
}

/** The attributes of a new integration, without empty fields. */
const given = (fields: readonly TypeField[], typed: Typed): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, typed)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

const isChanged = (field: TypeField, typed: Typed, stored: Configuration | undefined): boolean =>
  field.input === 'checkbox'
    ? (typed[field.name] !== undefined) !== isTicked(field, stored)
    : textOf(field, typed) !== shownValue(field, stored).trim()

/** The changes to a configuration; null removes a member. */
const changes = (
  fields: readonly TypeField[],
  typed: Typed,
  stored: Configuration,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .filter((field) => isChanged(field, typed, stored))
      .map((field) => [field.name, valueOf(field, typed) ?? null]),
  )

interface Attributes {
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly credentials?: Readonly<Record<string, unknown>>
}

export function draftOf(type: TypeName, typed: Typed): Attributes {
  const { configuration, credentials } = types[type]
  return { configuration: given(configuration, typed), credentials: given(credentials, typed) }
}

/**
 * Returns only changes: writing a configuration or credentials requires a new connection test. Credentials are stored
 * as a whole, so changing one requires all.
 */
export function changeOf(type: TypeName, typed: Typed, stored: Configuration): Attributes {
  const { configuration, credentials } = types[type]
  const changed = changes(configuration, typed, stored)
  const isTyped = credentials.some((field) =>
    isChanged(field, typed, field.isShown ? stored : undefined),
  )
  return {
    ...(Object.keys(changed).length > 0 && { configuration: changed }),
    ...(isTyped && { credentials: given(credentials, typed) }),
  }
}
