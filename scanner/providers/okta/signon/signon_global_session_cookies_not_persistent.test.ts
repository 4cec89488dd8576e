import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './signon_global_session_cookies_not_persistent.ts'
import { deny, policy, rule } from './worlds.ts'

verify(check, {
  pass: [policy(), policy({ rules: [rule(), deny()] })],
  fail: [
    policy({ rules: [rule({ isPersistent: true })] }),
    policy({ rules: [rule(), rule({ isPersistent: true })] }),
  ],
  none: [policy({ rules: [] })],
  unread: [policy({ rules: unread('E0000006') })],
})
