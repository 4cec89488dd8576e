import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Trail extends Resource {
  readonly bucket: string
  readonly log_file_validation: Maybe<boolean>
  /** Null if the logs are encrypted with S3's own key. */
  readonly kms_key: string | null
  /** The public access to the bucket of the logs; null if there is none. */
  readonly bucket_exposure: Maybe<string | null>
  /** The target of access logs of the bucket of the logs; null if there is none. */
  readonly bucket_logging_target: Maybe<string | null>
  /** True if deleting a version in the bucket of the logs requires MFA. */
  readonly bucket_mfa_delete: Maybe<boolean>
  /** The CloudWatch log group that receives the events; null if there is none. */
  readonly log_group: string | null
  /** The time of the last delivery to CloudWatch in ISO format; null if there was none. */
  readonly log_group_delivery: Maybe<string | null>
  /** The enabled kinds of insights. */
  readonly insights: Maybe<readonly string[]>
}

/** A multi-region trail that is logging. */
export interface LoggingTrail {
  readonly name: string
  /** True if the trail logs all management events: reads and writes of every service. */
  readonly management_events: boolean
  /** Whether the trail logs reads and writes of the objects of every bucket. */
  readonly object_events: { readonly read: boolean; readonly write: boolean }
}

/** One region with the trails that cover it: its own and multi-region trails of other regions. */
export interface Region extends Resource {
  readonly logging_trails: Maybe<readonly LoggingTrail[]>
}

/** The account, evaluated once, in the partition's home region. */
export interface Account extends Resource {
  readonly logging_trails: Maybe<readonly LoggingTrail[]>
}

export interface CloudTrail {
  trails: Trail
  regions: Region
  accounts: Account
}

export const check = checkFor<CloudTrail>()
