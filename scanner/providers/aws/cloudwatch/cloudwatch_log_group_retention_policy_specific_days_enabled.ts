import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_log_group_retention_policy_specific_days_enabled',
  title: 'Log group keeps its events long enough',
  description:
    'Reads after how many days a log group deletes its events, and compares that with what you ask for.',
  risk: 'An intrusion is often found months after it began; by then the events that would tell of it are gone.',
  decision:
    'Fails when events are deleted earlier than `log_group_retention_days` days, 365 unless configured. Passes when they are kept that long or longer, and when they never expire. Groups of the class Delivery, whose time is fixed, are not judged.',
  fix: {
    text: 'Keep the events of the log group for as long as your rules ask.',
    console: [
      'Open CloudWatch, choose Log groups, and find the group.',
      'Choose the value in its column Retention, choose 12 months or more, and save.',
    ],
    cli: 'aws logs put-retention-policy --log-group-name <name> --retention-in-days 365',
    terraform: `resource "aws_cloudwatch_log_group" "payments" {
  name              = "/shop/payments"
  retention_in_days = 365
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/Working-with-log-groups-and-streams.html',
  over: 'logGroups',
  needs: [],
  config: { log_group_retention_days: 365 },
  judge: (
    { name, delivery, retention_days: kept },
    { config: { log_group_retention_days: wanted } },
  ) => {
    if (delivery) return []
    if (kept === null) return pass(`The log group ${name} never deletes its events.`)
    return kept >= wanted
      ? pass(`The log group ${name} keeps its events for ${kept} days.`)
      : fail(`The log group ${name} keeps its events for ${kept} days, not for ${wanted}.`)
  },
})
