import { type Unread, unreadFrom } from './unread.ts'

const mark: unique symbol = Symbol('incomplete')

/**
 * An item of a list that could not become a record, because its response lacks required data. The engine records a gap
 * for it, and evaluates the other items of the list.
 */
export interface Incomplete {
  readonly [mark]: true
  /** The item's ARN, id or name; null if it has none. */
  readonly name: string | null
  readonly gap: Unread
}

export const incomplete = (name: string | null, gap: Unread): Incomplete => ({
  [mark]: true,
  name,
  gap,
})

export const isIncomplete = (value: unknown): value is Incomplete =>
  typeof value === 'object' && value !== null && mark in value

/**
 * Converts an item of a list. Every error of the conversion is a gap of this item. A canceled scan is not, so an
 * AbortError is rethrown.
 */
export function complete<I, T>(item: I, convert: (item: I) => T): T | Incomplete {
  try {
    return convert(item)
  } catch (thrown) {
    return incomplete(identityOf(item), unreadFrom(thrown))
  }
}

/** Yields the items with the conversion of each. An item that is already incomplete is passed on. */
export async function* converted<I, T>(
  items: AsyncIterable<I | Incomplete> | Iterable<I | Incomplete>,
  convert: (item: I) => T,
): AsyncGenerator<T | Incomplete> {
  for await (const item of items) yield isIncomplete(item) ? item : complete(item, convert)
}

/** Identifiers of other resources, which responses often contain before the item's own. */
const others = /^(?:account|image|kms|owner|requester|role|vpc(?!Endpoint|Peering))/i
const longest = 500

/** The identity of an item as far as a response has it: its ARN, id or name. */
export function identityOf(item: unknown): string | null {
  if (typeof item === 'string') return item.slice(0, longest)
  if (typeof item !== 'object' || item === null) return null
  const texts = Object.entries(item).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  const of = (pattern: RegExp) => texts.find(([key]) => pattern.test(key) && !others.test(key))?.[1]
  const own =
    of(/^(?:uid|arn)$/i) ??
    of(/^(?:id|name|full_name|login)$/i) ??
    of(/arn$/i) ??
    of(/(?:id|identifier)$/i) ??
    of(/name$/i)
  if (own !== undefined) return own.slice(0, longest)
  return 'metadata' in item ? identityOf(item.metadata) : null
}
