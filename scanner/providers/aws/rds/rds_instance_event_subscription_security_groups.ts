import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

const wanted = ['configuration change', 'failure']

export default check({
  id: 'rds_instance_event_subscription_security_groups',
  title: 'RDS event subscription covers DB security group events',
  description:
    'Reads the event subscriptions of each region with DB instances, and whether they report events of DB security groups, which RDS used before VPCs.',
  risk: 'If a DB security group is opened or fails to apply, network access to the database changes without an alert.',
  decision:
    'Fails if a region with DB instances has no active subscription for the category configuration change or failure, or if a DB security group in use is not covered for both. Passes if active subscriptions for the source type db-security-group, or for all source types, include both categories for every DB security group in use. VPC security groups do not send RDS events and do not count. A region without instances gives no finding.',
  fix: {
    text: 'Subscribe a monitored topic to configuration change and failure events of DB security groups.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Choose the topic, and under Source, choose Security groups and all security groups.',
      'Select configuration change and failure, and choose Create.',
    ],
    cli: "aws rds create-event-subscription --subscription-name security-groups --sns-topic-arn <topic-arn> --source-type db-security-group --event-categories 'configuration change' failure",
    terraform: `resource "aws_db_event_subscription" "security_groups" {
  name             = "security-groups"
  sns_topic        = aws_sns_topic.alarms.arn
  source_type      = "db-security-group"
  event_categories = ["configuration change", "failure"]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Events.Messages.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/rds-controls.html'],
  over: 'regions',
  needs: ['instances', 'security_groups', 'subscriptions'],
  judge: ({ name, instances, security_groups: groups, subscriptions }) => {
    if (instances.length === 0) return []
    const missing = unheard(subscriptions, 'db-security-group', wanted, groups)
    return missing.length > 0
      ? fail(
          `Event subscriptions in ${name} do not report ${missing.join(' and ')} of every DB security group.`,
        )
      : pass(`Event subscriptions in ${name} report changes and failures of DB security groups.`)
  },
})
