import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './signon_global_session_idle_timeout_15min.ts'
import { deny, policy, rule } from './worlds.ts'

verify(check, {
  pass: [
    policy(),
    policy({ rules: [rule({ idleMinutes: 5 }), deny()] }),
    given(policy({ rules: [rule({ idleMinutes: 60 })] }), {
      config: { okta_max_session_idle_minutes: 60 },
    }),
  ],
  fail: [
    policy({ rules: [rule({ idleMinutes: 16 })] }),
    policy({ rules: [rule(), rule({ idleMinutes: 120 })] }),
    policy({ rules: [rule({ idleMinutes: 0 })] }),
  ],
  none: [policy({ rules: [] }), policy({ rules: [deny()] })],
  unread: [policy({ rules: unread('E0000006') })],
})
