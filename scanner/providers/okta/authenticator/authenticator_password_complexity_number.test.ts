import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_complexity_number.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ min_number: 2 })],
  fail: [passwords({ min_number: 0 })],
  manual: [passwords({ source: 'ACTIVE_DIRECTORY' }), passwords({ source: 'LDAP', min_number: 0 })],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
