import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

const wanted = ['configuration change', 'failure']

export default check({
  id: 'rds_instance_event_subscription_security_groups',
  title: 'Somebody hears when DB security groups change',
  description:
    'Reads the event subscriptions of each region that has RDS instances, and looks for one that reports changes of DB security groups, RDS’s own groups from before VPCs.',
  risk: 'A DB security group that is opened, or fails to apply, changes who reaches the database, and nobody is told.',
  decision:
    'For each region with instances: passes when active subscriptions for source type db-security-group, or for all types, bring the categories configuration change and failure for every DB security group that instances use. Fails when one of the two is missing, also when there is no subscription. Security groups of VPCs send no events to RDS and play no part. A region without instances gives no finding.',
  fix: {
    text: 'Subscribe a watched topic to configuration change and failure of DB security groups.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Choose the topic, and under Source choose Security groups and all of them.',
      'Tick configuration change and failure, and choose Create.',
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
      ? fail(`Nobody hears of ${missing.join(' and ')} of every DB security group in ${name}.`)
      : pass(`Subscriptions in ${name} report changes and failures of DB security groups.`)
  },
})
