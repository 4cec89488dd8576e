import { calls, patternOf, watched } from './watched.ts'

const wanted = calls('kms', 'DisableKey', 'ScheduleKeyDeletion')

export default watched({
  id: 'cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk',
  title: 'CloudWatch alarm is configured for disabled or deleted KMS keys',
  what: 'KMS keys that are disabled or scheduled for deletion',
  wanted,
  risk: 'After the waiting period of a key deletion, the data that it encrypted cannot be recovered. Without an alarm, the deletion may not be canceled in time.',
  pattern: patternOf('kms', wanted),
  metric: 'KmsKeyDisabledOrDeleted',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-7',
})
