import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './elbv2_listener_pqc_tls_enabled.ts'
import { listener, loadBalancer } from './worlds.ts'

verify(check, {
  pass: [
    loadBalancer(),
    loadBalancer({
      listeners: [
        listener({ ssl_policy: 'ELBSecurityPolicy-TLS13-1-0-PQ-2025-09' }),
        listener({ ssl_policy: 'ELBSecurityPolicy-TLS13-1-0-FIPS-PQ-2025-09' }),
      ],
    }),
    given(loadBalancer({ listeners: [listener({ ssl_policy: 'own' })] }), {
      config: { elbv2_listener_pqc_tls_allowed_policies: ['own'] },
    }),
  ],
  fail: [
    loadBalancer({
      listeners: [listener(), listener({ ssl_policy: 'ELBSecurityPolicy-2016-08' })],
    }),
  ],
  none: [loadBalancer({ listeners: [listener({ protocol: 'HTTP', ssl_policy: null })] })],
  unread: [loadBalancer({ listeners: unread('AccessDenied') })],
})
