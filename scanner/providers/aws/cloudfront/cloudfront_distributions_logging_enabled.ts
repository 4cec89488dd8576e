import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_logging_enabled',
  title: 'CloudFront distribution has logging enabled',
  description:
    'Reads whether each distribution logs requests to S3, through a CloudWatch Logs delivery, or as real-time logs.',
  risk: 'Requests that the edge serves do not appear in the logs of the origin, so attacks on the distribution remain undetected.',
  decision:
    'Passes if standard logging is enabled, if a CloudWatch Logs delivery receives the access logs of the distribution, or if every cache behavior has real-time logs. Fails otherwise. Disabled distributions give no finding. Sampling rates and log retention are not evaluated.',
  fix: {
    text: 'Enable standard logging for the distribution.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Logging tab, under Access log destinations, choose Create access log delivery.',
      'Choose Amazon S3 or CloudWatch Logs and the destination, and choose Submit.',
    ],
    cli: 'aws logs put-delivery-source --name <source-name> --resource-arn <distribution-arn> --log-type ACCESS_LOGS --region us-east-1',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior, restrictions and viewer_certificate remain unchanged
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
      ? fail(`The distribution ${name} has logging disabled.`)
      : pass(`The distribution ${name} writes ${logging}.`)
  },
})
