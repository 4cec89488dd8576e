import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_https_sni_enabled',
  title: 'Distribution serves HTTPS by server name',
  description:
    'Reads how a distribution with a certificate of its own answers TLS handshakes: by the server name, or at addresses of its own.',
  risk: 'Dedicated addresses cost every month and serve only clients that are too old for current TLS.',
  decision:
    'Passes when the support method is sni-only, and fails for vip and static-ip. Distributions with the default certificate, and disabled ones, give no finding.',
  fix: {
    text: 'Let the distribution serve clients that support SNI only.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab General, under Settings, choose Edit.',
      'Turn off Legacy clients support, then choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-sni.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and restrictions as they are
  enabled = true

  viewer_certificate {
    acm_certificate_arn = aws_acm_certificate.www.arn
    ssl_support_method  = "sni-only"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-https-dedicated-ip-or-sni.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, certificate: { is_default: isDefault, support_method: method } }) => {
    if (!enabled || isDefault || method === null) return []
    return method === 'sni-only'
      ? pass(`The distribution ${name} serves HTTPS by server name.`)
      : fail(`The distribution ${name} serves HTTPS at dedicated addresses (${method}).`)
  },
})
