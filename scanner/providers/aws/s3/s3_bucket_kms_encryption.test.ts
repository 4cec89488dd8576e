import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_kms_encryption.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket({ encryption: 'aws:kms' }), bucket({ encryption: 'aws:kms:dsse' })],
  fail: [bucket({ encryption: 'AES256' }), bucket({ encryption: null })],
  unread: [bucket({ encryption: unread('AccessDenied') })],
})
