import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_disable_anonymous_auth.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config(), config({ anonymous_auth: null })],
  fail: [config({ anonymous_auth: true })],
  unread: [config({ anonymous_auth: unread('unreadable_configuration') })],
})
