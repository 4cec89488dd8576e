import { converted, type Incomplete } from './incomplete.ts'
import type { Resource } from './record.ts'
import { type Maybe, type Unread, unread, unreadFrom, withhold } from './unread.ts'

const thunk: unique symbol = Symbol('reading')

/** A read of one field that has not started. The engine starts it only if a selected check needs the field. */
export interface Reading<T> {
  readonly [thunk]: () => Promise<Maybe<T>>
}

/** A record before its reads: a field that may be unread may contain a Reading in place of a value. */
export type Description<R> = {
  readonly [F in keyof R]: R[F] | (Unread extends R[F] ? Reading<Exclude<R[F], Unread>> : never)
}

/** Records of one kind, produced on demand. No API call is made before `open`. */
export interface Stream<R> {
  /** The region of this list if a global service keeps one list per region. */
  readonly region: string | null
  open(): AsyncIterable<Description<R> | Incomplete>
}

/** The streams of a collector: one per kind, or one per kind and region. */
export type Collected<S> = { readonly [K in keyof S]: Stream<S[K]> | readonly Stream<S[K]>[] }

/**
 * Describes how a field is read. The value is the result of `call`, `null` for an error code named in `none` (the
 * provider's codes for "not configured"), else Unread.
 */
export function read<T>(call: () => Promise<T>): Reading<T>
export function read<T>(
  call: () => Promise<T>,
  options: { none: readonly string[] },
): Reading<T | null>
export function read<T>(
  call: () => Promise<T>,
  { none = [] }: { none?: readonly string[] } = {},
): Reading<T | null> {
  return {
    [thunk]: async () => {
      try {
        return await call()
      } catch (thrown) {
        const gap = unreadFrom(thrown)
        return none.includes(gap.code) ? null : gap
      }
    },
  }
}

/** Shares one call among several fields: the first read starts it, and the others wait for the same response. */
export const once = <T>(call: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | undefined
  return () => (answer ??= call())
}

/**
 * Describes the records of a list. `items` is usually a generator over pages, so that a long list is never completely
 * in memory. An item whose description throws, or has no uid or name, is incomplete, and the
 * others are read.
 */
export const each = <I, R extends Resource>(
  items: AsyncIterable<I | Incomplete> | Iterable<I | Incomplete>,
  describe: (item: I) => Description<R>,
  { region = null }: { region?: string | null } = {},
): Stream<R> => ({
  region,
  open: () => converted(items, (item) => identified(describe(item))),
})

/** A uid made of absent data would be that of another resource, or of none. */
function identified<R extends Resource>(description: Description<R>): Description<R> {
  const { uid, name } = description as Partial<Record<keyof Resource, unknown>>
  if (typeof uid === 'string' && uid !== '' && typeof name === 'string') return description
  return withhold(unread('broken_answer', { outcome: 'error' }))
}

const isReading = (value: unknown): value is Reading<unknown> =>
  typeof value === 'object' && value !== null && thunk in value

/**
 * Runs the reads of one description concurrently, and returns the record. Fields that are not `wanted` are not read and
 * are absent; the types prevent judges from accessing them.
 */
export async function settle(
  description: Description<Resource>,
  wanted: ReadonlySet<string>,
): Promise<Resource> {
  const record: Record<string, unknown> = {}
  const reads: Promise<void>[] = []
  for (const [name, value] of Object.entries(description)) {
    if (!isReading(value)) record[name] = value
    else if (wanted.has(name)) {
      record[name] = null // keeps the order of the fields
      reads.push(
        value[thunk]().then((settled) => {
          record[name] = settled
        }),
      )
    }
  }
  await Promise.all(reads)
  return record as unknown as Resource // only fields that no selected check needs are omitted
}
