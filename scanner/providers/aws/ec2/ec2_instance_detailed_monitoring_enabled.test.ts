import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_detailed_monitoring_enabled.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance(), instance({ monitoring: 'pending' })],
  fail: [instance({ monitoring: 'disabled' })],
  unread: [instance({ monitoring: unread('broken_answer') })],
})
