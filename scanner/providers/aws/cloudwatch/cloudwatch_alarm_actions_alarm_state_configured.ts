import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_alarm_actions_alarm_state_configured',
  title: 'CloudWatch alarm has an action for the ALARM state',
  description:
    'Reads the ALARM state actions of each metric, log and composite alarm, such as a notification to an SNS topic, a Lambda function or an EC2 action.',
  risk: 'An alarm without an action notifies no one when it goes off.',
  decision:
    'Passes if the alarm has at least one action for the ALARM state. Fails if it has none, even if it has actions for OK or for missing data. An alarm that is used only in a composite alarm also fails. Whether actions are enabled and whether a topic has subscribers is not evaluated here.',
  fix: {
    text: 'Add an action for the ALARM state to the alarm.',
    console: [
      'Open CloudWatch, choose All alarms, select the alarm, and choose Actions, then Edit.',
      'Go to Configure actions, and add a notification for the state In alarm.',
      'Choose an SNS topic that has subscribers, and choose Update alarm.',
      'The command replaces the whole alarm: put its settings from describe-alarms into the file for --cli-input-json, without state, dates and ARN, and add the topic under AlarmActions.',
    ],
    cli: 'aws cloudwatch put-metric-alarm --cli-input-json file://alarm-with-action.json',
    terraform: `resource "aws_cloudwatch_metric_alarm" "queue_old" {
  alarm_name          = "oldest-message"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateAgeOfOldestMessage"
  dimensions          = { QueueName = "orders" }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 1
  threshold           = 900
  comparison_operator = "GreaterThanThreshold"
  alarm_actions       = [aws_sns_topic.on_call.arn]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-actions.html',
  over: 'alarms',
  needs: [],
  judge: ({ name, alarm_actions: actions }) =>
    actions.length > 0
      ? pass(`The alarm ${name} has actions for the ALARM state: ${actions.join(', ')}.`)
      : fail(`The alarm ${name} has no action for the ALARM state.`),
})
