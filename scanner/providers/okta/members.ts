// Reads members of responses in their API types. Other types are rejected, not converted.
import { unread, withhold } from '../../kit/index.ts'
import { type CallName, calls, type Members } from './client.ts'
import { isMembers } from './door.ts'
import { isId } from './uids.ts'

/** The maximum length of an organization's text in a record or a sentence, in characters. */
const longest = 250

/** Names are written by administrators, and shown in terminals and tables. */
export const shown = (text: string): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')

const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/**
 * Reads members of responses of this call. Each function throws Withheld for a missing value or one of another type.
 */
export function membersOf(call: CallName) {
  const malformed = (): never =>
    withhold(unread('broken_answer', { outcome: 'error', action: calls[call].scope }))
  const members = (value: unknown): Members => (isMembers(value) ? value : malformed())
  const all = (value: unknown): readonly unknown[] =>
    Array.isArray(value) ? (value as readonly unknown[]) : malformed()
  const text = (value: unknown): string => (typeof value === 'string' ? value : malformed())
  return {
    malformed,
    members,
    text,
    /** Empty if missing. */
    optional: (value: unknown): Members => (isAbsent(value) ? {} : members(value)),
    texts: (value: unknown): readonly string[] => (isAbsent(value) ? [] : all(value).map(text)),
    objects: (value: unknown): readonly Members[] =>
      isAbsent(value) ? [] : all(value).map(members),
    id: (value: unknown): string => (isId(value) ? value : malformed()),
    name: (value: unknown): string => shown(text(value)),
    /** Null if missing. */
    textOrNull: (value: unknown): string | null => (isAbsent(value) ? null : text(value)),
    boolean: (value: unknown): boolean => (typeof value === 'boolean' ? value : malformed()),
    /** Reads a count, minutes or days. */
    count: (value: unknown): number =>
      Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : malformed(),
  }
}

/** Joins texts without duplicates; only the first few of a long list. */
export function listing(texts: Iterable<string>): string {
  const all = [...new Set(texts)]
  const few = all.length > 8 ? all.slice(0, 6) : all
  const rest = all.length - few.length
  return `${few.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
