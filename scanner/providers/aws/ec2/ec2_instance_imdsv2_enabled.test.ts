import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_imdsv2_enabled.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ metadata: { endpoint: 'disabled', tokens: 'optional' } })],
  fail: [instance({ metadata: { endpoint: 'enabled', tokens: 'optional' } })],
  unread: [instance({ metadata: unread('broken_answer', { outcome: 'error' }) })],
})
