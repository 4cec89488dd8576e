import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_https_enabled',
  title: 'Distribution lets no viewer in over HTTP',
  description: 'Reads the viewer protocol policy of every cache behaviour of each distribution.',
  risk: 'What a visitor sends or gets over HTTP can be read and changed in every network on the way.',
  decision:
    'Fails when a cache behaviour, the default one included, has the policy allow-all. Passes when all redirect to HTTPS or refuse HTTP. Disabled distributions give no finding.',
  fix: {
    text: 'Redirect viewers to HTTPS in every cache behaviour.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Behaviors choose a behaviour whose viewer protocol policy is HTTP and HTTPS, then Edit.',
      'Set Viewer protocol policy to Redirect HTTP to HTTPS, then choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-https-viewers.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, restrictions and viewer_certificate as they are
  enabled = true

  default_cache_behavior {
    target_origin_id       = "website"
    viewer_protocol_policy = "redirect-to-https"
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    cache_policy_id        = data.aws_cloudfront_cache_policy.optimized.id
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-https-viewers-to-cloudfront.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, behaviors }) => {
    if (!enabled) return []
    const open = behaviors.filter(({ viewer_policy: policy }) => policy === 'allow-all')
    return open.length > 0
      ? fail(`The distribution ${name} serves ${list(open.map(({ path }) => path))} over HTTP too.`)
      : pass(`The distribution ${name} serves over HTTPS only.`)
  },
})
