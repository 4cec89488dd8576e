import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_advanced_security_enabled.ts'
import { pool } from './worlds.ts'

verify(check, {
  pass: [pool()],
  fail: [pool({ threat_protection: 'AUDIT' }), pool({ threat_protection: 'OFF' })],
  unread: [pool({}, { details: unread('AccessDeniedException') })],
})
