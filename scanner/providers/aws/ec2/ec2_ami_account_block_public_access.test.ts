import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_ami_account_block_public_access.ts'
import { settings } from './worlds.ts'

verify(check, {
  pass: [settings()],
  fail: [settings({ image_block: 'unblocked' })],
  unread: [settings({ image_block: unread('UnauthorizedOperation') })],
})
