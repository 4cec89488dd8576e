import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Rule } from '../rules.ts'

/** The settings of a rule of a global session policy for the sessions that it allows. */
export interface SessionRule extends Rule {
  readonly session: {
    readonly isPersistent: boolean
    readonly idleMinutes: number
    /** 0: without an end. */
    readonly lifetimeMinutes: number
  } | null
}

/** An active global session policy. */
export interface SessionPolicy extends Resource {
  /** The rules that a sign-in can match, in order. */
  readonly rules: Maybe<readonly SessionRule[]>
}

export interface Brand extends Resource {
  /** The text of the sign-in page, without its markup. */
  readonly sign_in_words: Maybe<string>
}

export interface SignOn {
  policies: SessionPolicy
  brands: Brand
}

export const check = checkFor<SignOn>()
