import type { AnyField, Failed, Fault, Field, Schema } from './field.ts'

/**
 * A moment as a filter names it. A date is the whole UTC day, a timestamp counts to the millisecond:
 * the moment is `from` (inclusive) to `until` (exclusive), both UTC with milliseconds. So `on` is
 * `x >= from and x < until`, `gte` is `x >= from`, `lte` is `x < until`, `gt` and `lt` are beyond.
 */
export interface Instant {
  readonly kind: 'date' | 'timestamp'
  /** As it was sent. */
  readonly text: string
  readonly from: string
  readonly until: string
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/
const timestampPattern =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

const firstMs = Date.UTC(1970, 0, 1)
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const dayMs = 86_400_000

/** Milliseconds at the start of a UTC day that exists, or undefined. */
function dayStart(text: string): number | undefined {
  const [, year, month, day] = datePattern.exec(text) ?? []
  if (year === undefined) return undefined
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const exists = Number(year) >= 1970 && new Date(ms).toISOString().startsWith(text)
  return exists ? ms : undefined
}

function momentMs(text: string): number | undefined {
  const [, day] = timestampPattern.exec(text) ?? []
  if (day === undefined || dayStart(day) === undefined) return undefined
  const ms = Date.parse(text)
  return ms >= firstMs && ms <= lastMs ? ms : undefined // the offset may leave the years we keep
}

const iso = (ms: number) => new Date(Math.min(ms, lastMs)).toISOString()

const instantOf = (kind: Instant['kind'], text: string, fromMs: number): Instant => ({
  kind,
  text,
  from: iso(fromMs),
  until: iso(fromMs + (kind === 'date' ? dayMs : 1)),
})

const dateFault = 'Must be a date: YYYY-MM-DD, years 1970 to 9999.'
const timestampFault =
  'Must be an RFC 3339 timestamp with a zone, years 1970 to 9999, for example 2026-01-31T12:00:00Z.'
const instantFault = 'Must be a date (YYYY-MM-DD) or an RFC 3339 timestamp with a zone.'

function dateFromText(text: string, fault: Fault): Instant | Failed {
  const ms = dayStart(text)
  return ms === undefined ? fault(dateFault) : instantOf('date', text, ms)
}

function instantFromText(text: string, fault: Fault): Instant | Failed {
  const day = dayStart(text)
  if (day !== undefined) return instantOf('date', text, day)
  // A '+' that the client did not encode arrives as a space, which means nothing else before an offset.
  const whole = text.replace(/ (?=\d\d:\d\d$)/, '+')
  const ms = momentMs(whole)
  return ms === undefined ? fault(instantFault) : instantOf('timestamp', whole, ms)
}

const instantSchema = {
  type: 'string',
  anyOf: [{ format: 'date-time' }, { format: 'date' }],
  description: 'A date is the whole UTC day. A timestamp has millisecond precision.',
}

/** A full RFC 3339 timestamp, stored as text. As a filter it also takes a date. */
export const timestamp: Field<string, Instant> = {
  schema: { type: 'string', format: 'date-time' },
  read: (value, fault) =>
    typeof value === 'string' && momentMs(value) !== undefined ? value : fault(timestampFault),
  fromText: instantFromText,
}

/** A calendar day, `YYYY-MM-DD`, stored as text. */
export const date: Field<string, Instant> = {
  schema: { type: 'string', format: 'date' },
  read: (value, fault) =>
    typeof value === 'string' && dayStart(value) !== undefined ? value : fault(dateFault),
  fromText: dateFromText,
}

/** A date or a timestamp: which of them it is. */
export const instant: Field<Instant> = {
  schema: instantSchema,
  read: (value, fault) =>
    typeof value === 'string' && value !== '' ? instantFromText(value, fault) : fault(instantFault),
  fromText: instantFromText,
}

/** The schema a filter over this field has: a timestamp is filtered by instants. */
export const filterSchema = (field: AnyField): Schema | undefined =>
  field.fromText === instantFromText ? instantSchema : undefined
