import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_deletion_protection_enabled.ts'
import { pool } from './worlds.ts'

verify(check, {
  pass: [pool()],
  fail: [pool({ deletion_protection: false })],
  unread: [
    pool({ deletion_protection: null }),
    pool({}, { details: unread('AccessDeniedException') }),
  ],
})
