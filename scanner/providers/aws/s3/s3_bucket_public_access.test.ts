import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './s3_bucket_public_access.ts'
import { account, allowing, blocked, bucket } from './worlds.ts'

const open = [allowing(['s3:GetObject'], ['*'])]
const readable = [{ grantee: 'everyone', permission: 'READ' }]
const shut = account({ public_access_block: blocked })
const loose = account({ public_access_block: null })

verify(check, {
  pass: [
    bucket(),
    bucket({ policy: open, public_access_block: blocked }),
    given(bucket({ acl: readable }), { joined: { accounts: [shut] } }),
    // Nothing public to begin with: whether the account blocks it need not be known.
    given(bucket(), { joined: { accounts: unread('AccessDenied') } }),
  ],
  fail: [
    given(bucket({ policy: open }), { joined: { accounts: [loose] } }),
    given(bucket({ acl: readable }), { joined: { accounts: [loose] } }),
    given(
      bucket({
        acl: readable,
        public_access_block: { ...blocked, ignore_public_acls: false },
      }),
      { joined: { accounts: [loose] } },
    ),
  ],
  unread: [
    bucket({ acl: unread('AccessDenied') }),
    bucket({ policy: unread('AccessDenied') }),
    bucket({ public_access_block: unread('SlowDown', { outcome: 'throttled' }) }),
    given(bucket({ policy: open }), { joined: { accounts: unread('AccessDenied') } }),
    given(bucket({ policy: open }), {
      joined: { accounts: [account({ public_access_block: unread('AccessDenied') })] },
    }),
  ],
})
