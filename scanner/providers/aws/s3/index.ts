import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { S3 } from './resources.ts'
import bucketPublicAccess from './s3_bucket_public_access.ts'

export default service<S3, Aws>({
  name: 's3',
  scope: 'global',
  kinds: {
    accounts: { list: [], fields: { public_access_block: ['s3:GetAccountPublicAccessBlock'] } },
    buckets: {
      list: ['s3:ListAllMyBuckets', 's3:GetBucketLocation'],
      fields: {
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
      list: ['s3:ListAccessPoints'],
      fields: { public_access_block: ['s3:GetAccessPoint'] },
    },
  },
  collect,
  checks: [bucketPublicAccess],
})
