import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_minimum_length_15.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ min_length: 30 })],
  fail: [passwords({ min_length: 14 }), passwords({ min_length: 0 })],
  manual: [
    passwords({ source: 'ACTIVE_DIRECTORY' }),
    passwords({ source: 'LDAP', min_length: 14 }),
  ],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
