import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_bucket_requires_mfa_delete.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail()],
  fail: [trail({ bucket_mfa_delete: false })],
  unread: [trail({ bucket_mfa_delete: unread('AccessDenied') })],
})
