import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

const wanted = ['maintenance', 'configuration change', 'failure']

export default check({
  id: 'rds_instance_critical_event_subscription',
  title: 'Somebody hears of failures and changes of instances',
  description:
    'Reads the event subscriptions of each region that has RDS instances, and looks for those that report failures, maintenance and changed settings of them.',
  risk: 'A full disk, a crash or a setting that an intruder changed stays unseen until the damage has spread.',
  decision:
    'For each region with instances, members of clusters included: passes when active subscriptions for source type db-instance, or for all types, bring the categories maintenance, configuration change and failure for every instance. Fails when one of the three is missing for any, also when there is no subscription at all. No categories means all of them, no sources means all instances. A region without instances gives no finding.',
  fix: {
    text: 'Subscribe a watched topic to maintenance, configuration change and failure of all instances.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Name it, and choose the topic that alarms go to.',
      'Under Source, choose Instances, all instances, and tick maintenance, configuration change and failure.',
      'Choose Create, and see that the topic has subscribers.',
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
      ? fail(`Not every instance in ${name} has somebody who hears of its ${missing.join(', ')}.`)
      : pass(
          `Subscriptions in ${name} report maintenance, configuration change and failure of every instance.`,
        )
  },
})
