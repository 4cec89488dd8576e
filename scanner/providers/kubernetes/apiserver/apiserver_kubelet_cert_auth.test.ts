import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './apiserver_kubelet_cert_auth.ts'
import { server } from './worlds.ts'

verify(check, {
  pass: [server()],
  fail: [server({ kubelet_certificate_authority: null })],
  unread: [server({ kubelet_certificate_authority: unread('flag_not_literal') })],
})
