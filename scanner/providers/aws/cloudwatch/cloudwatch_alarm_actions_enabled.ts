import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_alarm_actions_enabled',
  title: 'Actions of the alarm are turned on',
  description:
    'Reads of each alarm, on metrics, on logs or composite, whether CloudWatch carries out its actions at all.',
  risk: 'The alarm goes off and stays mute: somebody silenced it for an hour, and it has been silent since.',
  decision:
    'Passes when actions are enabled, which they are unless somebody turned them off. Fails when they are disabled. Whether there are actions is another check’s question.',
  fix: {
    text: 'Turn the actions of the alarm on again, or delete an alarm that nobody needs.',
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
    enabled
      ? pass(`The actions of the alarm ${name} are enabled.`)
      : fail(`The actions of the alarm ${name} are disabled.`),
})
