import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'networkfirewall_logging_enabled',
  title: 'Firewall writes a log',
  description: 'Reads which logs each firewall delivers, and whether any.',
  risk: 'Nobody sees what the firewall let through, turned away or raised an alarm about.',
  decision:
    'Passes when at least one kind of log (ALERT, FLOW or TLS) has a destination, fails when none has.',
  fix: {
    text: 'Deliver at least the alert log to CloudWatch, S3 or Firehose.',
    console: [
      'Open Amazon VPC, choose Network Firewall firewalls, and choose the firewall.',
      'On the tab Firewall details, under Logging, choose Edit.',
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
      ? pass(`The firewall ${name} delivers logs: ${logs.join(', ')}.`)
      : fail(`The firewall ${name} delivers no log.`),
})
