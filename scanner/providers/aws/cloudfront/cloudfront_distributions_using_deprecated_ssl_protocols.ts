import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

const deprecated: ReadonlySet<string> = new Set(['SSLv3', 'TLSv1', 'TLSv1.1'])

export default check({
  id: 'cloudfront_distributions_using_deprecated_ssl_protocols',
  title: 'CloudFront distribution uses TLS 1.2 or later for custom origins',
  description:
    'Reads the SSL/TLS protocols that each distribution can use to connect to its custom origins.',
  risk: 'An attacker between the edge and the origin can decrypt connections that use SSL 3 or TLS 1.0.',
  decision:
    'Fails if the protocols of a custom origin that uses HTTPS include SSLv3, TLSv1 or TLSv1.1, and passes if none do. Distributions without such an origin and disabled distributions give no finding. Viewer protocols are not evaluated.',
  fix: {
    text: 'Allow only TLS 1.2 and later for connections to the origin.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Origins tab, choose the custom origin, and choose Edit.',
      'Set Minimum origin SSL protocol to TLSv1.2, and choose Save changes.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, set OriginSslProtocols of the custom origins to TLSv1.2, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-tls-1-2.json',
    terraform: `resource "aws_cloudfront_distribution" "shop" {
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
      ? fail(`The distribution ${name} allows ${list(old)}.`)
      : pass(`The distribution ${name} uses TLS 1.2 or later for its custom origins.`)
  },
})
