import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './signon_global_session_lifetime_18h.ts'
import { deny, policy, rule } from './worlds.ts'

verify(check, {
  pass: [
    policy(),
    given(policy({ rules: [rule({ lifetimeMinutes: 2_000 })] }), {
      config: { okta_max_session_lifetime_minutes: 2_000 },
    }),
  ],
  fail: [
    policy({ rules: [rule({ lifetimeMinutes: 0 })] }),
    policy({ rules: [rule({ lifetimeMinutes: 1_081 }), rule()] }),
  ],
  none: [policy({ rules: [deny()] })],
  unread: [policy({ rules: unread('E0000047', { outcome: 'throttled' }) })],
})
