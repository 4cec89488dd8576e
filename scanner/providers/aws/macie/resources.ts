import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Region extends Resource {
  /** `ENABLED` or `PAUSED`; null: Macie was never turned on. */
  readonly session: Maybe<string | null>
  /** True if Macie inspects buckets automatically; null if Macie is off. */
  readonly discovers: Maybe<boolean | null>
  /** True if the account has a bucket in the region. */
  readonly has_buckets: Maybe<boolean>
}

export interface Macie {
  regions: Region
}

export const check = checkFor<Macie>()
