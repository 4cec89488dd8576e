import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_insecure_ssl_ciphers.ts'
import { listener, loadBalancer } from './worlds.ts'

const old = {
  port: 443,
  ssl_policy: 'ELBSecurityPolicy-2016-08',
  protocols: ['TLSv1', 'TLSv1.1'],
  ciphers: [],
}

verify(check, {
  pass: [loadBalancer()],
  fail: [
    loadBalancer({ old_tls: [old] }),
    loadBalancer({ old_tls: [{ ...old, port: null, protocols: [], ciphers: ['DES-CBC3-SHA'] }] }),
  ],
  none: [
    loadBalancer({ listeners: [listener({ protocol: 'HTTP', ssl_policy: null })] }),
    loadBalancer({ listeners: [] }),
  ],
  unread: [
    loadBalancer({ listeners: unread('AccessDenied') }),
    loadBalancer({ old_tls: unread('AccessDenied') }),
  ],
})
