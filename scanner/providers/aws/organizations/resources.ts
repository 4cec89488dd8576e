import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Organization {
  readonly id: string
  /** The account that manages it. */
  readonly management: string
}

export interface Account extends Resource {
  /** Null: the account belongs to no organization. */
  readonly organization: Maybe<Organization | null>
  /** Accounts that administer a service for all, by id; null where this account does not manage the organization. */
  readonly delegated: Maybe<readonly { readonly id: string; readonly name: string }[] | null>
}

export interface Organizations {
  accounts: Account
}

export const check = checkFor<Organizations>()
