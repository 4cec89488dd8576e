import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Secret extends Resource {
  /** The service that made the secret and looks after it, such as `rds`; null for your own. */
  readonly owning_service: string | null
  /** Copied from another region, which is where it is rotated. */
  readonly replica: boolean
  readonly rotates: boolean
  readonly created_at: string
  /** Null where it was never rotated. */
  readonly rotated_at: string | null
  /** To the day; null where it was never read in this region. */
  readonly accessed_at: string | null
  /** Null where the secret has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
}

export interface SecretsManager {
  secrets: Secret
}

export const check = checkFor<SecretsManager>()
