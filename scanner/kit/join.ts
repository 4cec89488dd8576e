import { fieldOf, type Resource } from './record.ts'
import { isUnread, type Maybe, type Unread, withhold } from './unread.ts'

/**
 * Another kind's records by one of their fields, in the few fields that a check requested. Only what a judge takes out
 * of it must have been read. `Known` is a record in those of them that are always known.
 */
export interface Index<R, Known = unknown> {
  get(key: string): R | undefined
  /** Those that pass the test. What could not be read of the others does not matter. */
  where(test: (record: Known) => boolean): readonly R[]
}

/** A check's request for an index: keyed `by` a field, with the `fields` it reads. */
export interface Join {
  readonly by: string
  readonly fields: readonly string[]
}

const must = (record: object, fields: readonly string[]): object => {
  for (const field of fields) {
    const value = fieldOf(record, field)
    if (isUnread(value)) withhold(value)
  }
  return record
}

/** The part of a record that these joins of its kind read: nothing else of it needs to stay in memory. */
export function joinedPart(record: object, joins: readonly Join[]): object {
  const names = new Set(joins.flatMap(({ by, fields }) => [by, ...fields]))
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
}

/** Records by a field; of two with the same value the later. */
export function keyed(records: readonly object[], by: string): ReadonlyMap<string, object> {
  const byKey = new Map<string, object>()
  for (const record of records) {
    const key = fieldOf(record, by)
    if (typeof key === 'string') byKey.set(key, record)
  }
  return byKey
}

/**
 * Builds an index over records by the join's key. With a gap their list could not be read whole; then
 * every key that is not found withholds the verdict, because "not there" would be a guess.
 */
export function indexOf(
  byKey: ReadonlyMap<string, object>,
  { fields }: Join,
  gap: Unread | null = null,
): Index<object, object> {
  return {
    get(key) {
      const record = byKey.get(key)
      if (record) return must(record, fields)
      return gap ? withhold(gap) : undefined
    },
    where(test) {
      if (gap) withhold(gap)
      return [...byKey.values()].filter(test).map((record) => must(record, fields))
    },
  }
}

export type JoinedWorlds = Readonly<Record<string, Maybe<readonly Resource[]>>>
