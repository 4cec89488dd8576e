// The event convention: `<resource>.<verb>` with a flat payload. There is no registry: this file is
// the contract, for the compiler first and again at run time. Nothing here needs Node, so that a
// browser may import a stream's definition.

import type { Field, Scalar } from './fields.ts'
import { type ChannelName, checkPrefix, makeChannelName, type Segment } from './names.ts'

/** A new verb is added here first. */
export const verbs = [
  'delta',
  'start',
  'end',
  'progress',
  'created',
  'updated',
  'deleted',
  'error',
] as const
export type Verb = (typeof verbs)[number]

export const maxPayloadBytes = 65_536

export type Fields = Readonly<Record<string, Field>>
export type EventTypes = Readonly<Record<string, Fields>>

type Resource<S extends string> = S extends // 'stream' belongs to the platform
  | 'stream'
  | ''
  | `${string}${'.' | ':' | ' ' | '\n' | '\r'}${string}`
  ? never
  : S extends Lowercase<S>
    ? S
    : never

type Needs<R extends string, V> = V extends 'error'
  ? { readonly code: Field<string>; readonly detail: Field<string> }
  : V extends 'end'
    ? Readonly<Record<`${R}_id`, Field<string>>>
    : unknown

/** The event field already names the type, so `{ type, data }` around a payload would repeat it. */
type Wrapper = { readonly type: unknown; readonly data: unknown }

type CheckedEvent<T, F> = T extends `${infer R}.${infer V extends Verb}`
  ? [Resource<R>] extends [never]
    ? never
    : F extends Wrapper
      ? never
      : Needs<R, V>
  : never

type Checked<E> = { [T in keyof E]: CheckedEvent<T, E[T]> }

/** The values that the fields `F` take. */
export type Payload<F> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** An event that keeps every rule: its type, and its payload as one line of JSON. */
export type EncodedEvent = { readonly type: string; readonly json: string }

/** What a hub needs to know of a stream. */
export type AnyEventStream = {
  readonly prefix: string
  readonly coalesceMs: number
  /** As `encode`, for callers the compiler does not check. */
  readonly encodeUnknown: (type: string, payload: unknown) => EncodedEvent
}

export type EventStream<E> = AnyEventStream & {
  readonly events: E
  readonly channel: (tenantId: string, resourceId: string) => ChannelName<E>
  readonly encode: <T extends keyof E & string>(type: T, payload: Payload<E[T]>) => EncodedEvent
}

/** The events of a stream: `EventsOf<typeof scanProgress>`. */
export type EventsOf<S> = S extends { readonly events: infer E } ? E : never

/**
 * A stream: the prefix of its channels and the events they carry. `coalesceMs` gathers events for so
 * long before they are written; 0 gathers what one turn of the event loop brings.
 * Throws a TypeError for whatever breaks the convention and reached this without a type check.
 */
export function defineEventStream<P extends string, const E extends EventTypes>(stream: {
  readonly prefix: Segment<P>
  readonly events: E & Checked<E>
  readonly coalesceMs?: number
}): EventStream<E> {
  const { prefix, coalesceMs = 0 } = stream
  const events: E = stream.events
  checkPrefix(prefix)
  if (!Number.isInteger(coalesceMs) || coalesceMs < 0 || coalesceMs > 1000)
    throw new TypeError(`${prefix}: coalesceMs takes an integer from 0 to 1000.`)
  if (Object.keys(events).length === 0) throw new TypeError(`${prefix}: a stream needs an event.`)
  for (const [type, fields] of Object.entries(events)) checkDefinition(type, fields)

  const encodeUnknown = (type: string, payload: unknown): EncodedEvent => {
    const fields = Object.hasOwn(events, type) ? events[type] : undefined
    if (!fields) throw new TypeError(`The stream ${prefix} has no event ${type}.`)
    const given = plainObject(type, payload)
    for (const [name, field] of Object.entries(fields))
      if (!field.accepts(given[name])) throw new TypeError(`${type}: ${name} takes ${field.takes}.`)
    for (const name of Object.keys(given))
      if (!Object.hasOwn(fields, name)) throw new TypeError(`${type}: ${name} is not a field.`)
    return { type, json: cappedJson(type, given) }
  }
  return {
    prefix,
    events,
    coalesceMs,
    channel: (tenantId, resourceId) => makeChannelName<string, E>(prefix, tenantId, resourceId),
    encode: encodeUnknown,
    encodeUnknown,
  }
}

/** An event of a stream this process has no definition of: checks the rules for every event. Throws a TypeError. */
export function encodeUndefined(type: string, payload: unknown): EncodedEvent {
  const { resource, verb } = parts(type)
  const given = plainObject(type, payload)
  for (const [name, value] of Object.entries(given))
    if (!isScalar(value)) throw new TypeError(`${type}: ${name} takes one scalar.`)
  for (const name of needed(resource, verb))
    if (typeof given[name] !== 'string') throw new TypeError(`${type}: ${name} takes a text.`)
  return { type, json: cappedJson(type, given) }
}

/** The verb of an event type of the convention; null for any other text. */
export function verbOf(type: string): Verb | null {
  const found = typePattern.exec(type)
  return found && found[1] !== 'stream' ? (verbs.find((verb) => verb === found[2]) ?? null) : null
}

const typePattern = new RegExp(`^([a-z][a-z0-9_-]{0,62})\\.(${verbs.join('|')})$`)

function parts(type: string): { resource: string; verb: Verb } {
  const verb = verbOf(type)
  if (!verb)
    throw new TypeError(
      `${JSON.stringify(type)} is not a valid event type. Use <resource>.<verb> in lower case, a verb ` +
        `of ${verbs.join(', ')}, and a resource other than "stream".`,
    )
  return { resource: type.slice(0, type.indexOf('.')), verb }
}

const needed = (resource: string, verb: Verb): readonly string[] =>
  verb === 'error' ? ['code', 'detail'] : verb === 'end' ? [`${resource}_id`] : []

function checkDefinition(type: string, fields: Fields): void {
  const { resource, verb } = parts(type)
  for (const [name, field] of Object.entries(plainObject(type, fields)))
    if (!isField(field)) throw new TypeError(`${type}: ${name} must be a field: payloads are flat.`)
  if (Object.hasOwn(fields, 'type') && Object.hasOwn(fields, 'data'))
    throw new TypeError(`${type}: a payload is not wrapped in type and data.`)
  for (const name of needed(resource, verb))
    if (!fields[name]?.accepts(name.endsWith('_id') ? sampleId : ''))
      throw new TypeError(`${type}: ${name} is missing or takes no text.`)
}

/** An id every text and UUID field takes. */
const sampleId = '00000000-0000-4000-8000-000000000000'

const isField = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'accepts' in value && 'schema' in value

const isScalar = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))

function plainObject(type: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${type}: a payload is one flat object.`)
  return { ...value }
}

function cappedJson(type: string, payload: Record<string, unknown>): string {
  const json = JSON.stringify(payload)
  // A UTF-16 unit takes at most three bytes in UTF-8: most payloads need no second look.
  if (json.length * 3 > maxPayloadBytes && new TextEncoder().encode(json).length > maxPayloadBytes)
    throw new TypeError(`${type}: a payload takes at most ${maxPayloadBytes} bytes.`)
  return json
}
