import type { Resource } from './record.ts'
import { type Maybe, type Unread, unreadFrom } from './unread.ts'

const thunk: unique symbol = Symbol('reading')

/** One field's read, described but not yet made: the engine makes it only if a chosen check needs the field. */
export interface Reading<T> {
  readonly [thunk]: () => Promise<Maybe<T>>
}

/** A record before its reads: each field that may be unread may be a Reading instead of a value. */
export type Description<R> = {
  readonly [F in keyof R]: R[F] | (Unread extends R[F] ? Reading<Exclude<R[F], Unread>> : never)
}

/** Records of one kind, described one by one on the engine's demand. Nothing is called before. */
export interface Stream<R> {
  /** The region whose list this is, when a global service keeps one list per region. */
  readonly region: string | null
  open(): AsyncIterable<Description<R>>
}

/** What a collector returns: for each kind one stream, or one per region. */
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

/** One call for several fields: the first field that is read makes it, the others wait for the same answer. */
export const once = <T>(call: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | undefined
  return () => (answer ??= call())
}

/**
 * Describes the records of a list. `items` is usually a generator over pages, so that a long list is never in memory.
 */
export const each = <I, R extends Resource>(
  items: AsyncIterable<I> | Iterable<I>,
  describe: (item: I) => Description<R>,
  { region = null }: { region?: string | null } = {},
): Stream<R> => ({
  region,
  async *open() {
    for await (const item of items) yield describe(item)
  },
})

const isReading = (value: unknown): value is Reading<unknown> =>
  typeof value === 'object' && value !== null && thunk in value

/**
 * Runs the reads of one description concurrently, and returns the record. Reads of fields that are not `wanted` are not
 * made and the field is absent, which the types hide from every judge.
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
      record[name] = null // its place among the fields
      reads.push(
        value[thunk]().then((settled) => {
          record[name] = settled
        }),
      )
    }
  }
  await Promise.all(reads)
  return record as unknown as Resource // what is left out is what no chosen check needs
}
