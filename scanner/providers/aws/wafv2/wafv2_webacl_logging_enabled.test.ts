import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './wafv2_webacl_logging_enabled.ts'
import { webAcl } from './worlds.ts'

verify(check, {
  pass: [webAcl(), webAcl({ scope: 'CLOUDFRONT' })],
  fail: [webAcl({ log_destinations: null }), webAcl({ log_destinations: [] })],
  unread: [webAcl({ log_destinations: unread('AccessDeniedException') })],
})
