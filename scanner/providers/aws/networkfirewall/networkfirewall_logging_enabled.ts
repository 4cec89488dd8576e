import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_logging_enabled',
  title: 'Network Firewall firewall has logging enabled',
  description: 'Reads the log types that each firewall delivers.',
  risk: 'Without logs, you cannot see which traffic the firewall allowed, dropped or raised alerts for.',
  decision:
    'Passes if at least one log type (ALERT, FLOW or TLS) has a destination, and fails if none has.',
  fix: {
    text: 'Deliver at least the alert log to CloudWatch Logs, S3 or Firehose.',
    console: [
      'Open Amazon VPC, choose Network Firewall firewalls, and choose the firewall.',
      'On the Firewall details tab, under Logging, choose Edit.',
      'Choose Alert and Flow with their destinations, and choose Save.',
    ],
    cli: 'aws network-firewall update-logging-configuration --firewall-arn <firewall> --logging-configuration \'{"LogDestinationConfigs":[{"LogType":"ALERT","LogDestinationType":"CloudWatchLogs","LogDestination":{"logGroup":"<group>"}}]}\'',
    terraform: `resource "aws_networkfirewall_logging_configuration" "outbound" {
  firewall_arn = aws_networkfirewall_firewall.outbound.arn

  logging_configuration {
    log_destination_config {
      log_type             = "ALERT"
      log_destination_type = "CloudWatchLogs"
      log_destination = {
        logGroup = aws_cloudwatch_log_group.firewall.name
      }
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/network-firewall/latest/developerguide/firewall-logging.html',
  over: 'firewalls',
  needs: ['logs'],
  judge: ({ name, logs }) =>
    logs.length > 0
      ? pass(`The firewall ${name} has logging enabled: ${logs.join(', ')}.`)
      : fail(`The firewall ${name} has logging disabled.`),
})
