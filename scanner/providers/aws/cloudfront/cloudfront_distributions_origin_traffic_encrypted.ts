import { fail, manual, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_origin_traffic_encrypted',
  title: 'Distribution speaks HTTPS with its origins',
  description:
    'Reads by which protocol a distribution asks each origin and, where it follows the viewer, whether viewers may come over HTTP.',
  risk: 'Between the edge and the origin the same passwords travel as in front of it, over networks that are not yours.',
  decision:
    'Fails when a server’s policy is http-only, and when a server with match-viewer or a bucket is the target of a behaviour that lets viewers in over HTTP. Passes when every origin is asked over HTTPS. MANUAL when that is so but for origins in a VPC, whose protocol the distribution does not show. Disabled distributions give no finding.',
  fix: {
    text: 'Set the protocol policy of servers to HTTPS only, and let no viewer in over HTTP.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Origins edit each server, and set Protocol to HTTPS only.',
      'On the tab Behaviors edit each behaviour, and set Viewer protocol policy to Redirect HTTP to HTTPS.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-https-origins.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # default_cache_behavior, restrictions and viewer_certificate as they are
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
      return fail(`The distribution ${name} may ask over HTTP at ${where}.`)
    }
    const hidden = origins.filter(({ kind }) => kind === 'vpc').map(({ domain }) => domain)
    return hidden.length > 0
      ? manual(
          `See by which protocol the distribution ${name} asks the VPC origins ${list(hidden)}.`,
        )
      : pass(`The distribution ${name} asks its origins over HTTPS only.`)
  },
})
