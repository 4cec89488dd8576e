import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elb_logging_enabled.ts'
import { attributes, loadBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [loadBalancer({ attributes: attributes({ access_logs: false }) })],
  unread: [loadBalancer({ attributes: unread('AccessDenied') })],
})
