import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elb_insecure_ssl_ciphers.ts'
import { loadBalancer, plain } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [loadBalancer({ old_tls: [{ port: 443, protocols: ['TLSv1'], ciphers: ['RC4-MD5'] }] })],
  none: [loadBalancer({ listeners: [plain] })],
  unread: [loadBalancer({ old_tls: unread('AccessDenied') })],
})
