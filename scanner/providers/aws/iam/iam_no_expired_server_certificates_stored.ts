import { fail, pass } from '../../../kit/index.ts'
import { ago, daysSince } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_no_expired_server_certificates_stored',
  title: 'No expired server certificate is stored',
  risk: 'An expired certificate that stays at hand ends up on a load balancer sooner or later, and clients then refuse the service or learn to ignore warnings.',
  fix: {
    text: 'Delete the certificate once nothing uses it, and keep new ones in Certificate Manager, which renews them.',
    cli: 'aws iam delete-server-certificate --server-certificate-name <name>',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_server-certs.html',
  over: 'serverCertificates',
  needs: ['expires_at'],
  judge({ name, expires_at }, { now }) {
    const day = expires_at.slice(0, 10)
    return Date.parse(expires_at) <= now.getTime()
      ? fail(`The certificate ${name} expired on ${day}, ${ago(daysSince(expires_at, now))}.`)
      : pass(`The certificate ${name} is valid until ${day}.`)
  },
})
