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
  title: 'Changes of AWS Config have an alarm',
  what: 'changes of the recorder of AWS Config',
  wanted,
  risk: 'With the recorder stopped nobody can say later how things were set, and rules of Config judge what is long gone.',
  pattern: patternOf('config', wanted),
  metric: 'ConfigChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-9',
})
