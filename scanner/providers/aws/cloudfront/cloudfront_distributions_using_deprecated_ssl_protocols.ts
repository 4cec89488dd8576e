import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

const deprecated: ReadonlySet<string> = new Set(['SSLv3', 'TLSv1', 'TLSv1.1'])

export default check({
  id: 'cloudfront_distributions_using_deprecated_ssl_protocols',
  title: 'Distribution speaks TLS 1.2 with its origins',
  description: 'Reads with which versions of TLS a distribution may ask the servers behind it.',
  risk: 'A connection that falls back to SSL 3 or TLS 1.0 can be decrypted by whoever sits between the edge and the origin.',
  decision:
    'Fails when SSLv3, TLSv1 or TLSv1.1 is among the protocols of a server that is asked over HTTPS, and passes when none is. Distributions without such a server, and disabled ones, give no finding. What viewers negotiate is not judged here.',
  fix: {
    text: 'Leave TLS 1.2 and later as the only protocols towards the origin.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Origins choose the server, then Edit.',
      'Set Minimum origin SSL protocol to TLSv1.2, then choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-tls-1-2.json',
    terraform: `resource "aws_cloudfront_distribution" "shop" {
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
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/secure-connections-supported-ciphers-cloudfront-to-origin.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, origins }) => {
    const asked = origins.filter(
      ({ kind, protocol_policy: policy }) => kind === 'custom' && policy !== 'http-only',
    )
    if (!enabled || asked.length === 0) return []
    const old = asked.flatMap(({ domain, ssl_protocols: protocols }) =>
      protocols.filter((it) => deprecated.has(it)).map((it) => `${it} with ${domain}`),
    )
    return old.length > 0
      ? fail(`The distribution ${name} may speak ${list(old)}.`)
      : pass(`The distribution ${name} speaks current TLS with its origins.`)
  },
})
