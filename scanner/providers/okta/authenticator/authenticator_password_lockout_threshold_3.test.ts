import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_lockout_threshold_3.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ max_attempts: 1 })],
  fail: [passwords({ max_attempts: 4 }), passwords({ max_attempts: 0 })],
  manual: [
    passwords({ source: 'ACTIVE_DIRECTORY' }),
    passwords({ source: 'LDAP', max_attempts: 4 }),
  ],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
