import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Vault extends Resource {
  /** Null if the vault has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  /** The policy of its lock, which is permanent or in its test period; null without one. */
  readonly lock_policy: Maybe<readonly Statement[] | null>
}

export interface Glacier {
  vaults: Vault
}

export const check = checkFor<Glacier>()
