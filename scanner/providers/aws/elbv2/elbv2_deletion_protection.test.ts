import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_deletion_protection.ts'
import { attributes, loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer(), networkBalancer()],
  fail: [loadBalancer({ attributes: attributes({ deletion_protection: false }) })],
  unread: [loadBalancer({ attributes: unread('AccessDenied') })],
})
