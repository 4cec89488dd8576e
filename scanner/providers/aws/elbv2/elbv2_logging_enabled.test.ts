import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_logging_enabled.ts'
import { attributes, listener, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer(), networkBalancer()],
  fail: [
    loadBalancer({ attributes: attributes({ access_logs: false }) }),
    networkBalancer({ attributes: attributes({ access_logs: false }) }),
  ],
  none: [
    networkBalancer({
      listeners: [listener({ protocol: 'TCP', ssl_policy: null })],
      attributes: attributes({ access_logs: false }),
    }),
    loadBalancer({ type: 'gateway', attributes: attributes({ access_logs: null }) }),
  ],
  unread: [
    loadBalancer({ attributes: unread('AccessDenied') }),
    networkBalancer({ listeners: unread('AccessDenied') }),
  ],
})
