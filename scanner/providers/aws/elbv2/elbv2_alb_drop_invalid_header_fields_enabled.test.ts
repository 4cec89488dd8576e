import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_alb_drop_invalid_header_fields_enabled.ts'
import { attributes, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [loadBalancer({ attributes: attributes({ drop_invalid_headers: false }) })],
  none: [networkBalancer()],
  unread: [loadBalancer({ attributes: unread('AccessDenied') })],
})
