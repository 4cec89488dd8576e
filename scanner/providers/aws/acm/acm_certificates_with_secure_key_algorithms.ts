import { fail, pass } from '../../../kit/index.ts'
import { check, called, isInUse } from './resources.ts'

const insecure: readonly string[] = ['RSA_1024']

export default check({
  id: 'acm_certificates_with_secure_key_algorithms',
  title: 'ACM certificate uses a secure key algorithm',
  description: 'Reads the key algorithm and key length of each certificate.',
  risk: 'An attacker who computes a weak private key can impersonate the service and decrypt its traffic.',
  decision:
    'Fails if the key algorithm is in `insecure_key_algorithms` (default RSA_1024). Passes if it is not. Certificates that were never issued, failed or were revoked give no finding.',
  fix: {
    text: 'Replace the certificate with one that has an RSA key of at least 2,048 bits or an elliptic curve key.',
    console: [
      'Open AWS Certificate Manager and choose Request a certificate.',
      'Choose the domain names, DNS validation, and ECDSA P 256 or RSA 2048 as the key algorithm.',
      'Replace the old certificate with the new one in the services that use it, then delete the old one.',
    ],
    cli: 'aws acm request-certificate --domain-name <domain-name> --validation-method DNS --key-algorithm EC_prime256v1',
    terraform: `resource "aws_acm_certificate" "www" {
  domain_name       = "www.example.com"
  validation_method = "DNS"
  key_algorithm     = "EC_prime256v1"
}`,
  },
  source: 'https://docs.aws.amazon.com/acm/latest/userguide/acm-certificate-characteristics.html',
  over: 'certificates',
  needs: [],
  config: { insecure_key_algorithms: insecure },
  judge: (it, { config }) => {
    if (!isInUse(it)) return []
    return config.insecure_key_algorithms.includes(it.key_algorithm)
      ? fail(`${called(it)} has the insecure key algorithm ${it.key_algorithm}.`)
      : pass(`${called(it)} has the key algorithm ${it.key_algorithm}.`)
  },
})
