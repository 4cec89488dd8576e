import { fail, pass } from '../../../kit/index.ts'
import { check, called, isInUse } from './resources.ts'

export default check({
  id: 'acm_certificates_transparency_logs_enabled',
  title: 'Certificate is written into the public logs',
  description:
    'Asks ACM whether each certificate that it has issued is entered into the logs of certificate transparency.',
  risk: 'Browsers refuse certificates that are in no log, and one that was issued to somebody else in your name goes unnoticed.',
  decision:
    'Fails when logging is disabled for a certificate that ACM issued, and passes when it is enabled. Imported and private certificates give no finding, nor do those that were never issued, failed or were revoked.',
  fix: {
    text: 'Turn on certificate transparency logging; it holds from the next renewal on.',
    console: [
      'ACM’s console cannot change this for a certificate that exists, so use the command line.',
      'Or open AWS Certificate Manager, choose Request a certificate, and leave transparency logging on.',
      'Let what uses the old certificate use the new one.',
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
      ? pass(`${called(it)} is written into the public logs.`)
      : fail(`${called(it)} is kept out of the public logs.`)
  },
})
