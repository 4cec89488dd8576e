import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_default_encryption.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket({ encryption: 'AES256' }), bucket({ encryption: 'aws:kms' })],
  fail: [bucket({ encryption: null })],
  unread: [bucket({ encryption: unread('AccessDenied') })],
})
