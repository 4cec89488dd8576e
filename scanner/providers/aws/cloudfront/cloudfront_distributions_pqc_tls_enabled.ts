import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const versions: readonly string[] = ['TLSv1.3_2025']

export default check({
  id: 'cloudfront_distributions_pqc_tls_enabled',
  title: 'CloudFront distribution requires TLS 1.3, which supports post-quantum key exchange',
  description:
    'Compares the viewer security policy of each distribution with the policies that do not allow versions before TLS 1.3.',
  risk: 'CloudFront supports hybrid key exchange only in TLS 1.3. Traffic over TLS 1.2 can be recorded now and decrypted later with a quantum computer.',
  decision:
    'Passes if the minimum protocol version is in `cloudfront_pqc_min_protocol_versions` (TLSv1.3_2025 by default), and fails if it is not. The default certificate always uses TLSv1. Disabled distributions give no finding. The key exchange that viewers negotiate is not evaluated.',
  fix: {
    text: 'Set the security policy to TLSv1.3_2025 after verifying that all viewers support TLS 1.3.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the General tab, under Settings, choose Edit.',
      'With a custom certificate, set Security policy to TLSv1.3_2025, and choose Save changes.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, set ViewerCertificate.MinimumProtocolVersion to TLSv1.3_2025, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-tls-1-3.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and restrictions remain unchanged
  enabled = true

  viewer_certificate {
    acm_certificate_arn      = aws_acm_certificate.www.arn
    ssl_support_method       = "sni-only"
    minimum_protocol_version = "TLSv1.3_2025"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/secure-connections-supported-viewer-protocols-ciphers.html',
  over: 'distributions',
  needs: [],
  config: { cloudfront_pqc_min_protocol_versions: versions },
  judge: ({ name, enabled, certificate }, { config }) => {
    if (!enabled) return []
    const version = certificate.is_default ? 'TLSv1' : certificate.min_version
    return config.cloudfront_pqc_min_protocol_versions.includes(version)
      ? pass(`The distribution ${name} has the minimum protocol version ${version}.`)
      : fail(
          `The distribution ${name} has the minimum protocol version ${version}, which is not in the allowed list.`,
        )
  },
})
