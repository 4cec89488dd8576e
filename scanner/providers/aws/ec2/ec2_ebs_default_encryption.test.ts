import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_ebs_default_encryption.ts'
import { settings } from './worlds.ts'

verify(check, {
  pass: [settings()],
  fail: [settings({ ebs_encryption: false })],
  unread: [settings({ ebs_encryption: unread('UnauthorizedOperation') })],
})
