import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kubelet_authorization_mode.ts'
import { config } from './worlds.ts'

verify(check, {
  pass: [config(), config({ authorization_mode: null })],
  fail: [config({ authorization_mode: 'AlwaysAllow' })],
  manual: [config({ authorization_mode: 'webhook' })],
  unread: [config({ authorization_mode: unread('unreadable_configuration') })],
})
