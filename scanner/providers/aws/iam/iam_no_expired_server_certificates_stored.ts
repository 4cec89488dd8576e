import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_expired_server_certificates_stored',
  title: 'IAM server certificate is not expired',
  description:
    'Reads the server certificates that are stored in IAM, and their expiration dates. Certificates in AWS Certificate Manager are not included.',
  risk: 'An expired certificate that remains in IAM can be used on a load balancer. Clients then reject the connection or users learn to ignore warnings.',
  decision:
    'Fails if the expiration time is at or before the time of the scan. Passes if it is later, however soon. The check does not read whether the certificate is in use.',
  fix: {
    text: 'Delete the certificate when it is no longer in use, and store new certificates in AWS Certificate Manager, which renews them.',
    console: [
      'The IAM console does not show these certificates. Look for them on the load balancer listeners in EC2 and on the CloudFront distributions.',
      'Open AWS Certificate Manager and choose Request a certificate for the same domain names.',
      'Assign the new certificate to the listeners and distributions that use the old one.',
      'Delete the old certificate with the AWS CLI. The console cannot delete it.',
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
      ? fail(`Server certificate ${name} expired on ${day}, ${ago(daysSince(expires_at, now))}.`)
      : pass(`Server certificate ${name} is valid until ${day}.`)
  },
})
