import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_log_file_validation_enabled.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail()],
  fail: [trail({ log_file_validation: false })],
  unread: [trail({ log_file_validation: unread('broken_answer') })],
})
