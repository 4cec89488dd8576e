import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_custom_ssl_certificate',
  title: 'CloudFront distribution uses a custom SSL certificate',
  description:
    'Reads whether each distribution uses its own certificate or the default cloudfront.net certificate.',
  risk: 'Visitors see a cloudfront.net name instead of your domain, and the outdated protocols of the default certificate cannot be disabled.',
  decision:
    'Fails if the distribution uses the default CloudFront certificate, and passes if it uses an ACM or IAM certificate. Disabled distributions give no finding.',
  fix: {
    text: 'Request an ACM certificate in us-east-1, and add it and your domain name to the distribution.',
    console: [
      'Open AWS Certificate Manager in US East (N. Virginia) and request a certificate for your domain.',
      'Open CloudFront, choose the distribution, and choose Edit on the General tab.',
      'Add the domain as an alternate domain name, choose the certificate, and choose Save changes.',
      'Update the DNS record of the domain to point to the distribution.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, add Aliases and set ViewerCertificate to the ACM certificate, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-certificate.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and restrictions remain unchanged
  enabled = true
  aliases = ["www.example.com"]

  viewer_certificate {
    acm_certificate_arn      = aws_acm_certificate.www.arn
    ssl_support_method       = "sni-only"
    minimum_protocol_version = "TLSv1.2_2021"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-https-alternate-domain-names.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, certificate }) => {
    if (!enabled) return []
    return certificate.is_default
      ? fail(`The distribution ${name} uses the default CloudFront certificate.`)
      : pass(`The distribution ${name} uses a custom certificate.`)
  },
})
