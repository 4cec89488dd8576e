import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_alarm_actions_enabled',
  title: 'CloudWatch alarm has actions enabled',
  description: 'Reads whether the actions of each metric, log and composite alarm are enabled.',
  risk: 'An alarm with disabled actions sends no notification, for example because it was silenced temporarily and never enabled again.',
  decision:
    'Passes if actions are enabled, which is the default. Fails if they are disabled. An alarm without this setting in the response is reported as a coverage gap. A separate check covers whether the alarm has actions.',
  fix: {
    text: 'Enable the actions of the alarm, or delete the alarm if it is not needed.',
    console: [
      'Open CloudWatch, choose All alarms, and select the alarm.',
      'Choose Actions, then Alarm actions, then Enable.',
    ],
    cli: 'aws cloudwatch enable-alarm-actions --alarm-names <name>',
    terraform: `resource "aws_cloudwatch_metric_alarm" "orders_failed" {
  alarm_name          = "orders-failed"
  namespace           = "Orders"
  metric_name         = "Failed"
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  threshold           = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  actions_enabled     = true
  alarm_actions       = [aws_sns_topic.on_call.arn]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-actions.html',
  over: 'alarms',
  needs: [],
  judge: ({ name, actions_enabled: enabled }) =>
    known(enabled, 'cloudwatch:DescribeAlarms')
      ? pass(`The actions of the alarm ${name} are enabled.`)
      : fail(`The actions of the alarm ${name} are disabled.`),
})
