import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_logs_s3_bucket_is_not_publicly_accessible.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail()],
  fail: [trail({ bucket_exposure: 'its policy allows public access' })],
  unread: [trail({ bucket_exposure: unread('AccessDenied') })],
})
