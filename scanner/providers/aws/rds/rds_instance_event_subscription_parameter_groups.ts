import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

export default check({
  id: 'rds_instance_event_subscription_parameter_groups',
  title: 'Somebody hears when parameter groups change',
  description:
    'Reads the event subscriptions of each region that has RDS instances, and looks for one that reports changed parameter groups.',
  risk: 'One parameter turns off TLS, auditing or the log: whoever changes it opens the database without touching it.',
  decision:
    'For each region with instances: passes when an active subscription for source type db-parameter-group, or for all types, brings the category configuration change for every parameter group that instances use; AWS’s default groups, which nobody can change, need none of their own. Fails when there is no such subscription or a group in use is left out. A region without instances gives no finding.',
  fix: {
    text: 'Subscribe a watched topic to configuration changes of all parameter groups.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Choose the topic, and under Source choose Parameter groups and all of them.',
      'Tick the event category configuration change and choose Create.',
    ],
    cli: "aws rds create-event-subscription --subscription-name parameter-groups --sns-topic-arn <topic-arn> --source-type db-parameter-group --event-categories 'configuration change'",
    terraform: `resource "aws_db_event_subscription" "parameter_groups" {
  name             = "parameter-groups"
  sns_topic        = aws_sns_topic.alarms.arn
  source_type      = "db-parameter-group"
  event_categories = ["configuration change"]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_Events.Messages.html',
  links: [
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_WorkingWithParamGroups.html',
  ],
  over: 'regions',
  needs: ['instances', 'parameter_groups', 'subscriptions'],
  judge: ({ name, instances, parameter_groups: groups, subscriptions }) => {
    if (instances.length === 0) return []
    const missing = unheard(subscriptions, 'db-parameter-group', ['configuration change'], groups)
    return missing.length > 0
      ? fail(`Nobody hears of every change of parameter groups in ${name}.`)
      : pass(`A subscription in ${name} reports changes of parameter groups.`)
  },
})
