import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Contact {
  readonly name: string
  readonly company: string
  readonly country: string
}

/** The contacts (primary, billing, operations, security) that reach the same recipient, without their details. */
export interface Overlap {
  /** Alternate contacts that are not registered. */
  readonly missing: readonly string[]
  /** Pairs with the same email address or telephone number: `billing and security`. */
  readonly same: readonly string[]
}

export interface Account extends Resource {
  /** Null if the account has no contact information. */
  readonly contact: Maybe<Contact | null>
  /** The security contact; null if not registered. */
  readonly security_contact: Maybe<{ readonly name: string; readonly title: string } | null>
  readonly overlap: Maybe<Overlap>
}

export interface Accounts {
  accounts: Account
}

export const check = checkFor<Accounts>()
