import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './iam_user_console_access_unused.ts'
import { ago, credentials, noPassword, user } from './worlds.ts'

const signing = (changes: Parameters<typeof credentials>[0]) =>
  user({ credentials: credentials(changes) })

verify(check, {
  pass: [
    user(),
    signing(noPassword),
    signing({ password_used_at: ago(45) }),
    signing({ password_used_at: null, password_changed_at: ago(2) }),
    given(signing({ password_used_at: ago(60) }), { config: { max_console_access_days: 90 } }),
  ],
  fail: [
    signing({ password_used_at: ago(46) }),
    signing({ password_used_at: null, password_changed_at: ago(100) }),
    signing({ password_used_at: null, password_changed_at: null }),
    signing({ password_used_at: null, password_changed_at: null, created_at: null }),
    given(signing({ password_used_at: ago(8) }), { config: { max_console_access_days: 7 } }),
  ],
  unread: [user({ credentials: unread('AccessDenied') })],
})
