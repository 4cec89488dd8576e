import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_multiple_origin_failover_configured',
  title: 'CloudFront distribution has origin failover configured',
  description:
    'Reads whether each distribution has an origin group with a primary and a secondary origin.',
  risk: 'If the only origin fails, all content that is not cached becomes unavailable.',
  decision:
    'Passes if an origin group has at least two origins, and fails if there is no such group. Whether a cache behavior uses the group is not evaluated. Disabled distributions give no finding.',
  fix: {
    text: 'Create an origin group with a primary and a secondary origin.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Origins tab, create a second origin, and choose Create origin group.',
      'Add both origins, choose the status codes for failover, and save the group.',
      'On the Behaviors tab, set the origin group as the origin of the behaviors.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, add the origin under Origins and the group under OriginGroups, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin (two of them), restrictions and viewer_certificate remain unchanged
  enabled = true

  origin_group {
    origin_id = "website"
    failover_criteria {
      status_codes = [500, 502, 503, 504]
    }
    member {
      origin_id = "primary"
    }
    member {
      origin_id = "secondary"
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/high_availability_origin_failover.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, groups }) => {
    if (!enabled) return []
    return groups.some(({ members }) => members.length >= 2)
      ? pass(`The distribution ${name} has origin failover configured.`)
      : fail(`The distribution ${name} has no origin failover configured.`)
  },
})
