import { calls, patternOf, watched } from './watched.ts'

const wanted = calls('kms', 'DisableKey', 'ScheduleKeyDeletion')

export default watched({
  id: 'cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk',
  title: 'Disabling or deleting a KMS key has an alarm',
  what: 'keys of KMS that are disabled or to be deleted',
  wanted,
  risk: 'Once the waiting period of a deleted key is over, what it encrypted is lost for good; the alarm is the time to undo it.',
  pattern: patternOf('kms', wanted),
  metric: 'KmsKeyDisabledOrDeleted',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-7',
})
