import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_password_policy_minimum_length_14.ts'
import { passwordPolicy, rules } from './worlds.ts'

verify(check, {
  pass: [passwordPolicy(), passwordPolicy({ rules: rules({ minimum_length: 64 }) })],
  fail: [passwordPolicy({ rules: null }), passwordPolicy({ rules: rules({ minimum_length: 13 }) })],
  unread: [passwordPolicy({ rules: unread('AccessDenied') })],
})
