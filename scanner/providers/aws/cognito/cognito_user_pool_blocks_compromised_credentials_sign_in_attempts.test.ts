import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_blocks_compromised_credentials_sign_in_attempts.ts'
import { pool, risks } from './worlds.ts'

verify(check, {
  pass: [pool()],
  fail: [
    pool({}, { risks: risks({ leaked_password: 'NO_ACTION' }) }),
    pool({ threat_protection: 'AUDIT' }),
  ],
  unread: [
    pool({}, { details: unread('AccessDeniedException') }),
    pool({}, { risks: unread('AccessDeniedException') }),
  ],
})
