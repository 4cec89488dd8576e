import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface Trail extends Resource {
  readonly bucket: string
  readonly log_file_validation: boolean
  /** Null: the logs are encrypted with S3's own key. */
  readonly kms_key: string | null
  /** How strangers reach the bucket of the logs; null: they do not. */
  readonly bucket_exposure: Maybe<string | null>
  /** Where accesses to the bucket of the logs are logged; null: nowhere. */
  readonly bucket_logging_target: Maybe<string | null>
}

/** One region, as the trails see it: its own and those of other regions that cover it. */
export interface Region extends Resource {
  /** Names of the trails of all regions that are logging. */
  readonly logging_trails: Maybe<readonly string[]>
}

export interface CloudTrail {
  trails: Trail
  regions: Region
}

export const check = checkFor<CloudTrail>()
