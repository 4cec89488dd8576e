import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_no_expired_server_certificates_stored.ts'
import { ago, serverCertificate } from './worlds.ts'

verify(check, {
  pass: [serverCertificate(), serverCertificate({ expires_at: ago(-0.01) })],
  fail: [serverCertificate({ expires_at: ago(0) }), serverCertificate({ expires_at: ago(40) })],
  unread: [serverCertificate({ expires_at: unread('broken_answer', { outcome: 'error' }) })],
})
