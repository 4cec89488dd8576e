import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Contact {
  readonly name: string
  readonly company: string
  readonly country: string
}

export interface Account extends Resource {
  /** Null: the account has no contact information. */
  readonly contact: Maybe<Contact | null>
  /** Whom AWS writes to about security. Null: nobody in particular. */
  readonly security_contact: Maybe<{ readonly name: string; readonly title: string } | null>
}

export interface Accounts {
  accounts: Account
}

export const check = checkFor<Accounts>()
