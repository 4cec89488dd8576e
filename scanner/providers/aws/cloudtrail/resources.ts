import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Trail extends Resource {
  readonly bucket: string
  readonly log_file_validation: Maybe<boolean>
  /** Null: the logs are encrypted with S3's own key. */
  readonly kms_key: string | null
  /** How the public can access the bucket of the logs; null if it cannot. */
  readonly bucket_exposure: Maybe<string | null>
  /** Where accesses to the bucket of the logs are logged; null: nowhere. */
  readonly bucket_logging_target: Maybe<string | null>
  /** Whether deleting a version in the bucket of the logs takes a second factor. */
  readonly bucket_mfa_delete: Maybe<boolean>
  /** The log group of CloudWatch that gets the events; null: none. */
  readonly log_group: string | null
  /** When CloudWatch last got something, as an ISO time; null: never. */
  readonly log_group_delivery: Maybe<string | null>
  /** The kinds of insights that are looked for. */
  readonly insights: Maybe<readonly string[]>
}

/** A trail of all regions that is logging. */
export interface LoggingTrail {
  readonly name: string
  /** Whether it logs all management events: reads and writes, of every service. */
  readonly management_events: boolean
  /** Whether it logs reads, and writes, of the objects of every bucket. */
  readonly object_events: { readonly read: boolean; readonly write: boolean }
}

/** One region, as the trails see it: its own and those of other regions that cover it. */
export interface Region extends Resource {
  readonly logging_trails: Maybe<readonly LoggingTrail[]>
}

/** The account, looked at once, in the partition's home region. */
export interface Account extends Resource {
  readonly logging_trails: Maybe<readonly LoggingTrail[]>
}

export interface CloudTrail {
  trails: Trail
  regions: Region
  accounts: Account
}

export const check = checkFor<CloudTrail>()
