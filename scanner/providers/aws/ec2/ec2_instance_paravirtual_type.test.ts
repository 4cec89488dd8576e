import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_paravirtual_type.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ virtualization: 'paravirtual' })],
  unread: [instance({ virtualization: unread('broken_answer') })],
})
