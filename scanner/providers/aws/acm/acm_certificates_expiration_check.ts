import { fail, pass } from '../../../kit/index.ts'
import { daysBetween } from '../days.ts'
import { check, called, isInUse } from './resources.ts'

export default check({
  id: 'acm_certificates_expiration_check',
  title: 'ACM certificate does not expire within 30 days',
  description: 'Reads the expiration date of each certificate in ACM.',
  risk: 'After a certificate expires, browsers and other clients refuse to connect, and the service is unavailable.',
  decision:
    'Fails if the certificate has expired or expires within `days_to_expire_threshold` days (default 30). Passes if it is valid for longer. Certificates that were never issued, failed or were revoked give no finding. Unused certificates are also evaluated.',
  fix: {
    text: 'Let ACM renew the certificate, import a new one, or delete it if it is not used.',
    console: [
      'Open AWS Certificate Manager and choose the certificate.',
      'If its renewal is pending, create the DNS record that Domains shows.',
      'If it was imported, choose Reimport and enter the new certificate and its private key.',
      'If it is not used, choose Delete. For the command, the file for --certificate is the new certificate, the file for --private-key is its key, and the file for --certificate-chain is its chain.',
    ],
    cli: 'aws acm import-certificate --certificate-arn <certificate-arn> --certificate fileb://certificate.pem --private-key fileb://key.pem --certificate-chain fileb://chain.pem',
    terraform: `resource "aws_acm_certificate" "www" {
  domain_name       = "www.example.com"
  validation_method = "DNS"

  lifecycle {
    create_before_destroy = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html',
  links: [
    'https://docs.aws.amazon.com/acm/latest/userguide/import-reimport.html',
    'https://docs.aws.amazon.com/securityhub/latest/userguide/acm-controls.html',
  ],
  over: 'certificates',
  needs: [],
  config: { days_to_expire_threshold: 30 },
  judge: (it, { now, config }) => {
    if (!isInUse(it) || it.expires === null) return []
    const days = Math.floor(daysBetween(now, it.expires))
    const date = it.expires.slice(0, 10)
    if (days < 0 || it.status === 'EXPIRED') return fail(`${called(it)} expired on ${date}.`)
    return days <= config.days_to_expire_threshold
      ? fail(`${called(it)} expires on ${date}, in ${days === 1 ? 'a day' : `${days} days`}.`)
      : pass(`${called(it)} is valid until ${date}.`)
  },
})
