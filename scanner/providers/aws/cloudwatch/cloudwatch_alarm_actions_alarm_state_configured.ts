import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_alarm_actions_alarm_state_configured',
  title: 'Alarm does something when it goes off',
  description:
    'Reads of each alarm, on metrics, on logs or composite, what it is told to do in the state ALARM: write to a topic, call a function, or act on a machine.',
  risk: 'An alarm without an action turns red in a console that nobody watches.',
  decision:
    'Passes when at least one action belongs to the state ALARM. Fails when there is none, even if the alarm has actions for OK or for missing data. An alarm that is only a part of a composite one fails too. Whether actions are turned on, and whether anybody subscribes to a topic, is not looked at here.',
  fix: {
    text: 'Give the alarm an action for the state ALARM.',
    console: [
      'Open CloudWatch, choose All alarms, select the alarm, and choose Actions, then Edit.',
      'Go on to Configure actions, and add a notification for the state In alarm.',
      'Choose a topic of SNS that somebody reads, and choose Update alarm.',
      'The command replaces the whole alarm: put its settings into the file as describe-alarms shows them, without state, dates and ARN, and the topic under AlarmActions.',
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
      ? pass(`When it goes off, the alarm ${name} does this: ${actions.join(', ')}.`)
      : fail(`When it goes off, the alarm ${name} does nothing.`),
})
