// Reads members of listed objects in their API types. Other types are rejected, not converted.
import { unread, withhold } from '../../kit/index.ts'
import { isMembers, type Members } from './calls.ts'
import type { ListName } from './client.ts'

/** The maximum length of a cluster's text in a record, in characters. */
export const maxText = 1_000

/** The API server accepts no control characters or unpaired surrogates in names, so they are replaced. */
export const cut = (text: string): string =>
  text
    .slice(0, maxText)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')

const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/** Reads members of objects of this list. Each function throws Withheld for a value of another type. */
export function membersIn(list: ListName) {
  const malformed = (): never =>
    withhold(unread('broken_answer', { outcome: 'error', action: list }))
  const isListed = (value: unknown): readonly unknown[] =>
    isAbsent(value) ? [] : Array.isArray(value) ? (value as readonly unknown[]) : malformed()
  /** Null if missing. */
  const text = (value: unknown): string | null =>
    isAbsent(value) ? null : typeof value === 'string' ? cut(value) : malformed()
  /** An object; empty if missing. */
  const members = (value: unknown): Members =>
    isAbsent(value) ? {} : isMembers(value) ? value : malformed()
  return {
    members,
    text,
    objects: (value: unknown): readonly Members[] =>
      isListed(value).map((one) => (isMembers(one) ? one : malformed())),
    texts: (value: unknown): readonly string[] =>
      isListed(value).map((one) => text(one) ?? malformed()),
    /** Null if not set. */
    boolean: (value: unknown): boolean | null =>
      isAbsent(value) ? null : typeof value === 'boolean' ? value : malformed(),
    /** Null if not set. */
    integer: (value: unknown): number | null =>
      isAbsent(value) ? null : Number.isSafeInteger(value) ? (value as number) : malformed(),
    malformed,
  }
}
