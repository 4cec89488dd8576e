import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Authenticator {
  /** `okta_verify` */
  readonly key: string
  readonly name: string
  readonly isActive: boolean
  /** `REQUIRED`, `OPTIONAL`; null without a FIPS setting. */
  readonly fips: string | null
}

export interface Organization extends Resource {
  /** Null for Classic Engine, whose API has none. */
  readonly authenticators: Maybe<readonly Authenticator[] | null>
}

/** Requirements of a password policy. */
export interface PasswordRules {
  /** The source of the users: `OKTA`, `ACTIVE_DIRECTORY`, `LDAP`, `ANY`. */
  readonly source: string
  readonly min_length: number
  readonly min_lowercase: number
  readonly min_uppercase: number
  readonly min_number: number
  readonly min_symbol: number
  /** True if common passwords are rejected. */
  readonly excludes_common: boolean
  /** 0 if passwords do not expire. */
  readonly max_age_days: number
  readonly min_age_minutes: number
  readonly history_count: number
  /** 0: never. */
  readonly max_attempts: number
}

/** An active password policy. */
export interface PasswordPolicy extends Resource {
  readonly password: Maybe<PasswordRules>
}

export interface Authenticators {
  organizations: Organization
  policies: PasswordPolicy
}

export const check = checkFor<Authenticators>()
