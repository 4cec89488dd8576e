import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_temporary_password_expiration.ts'
import { passwords, pool } from './worlds.ts'

verify(check, {
  pass: [pool(), pool({ passwords: passwords({ temporary_days: 1 }) })],
  fail: [pool({ passwords: passwords({ temporary_days: 8 }) })],
  unread: [
    pool({ passwords: passwords({ temporary_days: null }) }),
    pool({}, { details: unread('AccessDeniedException') }),
  ],
})
