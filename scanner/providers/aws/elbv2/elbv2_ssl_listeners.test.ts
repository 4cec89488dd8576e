import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_ssl_listeners.ts'
import { listener, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [
    loadBalancer(),
    loadBalancer({
      listeners: [listener(), listener({ protocol: 'HTTP', port: 80, ssl_policy: null })],
    }),
  ],
  fail: [loadBalancer({ plain_rules: [{ port: 80, priority: 'default' }] })],
  none: [loadBalancer({ listeners: [] }), networkBalancer()],
  unread: [
    loadBalancer({ listeners: unread('AccessDenied') }),
    loadBalancer({ plain_rules: unread('AccessDenied') }),
  ],
})
