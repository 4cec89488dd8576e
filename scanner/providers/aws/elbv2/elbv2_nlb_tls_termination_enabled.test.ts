import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_nlb_tls_termination_enabled.ts'
import { listener, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [networkBalancer()],
  fail: [networkBalancer({ listeners: [listener({ protocol: 'TCP', ssl_policy: null })] })],
  none: [loadBalancer(), networkBalancer({ listeners: [] })],
  unread: [networkBalancer({ listeners: unread('AccessDenied') })],
})
