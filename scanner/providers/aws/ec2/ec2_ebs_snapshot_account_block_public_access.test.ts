import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_ebs_snapshot_account_block_public_access.ts'
import { settings } from './worlds.ts'

verify(check, {
  pass: [settings()],
  fail: [
    settings({ snapshot_block: 'unblocked' }),
    settings({ snapshot_block: 'block-new-sharing' }),
  ],
  unread: [settings({ snapshot_block: unread('UnauthorizedOperation') })],
})
