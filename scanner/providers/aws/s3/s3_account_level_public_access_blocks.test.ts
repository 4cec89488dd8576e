import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_account_level_public_access_blocks.ts'
import { account, blocked } from './worlds.ts'

verify(check, {
  pass: [account()],
  fail: [
    account({ public_access_block: null }),
    account({ public_access_block: { ...blocked, restrict_public_buckets: false } }),
  ],
  unread: [account({ public_access_block: unread('AccessDenied') })],
})
