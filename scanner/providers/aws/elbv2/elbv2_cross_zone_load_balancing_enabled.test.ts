import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_cross_zone_load_balancing_enabled.ts'
import { attributes, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [networkBalancer()],
  fail: [networkBalancer({ attributes: attributes({ cross_zone: false }) })],
  none: [loadBalancer()],
  unread: [networkBalancer({ attributes: unread('AccessDenied') })],
})
