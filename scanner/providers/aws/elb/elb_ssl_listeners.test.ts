import { verify } from '../../../kit/verify.ts'
import check from './elb_ssl_listeners.ts'
import { listener, loadBalancer, plain } from './worlds.ts'

verify(check, {
  pass: [loadBalancer(), loadBalancer({ listeners: [listener({ protocol: 'SSL' })] })],
  fail: [
    loadBalancer({ listeners: [listener(), plain] }),
    loadBalancer({ listeners: [listener({ protocol: 'TCP' })] }),
  ],
  none: [loadBalancer({ listeners: [] })],
})
