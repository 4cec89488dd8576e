import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_tls_config.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ tls_cert_file: null }), server({ tls_private_key_file: null })],
  unread: [
    server({ tls_cert_file: unread('flag_not_literal') }),
    server({ tls_private_key_file: unread('flag_not_literal') }),
  ],
})
