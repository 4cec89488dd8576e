import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cognito_user_pool_blocks_potential_malicious_sign_in_attempts.ts'
import { pool, risks } from './worlds.ts'

verify(check, {
  pass: [pool()],
  fail: [
    pool({}, { risks: risks({ actions: [] }) }),
    pool({}, { risks: risks({ actions: ['NO_ACTION', 'BLOCK', 'BLOCK'] }) }),
    pool({ threat_protection: 'OFF' }),
  ],
  unread: [
    pool({}, { details: unread('AccessDeniedException') }),
    pool({}, { risks: unread('AccessDeniedException') }),
  ],
})
