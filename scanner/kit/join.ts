import { fieldOf, type Resource } from './record.ts'
import { isUnread, type Maybe, type Unread } from './unread.ts'

/**
 * Another kind's records by one of their fields, in the few fields a check asked for. Only what a
 * judge takes out of it must have been read. `Known` is a record in the fields that are always known.
 */
export interface Index<R, Known = unknown> {
  get(key: string): R | undefined
  /** Those that pass the test. What could not be read of the others does not matter. */
  where(test: (record: Known) => boolean): readonly R[]
}

/** How a check asks for an index: keyed `by` a field, with the `fields` it reads that may be unread. */
export interface Join {
  readonly by: string
  readonly fields: readonly string[]
}

/**
 * Thrown when a judge touches something of an index that was not read. The judging loop turns it
 * into an unread for the record at hand, so a judge never has to ask whether the other side is there.
 */
export class JoinUnread extends Error {
  override readonly cause: Unread
  constructor(cause: Unread) {
    super(`the joined records were not read: ${cause.code}`)
    this.cause = cause
  }
}

const must = (record: Resource, fields: readonly string[]): Resource => {
  for (const field of fields) {
    const value = fieldOf(record, field)
    if (isUnread(value)) throw new JoinUnread(value)
  }
  return record
}

/**
 * Builds an index over records, or over an Unread when their list could not be read whole; then
 * every key that is not found throws JoinUnread, because "not there" would be a guess.
 */
export function indexOf(
  records: readonly Resource[],
  join: Join,
  gap: Unread | null = null,
): Index<Resource, Resource> {
  const byKey = new Map<string, Resource>()
  for (const record of records) {
    const key = fieldOf(record, join.by)
    if (typeof key === 'string') byKey.set(key, record)
  }
  return {
    get(key) {
      const record = byKey.get(key)
      if (record) return must(record, join.fields)
      if (gap) throw new JoinUnread(gap)
      return undefined
    },
    where(test) {
      if (gap) throw new JoinUnread(gap)
      return [...byKey.values()].filter(test).map((record) => must(record, join.fields))
    },
  }
}

export type JoinedWorlds = Readonly<Record<string, Maybe<readonly Resource[]>>>
