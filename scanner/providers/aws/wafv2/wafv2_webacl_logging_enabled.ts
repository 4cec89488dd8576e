import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'wafv2_webacl_logging_enabled',
  title: 'Web ACL logs the requests that it sees',
  description: 'Reads whether each web ACL, of a region or of CloudFront, sends its log somewhere.',
  risk: 'Nobody can say which requests a rule stopped or let through, so attacks go unseen and false alarms cannot be mended.',
  decision:
    'Passes when the web ACL has a logging configuration with a destination, and fails when it has none. Filters that leave requests out of the log are not looked at.',
  fix: {
    text: 'Send the log of the web ACL to CloudWatch Logs, S3 or Data Firehose.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and the region or CloudFront.',
      'Choose the web ACL, then the tab Logging and metrics.',
      'Choose Enable logging, and a destination whose name begins with aws-waf-logs-.',
      'Choose Save.',
    ],
    cli: 'aws wafv2 put-logging-configuration --logging-configuration \'{"ResourceArn":"<web-acl-arn>","LogDestinationConfigs":["<destination-arn>"]}\'',
    terraform: `resource "aws_cloudwatch_log_group" "waf" {
  name = "aws-waf-logs-shop"
}

resource "aws_wafv2_web_acl_logging_configuration" "shop" {
  resource_arn            = aws_wafv2_web_acl.shop.arn
  log_destination_configs = [aws_cloudwatch_log_group.waf.arn]
}`,
  },
  source: 'https://docs.aws.amazon.com/waf/latest/developerguide/logging.html',
  over: 'webAcls',
  needs: ['log_destinations'],
  judge: ({ name, log_destinations: destinations }) =>
    destinations && destinations.length > 0
      ? pass(`The web ACL ${name} sends its log to ${destinations.join(', ')}.`)
      : fail(`The web ACL ${name} writes no log.`),
})
