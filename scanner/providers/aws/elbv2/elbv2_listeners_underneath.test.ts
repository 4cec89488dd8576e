import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './elbv2_listeners_underneath.ts'
import { listener, loadBalancer } from './worlds.ts'

verify(check, {
  pass: [loadBalancer(), loadBalancer({ listeners: [listener(), listener()] })],
  fail: [loadBalancer({ listeners: [] })],
  unread: [loadBalancer({ listeners: unread('AccessDenied') })],
})
