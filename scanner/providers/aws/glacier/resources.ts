import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Vault extends Resource {
  /** Null where the vault has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  /** Of its lock, which cannot be changed any more, or is being tried. Null without one. */
  readonly lock_policy: Maybe<readonly Statement[] | null>
}

export interface Glacier {
  vaults: Vault
}

export const check = checkFor<Glacier>()
