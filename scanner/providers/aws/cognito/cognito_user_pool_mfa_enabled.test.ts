import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_mfa_enabled.ts'
import { pool } from './worlds.ts'

verify(check, {
  pass: [pool()],
  fail: [pool({ mfa: 'OPTIONAL' }), pool({ mfa: 'OFF' })],
  unread: [pool({ mfa: null }), pool({}, { details: unread('AccessDeniedException') })],
})
