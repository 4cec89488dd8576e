import { fail, pass } from '../../../kit/index.ts'
import { check, called, isInUse } from './resources.ts'

const insecure: readonly string[] = ['RSA_1024']

export default check({
  id: 'acm_certificates_with_secure_key_algorithms',
  title: 'Certificate has a key that holds',
  description: 'Reads the algorithm and length of each certificate’s key.',
  risk: 'A key that can be computed from the certificate lets anyone speak in your name, and read what was meant for you.',
  decision:
    'Fails when the algorithm of the key is in `insecure_key_algorithms`, RSA_1024 unless configured, and passes when it is not. Certificates that were never issued, failed or were revoked give no finding.',
  fix: {
    text: 'Replace the certificate by one with an RSA key of at least 2,048 bits or an elliptic curve.',
    console: [
      'Open AWS Certificate Manager and choose Request a certificate.',
      'Choose the names, DNS validation, and ECDSA P 256 or RSA 2048 as the key algorithm.',
      'Let what uses the old certificate use the new one, then delete the old one.',
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
      ? fail(`${called(it)} has a key of ${it.key_algorithm}.`)
      : pass(`${called(it)} has a key of ${it.key_algorithm}.`)
  },
})
