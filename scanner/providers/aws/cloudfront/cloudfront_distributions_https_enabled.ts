import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_https_enabled',
  title: 'CloudFront distribution requires HTTPS for viewers',
  description: 'Reads the viewer protocol policy of every cache behavior of each distribution.',
  risk: 'Data that viewers send or receive over HTTP can be read and changed on the network path.',
  decision:
    'Fails if any cache behavior, including the default one, has the policy allow-all. Passes if all redirect to HTTPS or allow only HTTPS. Disabled distributions give no finding.',
  fix: {
    text: 'Redirect HTTP to HTTPS in every cache behavior.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Behaviors tab, select a behavior with the viewer protocol policy HTTP and HTTPS, and choose Edit.',
      'Set Viewer protocol policy to Redirect HTTP to HTTPS, and choose Save changes.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, set ViewerProtocolPolicy to redirect-to-https in every cache behavior, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-https-viewers.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, restrictions and viewer_certificate remain unchanged
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
      ? fail(`The distribution ${name} allows HTTP for ${list(open.map(({ path }) => path))}.`)
      : pass(`The distribution ${name} requires HTTPS for viewers.`)
  },
})
