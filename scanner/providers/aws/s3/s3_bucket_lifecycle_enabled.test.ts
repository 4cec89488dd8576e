import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_lifecycle_enabled.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket()],
  fail: [
    bucket({ lifecycle_rules: null }),
    bucket({ lifecycle_rules: [{ id: 'old', enabled: false }] }),
  ],
  unread: [bucket({ lifecycle_rules: unread('AccessDenied') })],
})
