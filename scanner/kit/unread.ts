/** The reason why a value could not be read, in the terms of the coverage ledger. */
export type GapOutcome = 'denied' | 'throttled' | 'error' | 'capped'

const mark: unique symbol = Symbol('unread')

/**
 * The value of a failed read. It replaces the value in a record. It is never empty and never a verdict: the engine
 * turns it into a coverage row that names `action`.
 */
export interface Unread {
  readonly [mark]: true
  readonly outcome: GapOutcome
  /** The provider's own error code, such as `AccessDenied`. */
  readonly code: string
  /** The permission that the read needs, such as `s3:GetBucketPolicy`; null if no permission is the cause. */
  readonly action: string | null
}

/**
 * The code of a read of a resource that cannot exist here, as the provider has verified: a service that the region does
 * not have, or a control plane that the cloud provider operates. Such a list is complete and empty, and checks that
 * need it are not applicable. It is the only code that the engine recognizes.
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
 * The error that a provider's call layer throws if a call returned no usable response. `read` and `each` convert it to
 * an Unread; any other error is an internal error and is reported as such.
 */
export class CallProblem extends Error {
  override readonly name = 'CallProblem'
  readonly code: string
  readonly outcome: GapOutcome
  readonly action: string | null
  /** The resource of a list whose data is incomplete, after the others were read; null: the list is. */
  readonly about: string | null

  constructor(
    code: string,
    outcome: GapOutcome,
    action: string | null,
    detail: string,
    about: string | null = null,
  ) {
    super(detail)
    this.about = about
    this.code = code
    this.outcome = outcome
    this.action = action
  }
}

/**
 * The error that a judge throws, by `withhold`, if it cannot decide because a value was not read or no rule applies.
 * The judging loop converts it to an Unread for the record.
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
 * Converts an error thrown while reading to an Unread. A canceled scan is not a gap, so an AbortError is rethrown; an
 * internal error becomes an error gap, because the other records of the unit can still be evaluated.
 */
export function unreadFrom(thrown: unknown): Unread {
  if (thrown instanceof CallProblem) return unread(thrown.code, thrown)
  if (thrown instanceof Withheld) return thrown.cause
  if (thrown instanceof Error && thrown.name === 'AbortError') throw thrown
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  return unread(`collector_failed:${name}`, { outcome: 'error' })
}
