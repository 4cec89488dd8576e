import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

const wanted = ['maintenance', 'configuration change', 'failure']

export default check({
  id: 'rds_instance_critical_event_subscription',
  title: 'RDS event subscription covers critical DB instance events',
  description:
    'Reads the event subscriptions of each region with DB instances, and whether they report failures, maintenance and configuration changes.',
  risk: 'A full disk, a crash or a malicious configuration change remains unnoticed until it causes damage.',
  decision:
    'Fails if a region with DB instances has no active subscriptions that include the categories maintenance, configuration change and failure for every instance, or if it has no subscription. Passes if it has such subscriptions for the source type db-instance, or for all source types. Cluster members count as instances. A subscription without categories includes all categories. A subscription without sources covers all instances. A region without instances gives no finding.',
  fix: {
    text: 'Subscribe a monitored topic to maintenance, configuration change and failure events of all instances.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Enter a name, and choose the SNS topic for alarms.',
      'Under Source, choose Instances, all instances, and select maintenance, configuration change and failure.',
      'Choose Create, and verify that the topic has subscribers.',
    ],
    cli: "aws rds create-event-subscription --subscription-name instances --sns-topic-arn <topic-arn> --source-type db-instance --event-categories maintenance 'configuration change' failure",
    terraform: `resource "aws_db_event_subscription" "instances" {
  name             = "instances"
  sns_topic        = aws_sns_topic.alarms.arn
  source_type      = "db-instance"
  event_categories = ["maintenance", "configuration change", "failure"]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Events.html',
  links: ['https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Events.Messages.html'],
  over: 'regions',
  needs: ['instances', 'subscriptions'],
  judge: ({ name, instances, subscriptions }) => {
    if (instances.length === 0) return []
    const missing = unheard(subscriptions, 'db-instance', wanted, instances)
    return missing.length > 0
      ? fail(
          `Event subscriptions in ${name} do not report ${missing.join(', ')} of every DB instance.`,
        )
      : pass(
          `Event subscriptions in ${name} report maintenance, configuration change and failure of every DB instance.`,
        )
  },
})
