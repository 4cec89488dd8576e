import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elb_desync_mitigation_mode.ts'
import { attributes, listener, loadBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer(), loadBalancer({ attributes: attributes({ desync_mode: 'strictest' }) })],
  fail: [loadBalancer({ attributes: attributes({ desync_mode: 'monitor' }) })],
  none: [
    loadBalancer({
      listeners: [listener({ protocol: 'SSL' })],
      attributes: attributes({ desync_mode: 'monitor' }),
    }),
    loadBalancer({
      listeners: [listener({ protocol: 'TCP' })],
      attributes: attributes({ desync_mode: null }),
    }),
  ],
  unread: [
    loadBalancer({ attributes: unread('AccessDenied') }),
    loadBalancer({ attributes: attributes({ desync_mode: null }) }),
  ],
})
