import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { S3 } from './resources.ts'
import accessPointPublicAccessBlock from './s3_access_point_public_access_block.ts'
import accountLevelPublicAccessBlocks from './s3_account_level_public_access_blocks.ts'
import bucketAclProhibited from './s3_bucket_acl_prohibited.ts'
import bucketCrossAccountAccess from './s3_bucket_cross_account_access.ts'
import bucketDefaultEncryption from './s3_bucket_default_encryption.ts'
import bucketKmsEncryption from './s3_bucket_kms_encryption.ts'
import bucketLevelPublicAccessBlock from './s3_bucket_level_public_access_block.ts'
import bucketLifecycleEnabled from './s3_bucket_lifecycle_enabled.ts'
import bucketNoMfaDelete from './s3_bucket_no_mfa_delete.ts'
import bucketObjectLock from './s3_bucket_object_lock.ts'
import bucketObjectVersioning from './s3_bucket_object_versioning.ts'
import bucketPolicyPublicWriteAccess from './s3_bucket_policy_public_write_access.ts'
import bucketPublicAccess from './s3_bucket_public_access.ts'
import bucketPublicListAcl from './s3_bucket_public_list_acl.ts'
import bucketPublicWriteAcl from './s3_bucket_public_write_acl.ts'
import bucketSecureTransportPolicy from './s3_bucket_secure_transport_policy.ts'
import bucketServerAccessLoggingEnabled from './s3_bucket_server_access_logging_enabled.ts'

export default service<S3, Aws>({
  name: 's3',
  scope: 'global',
  kinds: {
    accounts: { list: [], fields: { public_access_block: ['s3:GetAccountPublicAccessBlock'] } },
    buckets: {
      regional: true,
      list: ['s3:ListAllMyBuckets', 's3:GetBucketLocation'],
      fields: {
        owner_id: [],
        policy: ['s3:GetBucketPolicy'],
        acl: ['s3:GetBucketAcl'],
        public_access_block: ['s3:GetBucketPublicAccessBlock'],
        encryption: ['s3:GetEncryptionConfiguration'],
        versioning: ['s3:GetBucketVersioning'],
        logging_target: ['s3:GetBucketLogging'],
        ownership: ['s3:GetBucketOwnershipControls'],
        object_lock: ['s3:GetBucketObjectLockConfiguration'],
        lifecycle_rules: ['s3:GetLifecycleConfiguration'],
      },
    },
    accessPoints: {
      regional: true,
      list: ['s3:ListAccessPoints'],
      fields: { public_access_block: ['s3:GetAccessPoint'] },
    },
  },
  collect,
  checks: [
    accessPointPublicAccessBlock,
    accountLevelPublicAccessBlocks,
    bucketAclProhibited,
    bucketCrossAccountAccess,
    bucketDefaultEncryption,
    bucketKmsEncryption,
    bucketLevelPublicAccessBlock,
    bucketLifecycleEnabled,
    bucketNoMfaDelete,
    bucketObjectLock,
    bucketObjectVersioning,
    bucketPolicyPublicWriteAccess,
    bucketPublicAccess,
    bucketPublicListAcl,
    bucketPublicWriteAcl,
    bucketSecureTransportPolicy,
    bucketServerAccessLoggingEnabled,
  ],
})
