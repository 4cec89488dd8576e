import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_waf_acl_attached.ts'
import { loadBalancer, networkBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer()],
  fail: [loadBalancer({ web_acl: null })],
  none: [networkBalancer()],
  unread: [loadBalancer({ web_acl: unread('AccessDeniedException') })],
})
