import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_expired_server_certificates_stored',
  title: 'No expired server certificate is stored',
  description:
    'Reads the server certificates that are kept in IAM itself, and when each expires. Those of Certificate Manager are not among them.',
  risk: 'An expired certificate that stays at hand can end up on a load balancer, and clients then refuse the service or learn to ignore warnings.',
  decision:
    'Fails when the time of expiry has come by the time of the scan. Passes when it is still ahead, however near. Whether anything uses the certificate is not asked.',
  fix: {
    text: 'Delete the certificate once nothing uses it, and keep new ones in Certificate Manager, which renews them.',
    console: [
      'The IAM console does not show these certificates: look for them among the listeners of load balancers in EC2 and among the distributions of CloudFront.',
      'Open Certificate Manager and choose Request a certificate for the same names.',
      'Put the new certificate on the listeners and distributions that use the old one.',
      'Delete the old one with the command line, as IAM offers no other way.',
    ],
    cli: 'aws iam delete-server-certificate --server-certificate-name <name>',
    terraform: `resource "aws_acm_certificate" "shop" {
  domain_name       = "shop.example.com"
  validation_method = "DNS"

  lifecycle {
    create_before_destroy = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_server-certs.html',
  links: ['https://docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html'],
  over: 'serverCertificates',
  needs: ['expires_at'],
  judge({ name, expires_at }, { now }) {
    const day = expires_at.slice(0, 10)
    return Date.parse(expires_at) <= now.getTime()
      ? fail(`The certificate ${name} expired on ${day}, ${ago(daysSince(expires_at, now))}.`)
      : pass(`The certificate ${name} is valid until ${day}.`)
  },
})
