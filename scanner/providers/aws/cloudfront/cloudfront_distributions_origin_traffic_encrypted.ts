import { fail, manual, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_origin_traffic_encrypted',
  title: 'CloudFront distribution uses HTTPS for traffic to origins',
  description:
    'Reads the protocol that each distribution uses for requests to its origins. If an origin uses the viewer protocol, the check also reads whether viewers can use HTTP.',
  risk: 'Unencrypted traffic between the edge and the origin exposes passwords and personal data on networks that you do not control.',
  decision:
    'Fails if the policy of a custom origin is http-only. Also fails if a custom origin with match-viewer, or a bucket, is the target of a cache behavior that allows HTTP. Passes if every origin is requested over HTTPS. MANUAL if this applies to all origins except VPC origins, because the distribution does not show their protocol. Disabled distributions give no finding.',
  fix: {
    text: 'Set the protocol policy of custom origins to HTTPS only, and require HTTPS for viewers.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Origins tab, edit each custom origin, and set Protocol to HTTPS only.',
      'On the Behaviors tab, edit each behavior, and set Viewer protocol policy to Redirect HTTP to HTTPS.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, set OriginProtocolPolicy to https-only and ViewerProtocolPolicy to redirect-to-https, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-https-origins.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # default_cache_behavior, restrictions and viewer_certificate remain unchanged
  enabled = true

  origin {
    origin_id   = "shop"
    domain_name = "shop.example.com"

    custom_origin_config {
      http_port              = 80
      https_port             = 443
      origin_protocol_policy = "https-only"
      origin_ssl_protocols   = ["TLSv1.2"]
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-https-cloudfront-to-custom-origin.html',
  links: [
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-https-cloudfront-to-s3-origin.html',
  ],
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, origins, groups, behaviors }) => {
    if (!enabled) return []
    const plain = behaviors.filter(({ viewer_policy: policy }) => policy === 'allow-all')
    const targets = new Set(
      plain.flatMap(({ target }) => [
        target,
        ...groups.filter(({ id }) => id === target).flatMap(({ members }) => members),
      ]),
    )
    const open = origins.filter(
      ({ id, kind, protocol_policy: policy }) =>
        policy === 'http-only' || (kind !== 'vpc' && policy !== 'https-only' && targets.has(id)),
    )
    if (open.length > 0) {
      const where = list(open.map(({ domain }) => domain))
      return fail(`The distribution ${name} can use HTTP to connect to ${where}.`)
    }
    const hidden = origins.filter(({ kind }) => kind === 'vpc').map(({ domain }) => domain)
    return hidden.length > 0
      ? manual(
          `Check which protocol the distribution ${name} uses to connect to the VPC origins ${list(hidden)}.`,
        )
      : pass(`The distribution ${name} uses only HTTPS to connect to its origins.`)
  },
})
