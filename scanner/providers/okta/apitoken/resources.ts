import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Network } from '../rules.ts'

/** An API token, which has the permissions of the user who created it. */
export interface ApiToken extends Resource {
  /** The networks from which it may be used. */
  readonly network: Maybe<Network>
  /** Admin roles of its user, assigned directly or through a group: `SUPER_ADMIN`. */
  readonly roles: Maybe<readonly string[]>
}

export interface ApiTokens {
  tokens: ApiToken
}

export const check = checkFor<ApiTokens>()
