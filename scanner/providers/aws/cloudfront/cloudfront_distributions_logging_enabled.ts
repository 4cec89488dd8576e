import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_logging_enabled',
  title: 'Distribution logs its requests',
  description:
    'Reads whether each distribution logs requests: to S3, through a delivery of CloudWatch Logs, or as real-time logs.',
  risk: 'An attack that the edge answers by itself never reaches the origin’s own logs, so nobody sees it.',
  decision:
    'Passes when standard logging is on, when a delivery of CloudWatch Logs takes the distribution’s access logs, or when every cache behaviour has real-time logs. Fails otherwise. Distributions that are disabled give no finding. Sampling rates and where the logs stay are not looked at.',
  fix: {
    text: 'Turn on standard logging of the distribution.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Logging, under Access log destinations, choose Create access log delivery.',
      'Choose Amazon S3 or CloudWatch Logs and the destination, then choose Submit.',
    ],
    cli: 'aws logs put-delivery-source --name <source-name> --resource-arn <distribution-arn> --log-type ACCESS_LOGS --region us-east-1',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior, restrictions and viewer_certificate as they are
  enabled = true

  logging_config {
    bucket = aws_s3_bucket.access_logs.bucket_domain_name
    prefix = "www/"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/AccessLogs.html',
  links: [
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging.html',
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/real-time-logs.html',
  ],
  over: 'distributions',
  needs: ['logging'],
  judge: ({ name, enabled, logging }) => {
    if (!enabled) return []
    return logging === null
      ? fail(`The distribution ${name} does not log its requests.`)
      : pass(`The distribution ${name} writes ${logging}.`)
  },
})
