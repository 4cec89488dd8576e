import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_password_policy_minimum_length_14.ts'
import { passwords, pool } from './worlds.ts'

verify(check, {
  pass: [pool(), pool({ passwords: passwords({ length: 20 }) })],
  fail: [pool({ passwords: passwords({ length: 13 }) })],
  unread: [pool({}, { details: unread('AccessDeniedException') })],
})
