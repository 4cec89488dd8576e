import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_object_lock.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket()],
  fail: [bucket({ object_lock: null }), bucket({ object_lock: false })],
  unread: [bucket({ object_lock: unread('AccessDenied') })],
})
