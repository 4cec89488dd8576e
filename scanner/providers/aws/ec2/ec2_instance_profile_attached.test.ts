import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_profile_attached.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [instance()],
  fail: [instance({ profile: null })],
  unread: [instance({ profile: unread('broken_answer') })],
})
