import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_password_policy_reuse_24.ts'
import { passwordPolicy, rules } from './worlds.ts'

verify(check, {
  pass: [passwordPolicy()],
  fail: [
    passwordPolicy({ rules: null }),
    passwordPolicy({ rules: rules({ remembered: 23 }) }),
    passwordPolicy({ rules: rules({ remembered: 0 }) }),
  ],
  unread: [passwordPolicy({ rules: unread('AccessDenied') })],
})
