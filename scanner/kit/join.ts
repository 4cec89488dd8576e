import type { Resource } from './record.ts'
import { isUnread, type Maybe, type Unread } from './unread.ts'

/** Another kind's records by one of their fields, in the few fields a check asked for. */
export interface Index<R> {
  get(key: string): R | undefined
  all(): readonly R[]
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
  const gap = Object.entries(record).find(
    ([name, value]) => fields.includes(name) && isUnread(value),
  )
  if (gap && isUnread(gap[1])) throw new JoinUnread(gap[1])
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
): Index<Resource> {
  const byKey = new Map<string, Resource>()
  for (const record of records) {
    const key = new Map<string, unknown>(Object.entries(record)).get(join.by)
    if (typeof key === 'string') byKey.set(key, record)
  }
  return {
    get(key) {
      const record = byKey.get(key)
      if (record) return must(record, join.fields)
      if (gap) throw new JoinUnread(gap)
      return undefined
    },
    all() {
      if (gap) throw new JoinUnread(gap)
      return [...byKey.values()].map((record) => must(record, join.fields))
    },
  }
}

export type JoinedWorlds = Readonly<Record<string, Maybe<readonly Resource[]>>>
