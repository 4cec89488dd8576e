import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_log_group_retention_policy_specific_days_enabled',
  title: 'CloudWatch log group retains events for at least 365 days',
  description:
    'Reads the retention period of each log group, and compares it with a configured minimum.',
  risk: 'Intrusions are often discovered months after they started. Events that were deleted earlier cannot be analyzed.',
  decision:
    'Fails if events are deleted after fewer than `log_group_retention_days` days (default 365). Passes if they are retained at least that long or never expire. Log groups of the Delivery class, whose retention is fixed, give no finding.',
  fix: {
    text: 'Set the retention of the log group to the period that your policies require.',
    console: [
      'Open CloudWatch, choose Log groups, and find the group.',
      'Choose the value in the Retention column, choose 12 months or more, and choose Save.',
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
    if (kept === null) return pass(`The log group ${name} retains its events indefinitely.`)
    return kept >= wanted
      ? pass(`The log group ${name} retains its events for ${kept} days.`)
      : fail(`The log group ${name} retains its events for ${kept} days, less than ${wanted}.`)
  },
})
