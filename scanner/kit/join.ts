import { fieldOf, type Resource } from './record.ts'
import { isUnread, type Maybe, type Unread } from './unread.ts'

/**
 * Another kind's records by one of their fields, in the few fields a check asked for. Only what a
 * judge takes out of it must have been read. `Known` is a record in those of them that are always known.
 */
export interface Index<R, Known = unknown> {
  get(key: string): R | undefined
  /** Those that pass the test. What could not be read of the others does not matter. */
  where(test: (record: Known) => boolean): readonly R[]
}

/** How a check asks for an index: keyed `by` a field, with the `fields` it reads. */
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

/** What every record of an index has, besides the fields that a check names. */
const always: readonly string[] = ['uid', 'name', 'region'] satisfies (keyof Resource)[]

/** The part of a record that these joins of its kind read: nothing else of it needs to stay in memory. */
export function joinedPart(record: Resource, joins: readonly Join[]): Resource {
  const names = new Set([...always, ...joins.flatMap(({ by, fields }) => [by, ...fields])])
  const part = Object.entries(record).filter(([name]) => names.has(name))
  return Object.fromEntries(part) as unknown as Resource // `always` is what every record has
}

/** Records by a field; of two with the same value the later. */
export function keyed(records: readonly Resource[], by: string): ReadonlyMap<string, Resource> {
  const byKey = new Map<string, Resource>()
  for (const record of records) {
    const key = fieldOf(record, by)
    if (typeof key === 'string') byKey.set(key, record)
  }
  return byKey
}

/**
 * Builds an index over records by the join's key. With a gap their list could not be read whole; then
 * every key that is not found throws JoinUnread, because "not there" would be a guess.
 */
export function indexOf(
  byKey: ReadonlyMap<string, Resource>,
  { fields }: Join,
  gap: Unread | null = null,
): Index<Resource, Resource> {
  return {
    get(key) {
      const record = byKey.get(key)
      if (record) return must(record, fields)
      if (gap) throw new JoinUnread(gap)
      return undefined
    },
    where(test) {
      if (gap) throw new JoinUnread(gap)
      return [...byKey.values()].filter(test).map((record) => must(record, fields))
    },
  }
}

export type JoinedWorlds = Readonly<Record<string, Maybe<readonly Resource[]>>>
