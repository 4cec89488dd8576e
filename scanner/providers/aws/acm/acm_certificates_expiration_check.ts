import { fail, pass } from '../../../kit/index.ts'
import { daysBetween } from '../days.ts'
import { check, called, isInUse } from './resources.ts'

export default check({
  id: 'acm_certificates_expiration_check',
  title: 'Certificate has time left',
  description: 'Reads until when each certificate in ACM is valid.',
  risk: 'On the day it expires every browser and every program refuses to connect, and the service is down for all of them at once.',
  decision:
    'Fails when the certificate has expired, or expires within `days_to_expire_threshold` days, 30 unless configured. Passes when it is valid for longer. Certificates that were never issued, failed or were revoked give no finding; those that nothing uses are judged as well.',
  fix: {
    text: 'Let ACM renew the certificate, import a new one, or delete what is not used.',
    console: [
      'Open AWS Certificate Manager and choose the certificate.',
      'If its renewal is pending, create the DNS record that is shown under Domains.',
      'If it was imported, choose Reimport and give the new certificate and its key.',
      'If nothing uses it, choose Delete.',
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
