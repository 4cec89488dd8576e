import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './application_admin_console_session_idle_timeout_15min.ts'
import { adminConsole } from './worlds.ts'

verify(check, {
  pass: [
    adminConsole(),
    given(adminConsole({ idle_minutes: 30 }), {
      config: { okta_admin_console_idle_timeout_max_minutes: 30 },
    }),
  ],
  fail: [adminConsole({ idle_minutes: 16 }), adminConsole({ idle_minutes: 0 })],
  unread: [adminConsole({ idle_minutes: unread('E0000006') })],
})
