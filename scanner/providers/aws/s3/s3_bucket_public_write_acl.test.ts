import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './s3_bucket_public_write_acl.ts'
import { account, blocked, bucket } from './worlds.ts'

const to = (grantee: string, permission: string) => bucket({ acl: [{ grantee, permission }] })
const loose = { joined: { accounts: [account({ public_access_block: null })] } }

verify(check, {
  pass: [
    bucket(),
    to('everyone', 'READ'),
    { ...to('everyone', 'WRITE_ACP'), public_access_block: blocked },
    given(to('everyone', 'WRITE_ACP'), { joined: { accounts: [account()] } }),
  ],
  fail: [
    given(to('everyone', 'WRITE_ACP'), loose),
    given(to('any_aws_account', 'FULL_CONTROL'), loose),
  ],
  unread: [
    bucket({ acl: unread('AccessDenied') }),
    bucket({ public_access_block: unread('AccessDenied') }),
    given(to('everyone', 'WRITE_ACP'), { joined: { accounts: unread('AccessDenied') } }),
  ],
})
