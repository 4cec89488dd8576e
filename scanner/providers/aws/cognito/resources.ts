import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import { known as knownBy } from '../known.ts'

/** Requirements for new passwords. */
export interface PasswordRules {
  readonly length: number
  readonly lowercase: boolean
  readonly uppercase: boolean
  readonly numbers: boolean
  readonly symbols: boolean
  /** Days for which a temporary password from an administrator is valid. */
  readonly temporary_days: number | null
}

/** Values that the response omits are null. */
export interface PoolDetails {
  /** `ENFORCED`, `AUDIT`, or `OFF`, the default. */
  readonly threat_protection: string
  /** `ON`, `OPTIONAL` or `OFF`. */
  readonly mfa: string | null
  readonly deletion_protection: boolean | null
  readonly self_registration: boolean | null
  readonly passwords: PasswordRules
}

/** Actions of threat protection at a sign-in. */
export interface Risks {
  /** For passwords that are known to have leaked. */
  readonly leaked_password: 'BLOCK' | 'NO_ACTION'
  /** Actions by risk level: `BLOCK`, `MFA_REQUIRED`, `NO_ACTION`, …; empty if unset. */
  readonly actions: readonly string[]
}

export interface Pool extends Resource {
  readonly details: Maybe<PoolDetails>
  readonly risks: Maybe<Risks>
}

export interface Client extends Resource {
  readonly details: Maybe<{
    readonly hides_users: boolean
    readonly revokes_tokens: boolean | null
  }>
}

export interface IdentityPool extends Resource {
  readonly guests: Maybe<boolean>
}

/** A value of a pool for a judge: a value missing in the response is unread. */
export const known = <T>(value: T | null): T => knownBy(value, 'cognito-idp:DescribeUserPool')

export interface Cognito {
  pools: Pool
  clients: Client
  identityPools: IdentityPool
}

export const check = checkFor<Cognito>()
