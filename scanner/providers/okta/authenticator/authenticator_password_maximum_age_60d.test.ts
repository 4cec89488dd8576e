import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_maximum_age_60d.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ max_age_days: 1 })],
  fail: [passwords({ max_age_days: 61 }), passwords({ max_age_days: 0 })],
  manual: [
    passwords({ source: 'ACTIVE_DIRECTORY' }),
    passwords({ source: 'LDAP', max_age_days: 61 }),
  ],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
