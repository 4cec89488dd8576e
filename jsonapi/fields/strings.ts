import { type Failed, type Fault, type Field, failed, type Schema } from './field.ts'

export interface TextLimits {
  /** Code points, as JSON Schema and PostgreSQL count them. From 1, text without a visible character is refused too. */
  readonly min?: number
  readonly max?: number
  readonly pattern?: RegExp
  /** What the pattern requires, in words: "Must be <patternName>." */
  readonly patternName?: string
}

/**
 * A string that the database can store: well-formed and without U+0000 (PostgreSQL refuses both, 22021 and 22P02, which
 * would be a 500).
 */
export function readString(value: unknown, fault: Fault): string | Failed {
  if (typeof value !== 'string') return fault('Must be a string.', 'invalid_type')
  if (value.includes('\u0000')) return fault('Must not contain the character U+0000.')
  if (!value.isWellFormed()) return fault('Must not contain half of a surrogate pair.')
  return value
}

/**
 * A character that can be seen: not whitespace, a control character, a format character such as U+200B, one that fonts
 * show as nothing such as U+3164 (Hangul filler), or U+2800 (Braille pattern blank).
 */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const textField = (limits: TextLimits): Field<string> => {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, patternName } = limits
  if (pattern?.global || pattern?.sticky)
    throw new TypeError('A pattern must have no state: use neither flag g nor y.')
  const read = (value: unknown, fault: Fault): string | Failed => {
    const text = readString(value, fault)
    if (text === failed) return failed
    if (min > 0 && !visible.test(text)) return fault('This field may not be blank.', 'blank')
    const length = text.length < min || text.length > max || min > 1 ? codePoints(text) : min
    if (length < min) return fault(`Must have at least ${min} characters.`, 'min_length')
    if (length > max) return fault(`Must have at most ${max} characters.`, 'max_length')
    if (pattern && !pattern.test(text)) {
      return fault(`Must ${patternName ? `be ${patternName}` : `match ${pattern.source}`}.`)
    }
    return text
  }
  return { read, fromText: read, schema: textSchema(limits) }
}

function codePoints(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xdc00) pairs++
  }
  return text.length - pairs
}

const textSchema = ({ min, max, pattern }: TextLimits): Schema => ({
  type: 'string',
  ...(min !== undefined && { minLength: min }),
  ...(max !== undefined && { maxLength: max }),
  ...(pattern !== undefined && { pattern: pattern.source }),
})

/** A string; `text({ min, max, pattern })` one within limits. */
export const text: Field<string> & ((limits: TextLimits) => Field<string>) = Object.assign(
  (limits: TextLimits) => textField(limits),
  textField({}),
)

/** What embeds, overrides or isolates a direction, and so reorders the words around a name. */
const directions = '\\u202a-\\u202e\\u2066-\\u2069'

/** What breaks a line, and other controls, which terminals and spreadsheets act upon. */
const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'

/** A name from another system in the characters that `nameText` takes: a line break becomes a space. */
export const plainName = (name: string): string =>
  name
    .replaceAll(new RegExp(`[${directions}]`, 'gu'), '')
    .replaceAll(new RegExp(`[${controls}]+`, 'gu'), ' ')

/** A name that is shown within sentences: one line, without control characters and direction controls. */
export const nameText = ({
  min,
  max,
}: {
  readonly min?: number
  readonly max: number
}): Field<string> =>
  text({
    ...(min !== undefined && { min }),
    max,
    pattern: new RegExp(`^[^${controls}${directions}]*$`),
    patternName:
      'one line of text, without control characters and direction controls such as U+202E',
  })

/** Text that a list is searched for. The limit bounds what one comparison with a long stored text costs. */
export const searchText: Field<string> = text({ max: 256 })

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const readUuid = (value: unknown, fault: Fault): string | Failed =>
  typeof value === 'string' && uuidPattern.test(value)
    ? value.toLowerCase()
    : fault('Must be a valid UUID.')

/** A UUID in its canonical form: either case is accepted and stored in lower case. */
export const uuid: Field<string> = {
  schema: { type: 'string', format: 'uuid' },
  read: readUuid,
  fromText: readUuid,
}

// The local part as RFC 5321 allows it without quotes; labels of 1 to 63, a last label of letters
// (or punycode). Linear: no nested repetition over the same characters.
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

const isEmail = (value: string): boolean => {
  if (value.length > 254) return false
  const at = value.lastIndexOf('@')
  const domain = value.slice(at + 1).split('.')
  const last = domain.at(-1) ?? ''
  return (
    at > 0 &&
    at <= 64 &&
    local.test(value.slice(0, at)) &&
    domain.length > 1 &&
    domain.every((part) => label.test(part)) &&
    last.length > 1 &&
    !/^\d+$/.test(last)
  )
}

const readEmail = (value: unknown, fault: Fault): string | Failed =>
  typeof value === 'string' && isEmail(value) ? value : fault('Enter a valid email address.')

/** An email address, stored as it was written. */
export const email: Field<string> = {
  schema: { type: 'string', format: 'email', maxLength: 254 },
  read: readEmail,
  fromText: readEmail,
}

/** One of the given words, exactly. */
export const oneOf = <const V extends readonly [string, ...string[]]>(
  ...values: V
): Field<V[number]> => {
  const known = new Set<unknown>(values)
  const is = (value: unknown): value is V[number] => known.has(value)
  const read = (value: unknown, fault: Fault): V[number] | Failed =>
    is(value) ? value : fault(`Must be one of: ${values.join(', ')}.`, 'invalid_choice')
  return { schema: { type: 'string', enum: values }, read, fromText: read }
}
