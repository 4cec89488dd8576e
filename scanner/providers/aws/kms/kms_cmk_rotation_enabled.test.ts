import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kms_cmk_rotation_enabled.ts'
import { details, key } from './worlds.ts'

verify(check, {
  pass: [key()],
  fail: [key({ rotation: false })],
  // Keys that KMS cannot rotate, and its own.
  none: [
    key({ details: details({ manager: 'AWS' }), rotation: false }),
    key({ details: details({ spec: 'RSA_2048' }), rotation: false }),
    key({ details: details({ origin: 'EXTERNAL' }), rotation: false }),
  ],
  unread: [
    key({ details: unread('AccessDeniedException') }),
    key({ rotation: unread('ThrottlingException', { outcome: 'throttled' }) }),
  ],
})
