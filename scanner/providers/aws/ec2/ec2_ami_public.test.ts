import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_ami_public.ts'
import { image } from './worlds.ts'

verify(check, {
  pass: [image()],
  fail: [image({ public: true })],
  unread: [image({ public: unread('broken_answer') })],
})
