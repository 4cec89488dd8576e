/** The shape of a secret, as data: its members, and which of them must be set together. */
import {
  type AnyField,
  type Field,
  failed,
  integer,
  object,
  type Schema,
  text,
} from '@plumbline/jsonapi'

type Members = Readonly<Record<string, AnyField>>
type Value = Readonly<Record<string, unknown>>

export interface Rules {
  /** One of these names is there, and no other. */
  readonly exactlyOne?: readonly string[]
  /** Some of these names are there. */
  readonly someOf?: readonly string[]
  /** All of these are there or none, but where `unless` is. */
  readonly together?: { readonly names: readonly string[]; readonly unless?: string }
  /** A passphrase that is required if one of the keys is encrypted. `fault` tells which of the two is wrong. */
  readonly passphrase?: {
    readonly name: string
    readonly keys: readonly string[]
    readonly fault: (
      key: string,
      passphrase: string | undefined,
    ) => {
      readonly of: 'key' | 'passphrase'
      readonly detail: string
      readonly code: string
    } | null
  }
  /** Other names that clients send, each with the name it is stored under. */
  readonly alias?: Readonly<Record<string, string>>
  /** Names that older clients send and nothing needs: taken, never stored. */
  readonly ignored?: readonly string[]
}

/** A secret of this shape. `read` returns what is stored: by its names, without ignored members. */
export interface Shape extends Field<Value, never> {
  readonly title: string
  readonly members: Members
  readonly rules: Rules
}

/** Members are those of the wire; an optional one may be absent. */
export function shape(title: string, members: Members, rules: Rules = {}): Shape {
  const { alias = {}, ignored = [] } = rules
  const known = object(members)
  return {
    title,
    members,
    rules,
    schema: { title, ...(known.schema as object), ...ruleSchema(members, rules) },
    read(value, fault) {
      const renamed = rename(value, alias, ignored)
      const twice = Object.keys(alias).find(
        (name) => isRecord(value) && name in value && (alias[name] ?? '') in value,
      )
      if (twice) return fault(`Use only "${alias[twice]}".`, 'invalid', `/${twice}`)
      const read = known.read(renamed, (detail, code, pointer = '') =>
        fault(detail, code, asSent(pointer, value, alias)),
      )
      if (read === failed) return failed
      const wrong = broken(read, rules)
      return wrong ? fault(wrong.detail, wrong.code, `/${wrong.name}`) : read
    },
  }
}

const isRecord = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function rename(
  value: unknown,
  alias: Readonly<Record<string, string>>,
  ignored: readonly string[],
): unknown {
  if (!isRecord(value)) return value
  const remaining = Object.entries(value).filter(([name]) => !ignored.includes(name))
  return Object.fromEntries(
    remaining.map(([name, one]) => [Object.hasOwn(alias, name) ? alias[name] : name, one]),
  )
}

/** The pointer to a member by the name that the client sent. */
function asSent(pointer: string, value: unknown, alias: Readonly<Record<string, string>>): string {
  const [, name = '', ...rest] = pointer.split('/')
  const sent = Object.keys(alias).find(
    (one) => alias[one] === name && isRecord(value) && Object.hasOwn(value, one),
  )
  return sent === undefined ? pointer : ['', sent, ...rest].join('/')
}

interface Broken {
  readonly name: string
  readonly detail: string
  readonly code: string
}

