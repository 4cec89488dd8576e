import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

export interface PublicAccessBlock {
  readonly block_public_acls: boolean
  readonly ignore_public_acls: boolean
  readonly block_public_policy: boolean
  readonly restrict_public_buckets: boolean
}

/** One entry of an access control list: `everyone`, `any_aws_account`, or one grantee's id. */
export interface Grant {
  readonly grantee: string
  readonly permission: string
}

export interface LifecycleRule {
  readonly id: string
  readonly enabled: boolean
}

export interface Bucket extends Resource {
  /** The canonical id of the account, as in access control lists and some policies. */
  readonly owner_id: Maybe<string>
  /** Null if the bucket has no policy. */
  readonly policy: Maybe<readonly Statement[] | null>
  readonly acl: Maybe<readonly Grant[]>
  readonly public_access_block: Maybe<PublicAccessBlock | null>
  /** The algorithm of default encryption, such as `aws:kms`; null if not set. */
  readonly encryption: Maybe<string | null>
  readonly versioning: Maybe<{ readonly enabled: boolean; readonly mfa_delete: boolean }>
  /** The target bucket of access logs; null if logging is off. */
  readonly logging_target: Maybe<string | null>
  /** `BucketOwnerEnforced`, …; null: never set, so access control lists apply. */
  readonly ownership: Maybe<string | null>
  /** Null if the bucket never had an object lock. */
  readonly object_lock: Maybe<boolean | null>
  /** Null if the bucket has no lifecycle configuration. */
  readonly lifecycle_rules: Maybe<readonly LifecycleRule[] | null>
}

/** The account in S3; its `name` is the account id. */
export interface Account extends Resource {
  readonly public_access_block: Maybe<PublicAccessBlock | null>
}

export interface AccessPoint extends Resource {
  readonly bucket: string
  readonly public_access_block: Maybe<PublicAccessBlock | null>
}

export interface S3 {
  accounts: Account
  buckets: Bucket
  accessPoints: AccessPoint
}

export const check = checkFor<S3>()
