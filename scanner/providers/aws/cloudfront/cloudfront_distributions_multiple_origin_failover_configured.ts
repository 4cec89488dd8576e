import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_multiple_origin_failover_configured',
  title: 'Distribution has a second origin to fall back on',
  description: 'Looks for a group of origins with a primary and a secondary in each distribution.',
  risk: 'When the only origin fails, everything that is not in a cache fails with it.',
  decision:
    'Passes when there is an origin group with at least two origins, and fails when there is none. Whether a cache behaviour uses the group is not looked at. Disabled distributions give no finding.',
  fix: {
    text: 'Create an origin group with a primary and a secondary origin.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Origins create a second origin, then choose Create origin group.',
      'Add both origins, choose the status codes that mean failure, and save the group.',
      'On the tab Behaviors let the behaviours use the group.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin (two of them), restrictions and viewer_certificate as they are
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
      ? pass(`The distribution ${name} has an origin to fall back on.`)
      : fail(`The distribution ${name} has no origin to fall back on.`)
  },
})
