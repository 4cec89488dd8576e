import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Organization {
  readonly id: string
  /** The management account. */
  readonly management: string
}

export interface Account extends Resource {
  /** Null if the account belongs to no organization. */
  readonly organization: Maybe<Organization | null>
  /** Delegated administrators, by account id; null if this account is not the management account. */
  readonly delegated: Maybe<readonly { readonly id: string; readonly name: string }[] | null>
}

export interface Organizations {
  accounts: Account
}

export const check = checkFor<Organizations>()
