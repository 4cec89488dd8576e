import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import bucketRequiresMfaDelete from './cloudtrail_bucket_requires_mfa_delete.ts'
import cloudwatchLoggingEnabled from './cloudtrail_cloudwatch_logging_enabled.ts'
import insightsExist from './cloudtrail_insights_exist.ts'
import kmsEncryptionEnabled from './cloudtrail_kms_encryption_enabled.ts'
import logFileValidationEnabled from './cloudtrail_log_file_validation_enabled.ts'
import logsBucketAccessLogging from './cloudtrail_logs_s3_bucket_access_logging_enabled.ts'
import logsBucketNotPublic from './cloudtrail_logs_s3_bucket_is_not_publicly_accessible.ts'
import multiRegionEnabled from './cloudtrail_multi_region_enabled.ts'
import multiRegionManagementEvents from './cloudtrail_multi_region_enabled_logging_management_events.ts'
import s3DataeventsReadEnabled from './cloudtrail_s3_dataevents_read_enabled.ts'
import s3DataeventsWriteEnabled from './cloudtrail_s3_dataevents_write_enabled.ts'
import { collect } from './collect.ts'
import type { CloudTrail } from './resources.ts'

const ofTrails = [
  'cloudtrail:DescribeTrails',
  'cloudtrail:GetEventSelectors',
  'cloudtrail:GetTrailStatus',
]

export default service<CloudTrail, Aws>({
  name: 'cloudtrail',
  scope: 'regional',
  kinds: {
    trails: {
      list: ['cloudtrail:DescribeTrails'],
      fields: {
        log_file_validation: [],
        bucket_exposure: [
          's3:GetBucketAcl',
          's3:GetBucketPolicy',
          's3:GetBucketPublicAccessBlock',
          's3:GetAccountPublicAccessBlock',
        ],
        bucket_logging_target: ['s3:GetBucketLogging'],
        bucket_mfa_delete: ['s3:GetBucketVersioning'],
        log_group_delivery: ['cloudtrail:GetTrailStatus'],
        insights: ['cloudtrail:GetInsightSelectors'],
      },
    },
    regions: { list: [], fields: { logging_trails: ofTrails } },
    accounts: { list: [], fields: { logging_trails: ofTrails } },
  },
  collect,
  checks: [
    bucketRequiresMfaDelete,
    cloudwatchLoggingEnabled,
    insightsExist,
    kmsEncryptionEnabled,
    logFileValidationEnabled,
    logsBucketAccessLogging,
    logsBucketNotPublic,
    multiRegionEnabled,
    multiRegionManagementEvents,
    s3DataeventsReadEnabled,
    s3DataeventsWriteEnabled,
  ],
})
