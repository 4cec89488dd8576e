import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { unread } from '../../../kit/index.ts'
import { circumstances, verify } from '../../../kit/verify.ts'
import check from './kms_cmk_rotation_enabled.ts'
import { details, key } from './worlds.ts'

verify(check, {
  pass: [key()],
  fail: [key({ rotation: false })],
  unread: [
    key({ details: unread('AccessDeniedException') }),
    key({ rotation: unread('ThrottlingException', { outcome: 'throttled' }) }),
  ],
})

test('a key that KMS cannot rotate, and one of its own, get no verdict on rotation', () => {
  for (const given of [{ manager: 'AWS' }, { spec: 'RSA_2048' }, { origin: 'EXTERNAL' }] as const) {
    const judged = check.judge(key({ details: details(given), rotation: false }), circumstances())
    deepEqual(judged, { verdicts: [] })
  }
})
