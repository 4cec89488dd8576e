import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_rotate_certificates.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config()],
  fail: [config({ rotate_certificates: false }), config({ rotate_certificates: null })],
  unread: [config({ rotate_certificates: unread('unreadable_configuration') })],
})
