import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_user_mfa_enabled_console_access.ts'
import { credentials, noPassword, user } from './worlds.ts'

verify(check, {
  pass: [user(), user({ credentials: credentials(noPassword) })],
  fail: [user({ credentials: credentials({ mfa: false }) })],
  unread: [
    user({ credentials: unread('AccessDenied') }),
    user({ credentials: unread('not_in_credential_report', { outcome: 'error' }) }),
  ],
})
