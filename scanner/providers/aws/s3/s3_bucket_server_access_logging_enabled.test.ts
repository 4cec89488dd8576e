import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_bucket_server_access_logging_enabled.ts'
import { bucket } from './worlds.ts'

verify(check, {
  pass: [bucket()],
  fail: [bucket({ logging_target: null })],
  unread: [bucket({ logging_target: unread('AccessDenied') })],
})
