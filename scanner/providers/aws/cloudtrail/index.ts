import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import kmsEncryptionEnabled from './cloudtrail_kms_encryption_enabled.ts'
import logFileValidationEnabled from './cloudtrail_log_file_validation_enabled.ts'
import logsBucketAccessLogging from './cloudtrail_logs_s3_bucket_access_logging_enabled.ts'
import logsBucketNotPublic from './cloudtrail_logs_s3_bucket_is_not_publicly_accessible.ts'
import multiRegionEnabled from './cloudtrail_multi_region_enabled.ts'
import { collect } from './collect.ts'
import type { CloudTrail } from './resources.ts'

export default service<CloudTrail, Aws>({
  name: 'cloudtrail',
  scope: 'regional',
  kinds: {
    trails: {
      list: ['cloudtrail:DescribeTrails'],
      fields: {
        bucket_exposure: [
          's3:GetBucketAcl',
          's3:GetBucketPolicy',
          's3:GetBucketPublicAccessBlock',
          's3:GetAccountPublicAccessBlock',
        ],
        bucket_logging_target: ['s3:GetBucketLogging'],
      },
    },
    regions: {
      list: [],
      fields: { logging_trails: ['cloudtrail:DescribeTrails', 'cloudtrail:GetTrailStatus'] },
    },
  },
  collect,
  checks: [
    kmsEncryptionEnabled,
    logFileValidationEnabled,
    logsBucketAccessLogging,
    logsBucketNotPublic,
    multiRegionEnabled,
  ],
})
