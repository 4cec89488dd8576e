import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_using_waf',
  title: 'Distribution has a web ACL in front of it',
  description: 'Reads which web ACL of AWS WAF filters the requests to each distribution.',
  risk: 'Scanners, injections and floods pass through the edge to the origin without anybody turning them away.',
  decision:
    'Passes when the distribution names a web ACL, and fails when it names none. What the rules of the web ACL do is for the checks of WAF. Disabled distributions give no finding.',
  fix: {
    text: 'Associate a web ACL of AWS WAF with the distribution.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Security choose Edit under AWS WAF.',
      'Enable the security protections, or choose a web ACL of your own, then choose Save changes.',
    ],
    cli: 'aws cloudfront associate-distribution-web-acl --id <distribution-id> --web-acl-arn <web-acl-arn>',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior, restrictions and viewer_certificate as they are
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
      ? fail(`The distribution ${name} has no web ACL.`)
      : pass(`The distribution ${name} is filtered by the web ACL ${acl}.`)
  },
})
