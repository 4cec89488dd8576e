import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { unheard } from './subscriptions.ts'

export default check({
  id: 'rds_instance_event_subscription_parameter_groups',
  title: 'RDS event subscription covers parameter group changes',
  description:
    'Reads the event subscriptions of each region with DB instances, and whether they report configuration changes of parameter groups.',
  risk: 'One parameter can turn off TLS, auditing or logging. An attacker can expose the database without changing the instance.',
  decision:
    'Fails if a region with DB instances has no active subscription for the category configuration change, or if a parameter group in use is not covered. Passes if all parameter groups in use are covered by subscriptions for the source type db-parameter-group, or for all source types. AWS default groups, which cannot be changed, do not need to be covered. A region without instances gives no finding.',
  fix: {
    text: 'Subscribe a monitored topic to configuration change events of all parameter groups.',
    console: [
      'Open Aurora and RDS, choose Event subscriptions, and choose Create event subscription.',
      'Choose the topic, and under Source, choose Parameter groups and all parameter groups.',
      'Select the event category configuration change and choose Create.',
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
      ? fail(`Event subscriptions in ${name} do not report changes of every parameter group.`)
      : pass(`Event subscriptions in ${name} report changes of parameter groups.`)
  },
})
