/** Why something could not be read. The words are those of the coverage ledger. */
export type GapOutcome = 'denied' | 'throttled' | 'error' | 'capped'

const mark: unique symbol = Symbol('unread')

/**
 * A read that failed, as a value. It replaces the value in a record, and it is never empty and never a verdict: the
 * engine turns it into a coverage row that names `action`.
 */
export interface Unread {
  readonly [mark]: true
  readonly outcome: GapOutcome
  /** The provider's own error code, such as `AccessDenied`. */
  readonly code: string
  /** The permission that the read needs, such as `s3:GetBucketPolicy`; null when none is to blame. */
  readonly action: string | null
}

/**
 * The code of a read of what does not exist here, which the provider has made sure of: a service that the region does
 * not have, a control plane that a cloud runs. Such a list is whole and empty, and checks that need it are not
 * applicable: the one code that the engine knows.
 */
export const serviceAbsent = 'service_absent'

export type Maybe<T> = T | Unread

/** Makes an Unread. In fixtures the code alone is enough: `unread('AccessDenied')`. */
export const unread = (
  code: string,
  { outcome = 'denied', action = null }: { outcome?: GapOutcome; action?: string | null } = {},
): Unread => ({ [mark]: true, outcome, code, action })

export const isUnread = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && mark in value

/**
 * What a provider's call layer throws when a call returned no usable response. `read` and `each` turn it into an
 * Unread; whatever else is thrown is a bug of ours and is reported as one.
 */
export class CallProblem extends Error {
  override readonly name = 'CallProblem'
  readonly code: string
  readonly outcome: GapOutcome
  readonly action: string | null

  constructor(code: string, outcome: GapOutcome, action: string | null, detail: string) {
    super(detail)
    this.code = code
    this.outcome = outcome
    this.action = action
  }
}

/**
 * What a judge throws, by `withhold`, when it cannot decide without something that was not read, or that no rule
 * covers. The judging loop turns it into an unread for the record at hand.
 */
export class Withheld extends Error {
  override readonly name = 'Withheld'
  override readonly cause: Unread
  constructor(cause: Unread) {
    super(`no verdict: ${cause.code}`)
    this.cause = cause
  }
}

/** Ends a judgement without a verdict. */
export const withhold = (gap: Unread): never => {
  throw new Withheld(gap)
}

/**
 * The Unread for something thrown while reading. A canceled scan is not a gap, so an AbortError is rethrown; a bug
 * becomes an error gap, because the other records of the unit can still be judged.
 */
export function unreadFrom(thrown: unknown): Unread {
  if (thrown instanceof CallProblem) return unread(thrown.code, thrown)
  if (thrown instanceof Withheld) return thrown.cause
  if (thrown instanceof Error && thrown.name === 'AbortError') throw thrown
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  return unread(`collector_failed:${name}`, { outcome: 'error' })
}
