import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_ebs_volume_encryption.ts'
import { volume } from './worlds.ts'

verify(check, {
  pass: [volume()],
  fail: [volume({ encrypted: false })],
  unread: [volume({ encrypted: unread('broken_answer') })],
})
