import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_logs_s3_bucket_access_logging_enabled.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail()],
  fail: [trail({ bucket_logging_target: null })],
  unread: [trail({ bucket_logging_target: unread('AccessDenied') })],
})
