import { fail, pass } from '../../../kit/index.ts'
import { check, called, isInUse } from './resources.ts'

export default check({
  id: 'acm_certificates_transparency_logs_enabled',
  title: 'ACM certificate has transparency logging enabled',
  description:
    'Reads whether certificate transparency logging is enabled for each certificate that ACM issued.',
  risk: 'Browsers reject certificates that are in no transparency log. A certificate that was issued to an attacker in your name is not noticed.',
  decision:
    'Fails if logging is disabled for a certificate that ACM issued. Passes if it is enabled. Imported and private certificates, and certificates that were never issued, failed or were revoked give no finding.',
  fix: {
    text: 'Enable certificate transparency logging. It applies from the next renewal on.',
    console: [
      'The ACM console cannot change this setting for an existing certificate. Use the AWS CLI.',
      'Alternatively, open AWS Certificate Manager, choose Request a certificate, and keep transparency logging enabled.',
      'Replace the old certificate with the new one in the services that use it.',
    ],
    cli: 'aws acm update-certificate-options --certificate-arn <certificate-arn> --options CertificateTransparencyLoggingPreference=ENABLED',
    terraform: `resource "aws_acm_certificate" "www" {
  domain_name       = "www.example.com"
  validation_method = "DNS"

  options {
    certificate_transparency_logging_preference = "ENABLED"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/acm/latest/userguide/acm-bestpractices.html#best-practices-transparency',
  over: 'certificates',
  needs: ['transparency_logging'],
  judge: (it) => {
    if (!isInUse(it) || it.type !== 'AMAZON_ISSUED') return []
    return it.transparency_logging
      ? pass(`${called(it)} has transparency logging enabled.`)
      : fail(`${called(it)} has transparency logging disabled.`)
  },
})
