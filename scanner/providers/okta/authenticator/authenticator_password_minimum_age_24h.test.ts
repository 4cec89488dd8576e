import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_minimum_age_24h.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ min_age_minutes: 2_880 })],
  fail: [passwords({ min_age_minutes: 1_439 }), passwords({ min_age_minutes: 0 })],
  manual: [
    passwords({ source: 'ACTIVE_DIRECTORY' }),
    passwords({ source: 'LDAP', min_age_minutes: 1_439 }),
  ],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
