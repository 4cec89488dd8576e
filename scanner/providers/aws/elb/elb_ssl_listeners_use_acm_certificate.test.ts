import { verify } from '../../../kit/verify.ts'
import check from './elb_ssl_listeners_use_acm_certificate.ts'
import { listener, loadBalancer, plain } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [
    loadBalancer({
      listeners: [
        listener(),
        listener({ certificate: 'arn:aws:iam::123456789012:server-certificate/old' }),
      ],
    }),
    loadBalancer({ listeners: [listener({ certificate: null })] }),
  ],
  none: [loadBalancer({ listeners: [plain] })],
})
