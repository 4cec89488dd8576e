import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_kubelet_tls_auth.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ kubelet_client_certificate: null }), server({ kubelet_client_key: null })],
  unread: [
    server({ kubelet_client_certificate: unread('flag_not_literal') }),
    server({ kubelet_client_key: unread('flag_not_literal') }),
  ],
})
