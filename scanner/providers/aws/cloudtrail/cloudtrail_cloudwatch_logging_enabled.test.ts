import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_cloudwatch_logging_enabled.ts'
import { trail } from './worlds.ts'

verify(check, {
  pass: [trail(), trail({ log_group_delivery: '2026-01-14T12:00:00.000Z' })],
  fail: [
    trail({ log_group: null, log_group_delivery: null }),
    trail({ log_group_delivery: null }),
    trail({ log_group_delivery: '2026-01-14T11:59:59.000Z' }),
  ],
  unread: [trail({ log_group_delivery: unread('AccessDeniedException') })],
})
