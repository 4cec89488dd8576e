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
  title: 'Changes of CloudTrail have an alarm',
  what: 'changes of trails',
  wanted,
  risk: 'An intruder who stops the trail first does the rest unseen.',
  pattern: patternOf('cloudtrail', wanted),
  metric: 'CloudTrailChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-5',
})
