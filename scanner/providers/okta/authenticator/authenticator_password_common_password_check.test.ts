import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './authenticator_password_common_password_check.ts'
import { passwords, unreadPolicy } from './worlds.ts'

verify(check, {
  pass: [passwords(), passwords({ source: 'ANY' })],
  fail: [passwords({ excludes_common: false })],
  manual: [
    passwords({ source: 'ACTIVE_DIRECTORY' }),
    passwords({ source: 'LDAP', excludes_common: false }),
  ],
  unread: [unreadPolicy(unread('broken_answer', { outcome: 'error' }))],
})
