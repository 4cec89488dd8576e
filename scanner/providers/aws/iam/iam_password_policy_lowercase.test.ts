import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_password_policy_lowercase.ts'
import { passwordPolicy, rules } from './worlds.ts'

verify(check, {
  pass: [passwordPolicy()],
  fail: [passwordPolicy({ rules: null }), passwordPolicy({ rules: rules({ lowercase: false }) })],
  unread: [passwordPolicy({ rules: unread('AccessDenied') })],
})
