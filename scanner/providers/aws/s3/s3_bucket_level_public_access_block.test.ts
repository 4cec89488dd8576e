import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './s3_bucket_level_public_access_block.ts'
import { account, blocked, bucket } from './worlds.ts'

const shut = { joined: { accounts: [account()] } }
const loose = { joined: { accounts: [account({ public_access_block: null })] } }
const half = { ...blocked, block_public_policy: false }

verify(check, {
  pass: [
    given(bucket({ public_access_block: blocked }), loose),
    given(bucket(), shut),
    given(bucket({ public_access_block: half }), shut),
  ],
  fail: [given(bucket(), loose), given(bucket({ public_access_block: half }), loose)],
  unread: [
    given(bucket({ public_access_block: unread('AccessDenied') }), shut),
    given(bucket(), { joined: { accounts: unread('AccessDenied') } }),
  ],
})
