import { fieldOf, type Resource } from './record.ts'
import { isUnread, type Maybe, type Unread, withhold } from './unread.ts'

/**
 * An index of another kind's records by one of their fields, limited to the fields that a check requested. Only records
 * that a judge takes from the index must have been read. `Known` is the part of a record that is always known.
 */
export interface Index<R, Known = unknown> {
  get(key: string): R | undefined
  /** Returns the records that pass the test. Unread fields of other records have no effect. */
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

/** The part of a record that these joins of its kind read: the rest need not stay in memory. */
export function joinedPart(record: object, joins: readonly Join[]): object {
  const names = new Set(joins.flatMap(({ by, fields }) => [by, ...fields]))
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))
}

/** Records by a field. If two have the same value, the later one is kept. */
export function keyed(records: readonly object[], by: string): ReadonlyMap<string, object> {
  const byKey = new Map<string, object>()
  for (const record of records) {
    const key = fieldOf(record, by)
    if (typeof key === 'string') byKey.set(key, record)
  }
  return byKey
}

/**
 * Builds an index over records by the join's key. A gap means that their list was not read completely. A key that is
 * not found then withholds the verdict, because the record may exist.
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
