import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_password_policy_expires_passwords_within_90_days_or_less.ts'
import { passwordPolicy, rules } from './worlds.ts'

verify(check, {
  pass: [passwordPolicy(), passwordPolicy({ rules: rules({ max_age: 30 }) })],
  fail: [
    passwordPolicy({ rules: null }),
    passwordPolicy({ rules: rules({ max_age: null }) }),
    passwordPolicy({ rules: rules({ max_age: 91 }) }),
  ],
  unread: [passwordPolicy({ rules: unread('AccessDenied') })],
})
