import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './apiserver_strong_ciphers_only.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [
    server(),
    server({ tls_cipher_suites: null, tls_min_version: 'VersionTLS13' }),
    given(server({ tls_cipher_suites: ['TLS_RSA_WITH_AES_128_CBC_SHA'] }), {
      config: { apiserver_strong_ciphers: ['TLS_RSA_WITH_AES_128_CBC_SHA'] },
    }),
  ],
  fail: [
    server({ tls_cipher_suites: null }),
    server({ tls_cipher_suites: null, tls_min_version: 'VersionTLS12' }),
    server({
      tls_cipher_suites: [
        'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
        'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
      ],
    }),
  ],
  unread: [
    server({ tls_cipher_suites: unread('flag_not_literal') }),
    server({ tls_min_version: unread('flag_not_literal') }),
  ],
})
