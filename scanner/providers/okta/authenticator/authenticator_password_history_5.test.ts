import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_history_5.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ history_count: 24 })],
  fail: [passwords({ history_count: 4 }), passwords({ history_count: 0 })],
  manual: [
    passwords({ source: 'ACTIVE_DIRECTORY' }),
    passwords({ source: 'LDAP', history_count: 4 }),
  ],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
