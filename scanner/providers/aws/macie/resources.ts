import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Region extends Resource {
  /** `ENABLED` or `PAUSED`; null: Macie was never turned on. */
  readonly session: Maybe<string | null>
  /** Whether Macie looks through buckets by itself; null where it is off altogether. */
  readonly discovers: Maybe<boolean | null>
  /** Whether the account has a bucket in the region. */
  readonly has_buckets: Maybe<boolean>
}

export interface Macie {
  regions: Region
}

export const check = checkFor<Macie>()
