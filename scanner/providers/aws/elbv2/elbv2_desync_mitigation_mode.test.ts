import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_desync_mitigation_mode.ts'
import { attributes, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer(), loadBalancer({ attributes: attributes({ desync_mode: 'strictest' }) })],
  fail: [loadBalancer({ attributes: attributes({ desync_mode: 'monitor' }) })],
  none: [networkBalancer()],
  unread: [loadBalancer({ attributes: unread('AccessDenied') })],
})
