import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elb_connection_draining_enabled.ts'
import { attributes, loadBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [loadBalancer({ attributes: attributes({ connection_draining: false }) })],
  unread: [loadBalancer({ attributes: unread('AccessDenied') })],
})
