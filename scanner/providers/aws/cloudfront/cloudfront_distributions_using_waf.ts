import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_using_waf',
  title: 'CloudFront distribution has a web ACL associated',
  description: 'Reads the AWS WAF web ACL of each distribution.',
  risk: 'Without a web ACL, scanners, injection attempts and request floods reach the origin unfiltered.',
  decision:
    'Passes if the distribution has a web ACL, and fails if it has none. The rules of the web ACL are covered by the WAF checks. Disabled distributions give no finding.',
  fix: {
    text: 'Associate an AWS WAF web ACL with the distribution.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Security tab, choose Edit under AWS WAF.',
      'Enable security protections, or choose your own web ACL, and choose Save changes.',
    ],
    cli: 'aws cloudfront associate-distribution-web-acl --id <distribution-id> --web-acl-arn <web-acl-arn>',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior, restrictions and viewer_certificate remain unchanged
  enabled    = true
  web_acl_id = aws_wafv2_web_acl.www.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/waf/latest/developerguide/cloudfront-features.html',
  links: [
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/distribution-web-awswaf.html',
  ],
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, web_acl: acl }) => {
    if (!enabled) return []
    return acl === null
      ? fail(`The distribution ${name} has no web ACL associated.`)
      : pass(`The distribution ${name} has the web ACL ${acl} associated.`)
  },
})
