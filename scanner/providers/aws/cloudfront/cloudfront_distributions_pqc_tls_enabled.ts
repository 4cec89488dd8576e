import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const versions: readonly string[] = ['TLSv1.3_2025']

export default check({
  id: 'cloudfront_distributions_pqc_tls_enabled',
  title: 'Distribution begins at TLS 1.3, where key exchange can be post-quantum',
  description:
    'Compares the security policy towards viewers of each distribution with those that let no older handshake in.',
  risk: 'CloudFront offers its hybrid key exchange in TLS 1.3 only, so whatever a viewer sends over TLS 1.2 can be recorded and read by a later quantum computer.',
  decision:
    'Passes when the minimum protocol version is in `cloudfront_pqc_min_protocol_versions`, TLSv1.3_2025 unless configured, and fails when it is not; the default certificate always means TLSv1. Disabled distributions give no finding. Which key exchange a viewer then chooses cannot be seen.',
  fix: {
    text: 'Set the security policy to TLSv1.3_2025, once every viewer speaks TLS 1.3.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab General, under Settings, choose Edit.',
      'With a certificate of your own, set Security policy to TLSv1.3_2025, then choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-tls-1-3.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and restrictions as they are
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
      ? pass(`The distribution ${name} begins at ${version}.`)
      : fail(`The distribution ${name} begins at ${version} already.`)
  },
})
