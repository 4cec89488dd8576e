import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface Secret extends Resource {
  /** The service that created and manages the secret, such as `rds`; null for customer secrets. */
  readonly owning_service: string | null
  /** True if it is a replica of a secret in another region, where it is rotated. */
  readonly replica: boolean
  readonly rotates: boolean
  readonly created_at: string
  /** Null if never rotated. */
  readonly rotated_at: string | null
  /** The day of the last access; null if it was never accessed in this region. */
  readonly accessed_at: string | null
  /** Null if the secret has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
}

export interface SecretsManager {
  secrets: Secret
}

export const check = checkFor<SecretsManager>()
