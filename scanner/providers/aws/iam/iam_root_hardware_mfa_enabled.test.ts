import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_root_hardware_mfa_enabled.ts'
import { root } from './worlds.ts'

verify(check, {
  pass: [root(), root({ summary: { mfa: false, access_keys: false, password: false } })],
  fail: [
    root({ virtual_mfa: true }),
    root({ summary: { mfa: false, access_keys: false, password: true } }),
    root({ summary: { mfa: false, access_keys: true, password: false } }),
  ],
  unread: [
    root({ summary: unread('AccessDenied') }),
    root({ summary: { mfa: false, access_keys: false, password: null } }),
    root({ virtual_mfa: unread('Throttling', { outcome: 'throttled' }) }),
  ],
})
