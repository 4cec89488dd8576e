import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_tls_cert_and_key.ts'
import { config } from './worlds.ts'

const files = { tls_cert_file: '/pki/kubelet.crt', tls_private_key_file: '/pki/kubelet.key' }

verify(check, {
  pass: [config(), config({ ...files, server_tls_bootstrap: null }), config(files)],
  fail: [
    config({ server_tls_bootstrap: null }),
    config({ server_tls_bootstrap: false }),
    config({ ...files, tls_cert_file: null }),
    config({ ...files, tls_private_key_file: null }),
  ],
  unread: [
    config({ server_tls_bootstrap: unread('unreadable_configuration') }),
    config({ tls_cert_file: unread('unreadable_configuration') }),
    config({ tls_private_key_file: unread('unreadable_configuration') }),
  ],
})
