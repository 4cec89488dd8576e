import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'cloudtrail',
  'CreateTrail',
  'UpdateTrail',
  'DeleteTrail',
  'StartLogging',
  'StopLogging',
)

export default watched({
  id: 'cloudwatch_log_metric_filter_and_alarm_for_cloudtrail_configuration_changes_enabled',
  title: 'CloudWatch alarm is configured for CloudTrail changes',
  what: 'changes to trails',
  wanted,
  risk: 'An attacker can stop the trail first, so that later actions are not recorded.',
  pattern: patternOf('cloudtrail', wanted),
  metric: 'CloudTrailChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-5',
})
