import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'config',
  'StopConfigurationRecorder',
  'DeleteDeliveryChannel',
  'PutDeliveryChannel',
  'PutConfigurationRecorder',
)

export default watched({
  id: 'cloudwatch_log_metric_filter_and_alarm_for_aws_config_configuration_changes_enabled',
  title: 'CloudWatch alarm is configured for AWS Config changes',
  what: 'changes to the AWS Config recorder',
  wanted,
  risk: 'If the recorder is stopped, later configurations are not recorded, and Config rules evaluate outdated data.',
  pattern: patternOf('config', wanted),
  metric: 'ConfigChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-9',
})
