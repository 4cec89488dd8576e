import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elb_cross_zone_load_balancing_enabled.ts'
import { attributes, loadBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [loadBalancer({ attributes: attributes({ cross_zone: false }) })],
  unread: [loadBalancer({ attributes: unread('AccessDenied') })],
})