/** The first rule that a value breaks, reported at the member where it can be mended. */
function broken(
  value: Value,
  { exactlyOne, someOf, together, passphrase }: Rules,
): Broken | undefined {
  const given = (names: readonly string[]): string[] => names.filter((name) => name in value)
  const lacks = (names: readonly string[], detail: string): Broken => ({
    name: names.find((name) => !(name in value)) ?? '',
    detail,
    code: 'required',
  })
  if (exactlyOne) {
    const [first, second] = given(exactlyOne)
    if (!first) return lacks(exactlyOne, `One of ${exactlyOne.join(', ')} is required.`)
    if (second)
      return { name: second, detail: `Must not be used together with ${first}.`, code: 'invalid' }
  }
  if (someOf && given(someOf).length === 0) {
    return lacks(someOf, `At least one of ${someOf.join(', ')} is required.`)
  }
  if (passphrase) {
    const { name, keys, fault } = passphrase
    const phrase = value[name]
    for (const keyName of given(keys)) {
      const wrong = fault(String(value[keyName]), typeof phrase === 'string' ? phrase : undefined)
      if (wrong) return { ...wrong, name: wrong.of === 'key' ? keyName : name }
    }
  }
  if (together && !(together.unless && together.unless in value)) {
    const { names } = together
    const there = given(names)
    if (there.length > 0 && there.length < names.length) {
      return lacks(names, `Required together with ${there.join(', ')}.`)
    }
  }
  return undefined
}

/** The rules in JSON Schema, with the names of older clients among the properties. */
function ruleSchema(members: Members, rules: Rules): Schema {
  const { exactlyOne, someOf, together, alias = {}, ignored = [] } = rules
  const needs = (names: readonly string[]): Schema[] => names.map((name) => ({ required: [name] }))
  const old = Object.entries(alias).map(([name, now]) => [
    name,
    { ...members[now]?.schema, deprecated: true, description: `Alias of ${now}.` },
  ])
  const dropped = ignored.map((name) => [
    name,
    { deprecated: true, description: 'Accepted from older clients and ignored.' },
  ])
  const properties = Object.entries(members).map(([name, field]) => [name, field.schema])
  const pairs = together && {
    dependentRequired: Object.fromEntries(
      together.names.map((name) => [name, together.names.filter((other) => other !== name)]),
    ),
  }
  return {
    properties: Object.fromEntries([...properties, ...old, ...dropped]) as Schema,
    ...(exactlyOne && { oneOf: needs(exactlyOne) }),
    ...(someOf && { anyOf: needs(someOf) }),
    // An old name may replace one of the pair, which dependentRequired cannot express.
    ...(pairs && old.length === 0 && (together.unless ? either(together.unless, pairs) : pairs)),
  }
}

const either = (unless: string, pairs: Schema): Schema => ({
  anyOf: [{ required: [unless] }, pairs],
})

const described = <F extends AnyField>(field: F, more: Schema): F => ({
  ...field,
  schema: { ...field.schema, ...more },
})
/** A member that forms do not show as it is typed. */
export const hidden = <F extends AnyField>(field: F): F => described(field, { format: 'password' })
/** A member that is the text of a file, of several lines. */
export const fileText = <F extends AnyField>(field: F, contentMediaType: string): F =>
  described(field, { contentMediaType })
/** A member whose name needs a description. */
export const about = <F extends AnyField>(field: F, description: string): F =>
  described(field, { description })

/** A whole number, or its digits as the text that forms send. */
export function wholeNumber(range: { readonly min: number; readonly max?: number }): Field<number> {
  const inner = integer(range)
  return {
    ...inner,
    schema: { anyOf: [inner.schema, { type: 'string', pattern: '^\\d{1,10}$' }] },
    read: (value, fault) =>
      inner.read(
        typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value,
        fault,
      ),
  }
}

/** Text that is stored as `rebuild` returns it; a thrown `Refusal` becomes the validation error. */
export const rebuilt = (
  limits: { readonly max: number; readonly description: string },
  rebuild: (written: string) => string,
): Field<string> => {
  const inner = text({ min: 1, max: limits.max })
  return {
    schema: { ...inner.schema, description: limits.description },
    read(value, fault) {
      const written = inner.read(value, fault)
      if (written === failed) return failed
      try {
        return rebuild(written)
      } catch (error) {
        if (error instanceof Refusal) return fault(error.message, error.code)
        throw error
      }
    },
  }
}

/** Why a document inside a secret is not taken: a sentence without anything of its values. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  constructor(message: string, code = 'invalid') {
    super(message)
    this.code = code
  }
}
