import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_acl_prohibited.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket()],
  fail: [bucket({ ownership: null }), bucket({ ownership: 'ObjectWriter' })],
  unread: [bucket({ ownership: unread('AccessDenied') })],
})
