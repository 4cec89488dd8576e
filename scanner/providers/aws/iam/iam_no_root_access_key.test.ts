import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_no_root_access_key.ts'
import { root } from './worlds.ts'

verify(check, {
  pass: [root()],
  fail: [root({ summary: { mfa: true, access_keys: true, password: true } })],
  unread: [root({ summary: unread('AccessDenied') })],
})
