import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import lowercase from './cognito_user_pool_password_policy_lowercase.ts'
import number from './cognito_user_pool_password_policy_number.ts'
import symbol from './cognito_user_pool_password_policy_symbol.ts'
import uppercase from './cognito_user_pool_password_policy_uppercase.ts'
import { passwords, pool } from './worlds.ts'

const rows = [
  [lowercase, 'lowercase'],
  [uppercase, 'uppercase'],
  [number, 'numbers'],
  [symbol, 'symbols'],
] as const

for (const [check, rule] of rows) {
  verify(check, {
    pass: [pool(), pool({ passwords: passwords({ length: 6 }) })],
    fail: [pool({ passwords: passwords({ [rule]: false }) })],
    unread: [pool({}, { details: unread('AccessDeniedException') })],
  })
}
