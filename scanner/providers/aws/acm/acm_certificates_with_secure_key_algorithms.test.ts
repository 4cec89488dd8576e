import { given, verify } from '../../../kit/verify.ts'
import check from './acm_certificates_with_secure_key_algorithms.ts'
import { certificate } from './worlds.ts'

verify(check, {
  pass: [certificate(), certificate({ key_algorithm: 'EC_prime256v1' })],
  fail: [
    certificate({ key_algorithm: 'RSA_1024' }),
    given(certificate(), { config: { insecure_key_algorithms: ['RSA_2048'] } }),
  ],
  none: [certificate({ key_algorithm: 'RSA_1024', status: 'FAILED' })],
})
