import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './s3_bucket_policy_public_write_access.ts'
import { account, allowing, blocked, bucket, denying } from './worlds.ts'

const open = [allowing(['s3:Put*'], ['*'])]
const unclear = [allowing(['s3:*'], ['*'], { StringEquals: { 'aws:PrincipalMood': 'calm' } })]
const loose = { joined: { accounts: [account({ public_access_block: null })] } }

verify(check, {
  pass: [
    bucket(),
    bucket({ policy: [allowing(['s3:GetObject'], ['*'])] }),
    bucket({
      policy: [allowing(['s3:*'], ['*'], { StringEquals: { 'aws:SourceVpce': 'vpce-1' } })],
    }),
    bucket({ policy: open, public_access_block: blocked }),
    bucket({ policy: [allowing(['s3:*'], ['*']), denying(['s3:*'])] }),
    bucket({ policy: [allowing(['*'], ['*']), denying(['s3:*'])] }),
    // AWS services do not count as everyone in S3's definition.
    bucket({ policy: [allowing(['s3:PutObject'], ['service:cloudtrail.amazonaws.com'])] }),
    given(bucket({ policy: open }), { joined: { accounts: [account()] } }),
    bucket({ policy: unclear, public_access_block: blocked }),
    given(bucket({ policy: unclear }), { joined: { accounts: [account()] } }),
  ],
  fail: [
    given(bucket({ policy: open }), loose),
    given(bucket({ policy: [allowing(['*'], ['*'])] }), loose),
    given(bucket({ policy: [allowing(['s3:PauseReplication'], ['*'])] }), loose),
    given(bucket({ policy: [allowing(['s3:PutBucketVersioning'], ['*'])] }), loose),
    given(
      bucket({ policy: [allowing(['s3:*'], ['*'], { StringLike: { 'aws:SourceVpc': 'vpc-*' } })] }),
      loose,
    ),
    given(
      bucket({ policy: [allowing(['s3:*'], ['*'], { StringLike: { 'aws:SourceVpce': '*' } })] }),
      loose,
    ),
  ],
  unread: [
    bucket({ policy: unread('AccessDenied') }),
    bucket({ public_access_block: unread('AccessDenied') }),
    given(bucket({ policy: open }), { joined: { accounts: unread('AccessDenied') } }),
    given(bucket({ policy: unclear }), loose),
  ],
})
