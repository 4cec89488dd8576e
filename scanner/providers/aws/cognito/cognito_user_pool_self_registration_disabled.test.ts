import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_self_registration_disabled.ts'
import { pool } from './worlds.ts'

verify(check, {
  pass: [pool()],
  fail: [pool({ self_registration: true })],
  unread: [
    pool({ self_registration: null }),
    pool({}, { details: unread('AccessDeniedException') }),
  ],
})
