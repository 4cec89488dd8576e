import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'wafv2_webacl_logging_enabled',
  title: 'WAF web ACL has logging enabled',
  description: 'Reads the logging configuration of each web ACL, regional or for CloudFront.',
  risk: 'Without logs, you cannot determine which requests rules blocked or allowed, so attacks and false positives remain undetected.',
  decision:
    'Passes if the web ACL has a logging configuration with a destination, and fails if it has none. Filters that exclude requests from the log are not evaluated.',
  fix: {
    text: 'Send the log of the web ACL to CloudWatch Logs, S3 or Data Firehose.',
    console: [
      'Open AWS WAF & Shield, choose Web ACLs, and choose the region or CloudFront.',
      'Choose the web ACL, and choose the Logging and metrics tab.',
      'Choose Enable logging, and choose a destination with a name that starts with aws-waf-logs-.',
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
      ? pass(`The web ACL ${name} sends its logs to ${destinations.join(', ')}.`)
      : fail(`The web ACL ${name} has logging disabled.`),
})
