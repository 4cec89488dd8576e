import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './kubelet_strong_ciphers_only.ts'
import { config } from './worlds.ts'

const cbc = 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'
const settings = { kubelet_strong_ciphers: [cbc] }

verify(check, {
  pass: [
    config(),
    config({ tls_cipher_suites: null, tls_min_version: 'VersionTLS13' }),
    given(config({ tls_cipher_suites: [cbc] }), { config: settings }),
  ],
  fail: [
    config({ tls_cipher_suites: null }),
    config({ tls_cipher_suites: null, tls_min_version: 'VersionTLS12' }),
    config({ tls_cipher_suites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', cbc] }),
    config({ tls_cipher_suites: ['TLS_RSA_WITH_AES_128_GCM_SHA256'] }),
    given(config(), { config: settings }),
  ],
  unread: [
    config({ tls_cipher_suites: unread('broken_answer') }),
    config({ tls_min_version: unread('broken_answer') }),
  ],
})
