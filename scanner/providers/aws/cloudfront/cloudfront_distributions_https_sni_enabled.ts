import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_https_sni_enabled',
  title: 'CloudFront distribution uses SNI to serve HTTPS requests',
  description:
    'Reads whether each distribution with a custom certificate uses SNI or dedicated IP addresses for TLS.',
  risk: 'Dedicated IP addresses incur monthly costs and are needed only for clients that do not support current TLS.',
  decision:
    'Passes if the SSL support method is sni-only, and fails if it is vip or static-ip. Distributions with the default certificate and disabled distributions give no finding.',
  fix: {
    text: 'Configure the distribution to serve only clients that support SNI.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the General tab, under Settings, choose Edit.',
      'Turn off Legacy clients support, and choose Save changes.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, set ViewerCertificate.SSLSupportMethod to sni-only, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-sni.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and restrictions remain unchanged
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
      ? pass(`The distribution ${name} uses SNI to serve HTTPS.`)
      : fail(`The distribution ${name} uses dedicated IP addresses to serve HTTPS (${method}).`)
  },
})
