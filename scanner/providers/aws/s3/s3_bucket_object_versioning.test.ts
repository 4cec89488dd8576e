import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_object_versioning.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket()],
  fail: [bucket({ versioning: { enabled: false, mfa_delete: false } })],
  unread: [bucket({ versioning: unread('AccessDenied') })],
})
