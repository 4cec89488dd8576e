import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './route53_public_hosted_zones_cloudwatch_logging_enabled.ts'
import { zone } from './worlds.ts'

verify(check, {
  pass: [zone()],
  fail: [zone({ query_logging: false })],
  none: [zone({ query_logging: false, private: true })],
  unread: [zone({ private: null }), zone({ query_logging: unread('AccessDenied') })],
})
