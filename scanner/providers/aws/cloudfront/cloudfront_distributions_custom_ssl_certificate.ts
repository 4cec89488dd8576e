import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_custom_ssl_certificate',
  title: 'Distribution shows a certificate of its own name',
  description:
    'Reads whether each distribution uses a certificate of its own or the one of cloudfront.net.',
  risk: 'Visitors meet a name that says nothing about you, and the old protocols that the default certificate lets through cannot be turned off.',
  decision:
    'Fails when the distribution uses the default certificate of CloudFront, and passes when it uses one of ACM or IAM. Disabled distributions give no finding.',
  fix: {
    text: 'Request a certificate in ACM, in us-east-1, and name it together with your domain in the distribution.',
    console: [
      'Open AWS Certificate Manager in US East (N. Virginia) and request a certificate for your domain.',
      'Open CloudFront, choose the distribution, and on the tab General choose Edit.',
      'Add the domain as an alternate domain name, choose the certificate, then choose Save changes.',
      'Point the domain’s DNS record at the distribution.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-certificate.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and restrictions as they are
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
      ? fail(`The distribution ${name} shows the default certificate of CloudFront.`)
      : pass(`The distribution ${name} shows a certificate of its own.`)
  },
})
