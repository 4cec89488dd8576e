import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './s3_bucket_public_access.ts'
import { account, allowing, blocked, bucket, denying } from './worlds.ts'

const open = [allowing(['s3:GetObject'], ['*'])]
const when = (operator: string, key: string, ...values: string[]) => [
  allowing(['s3:GetObject'], ['*'], { [operator]: { [key]: values } }),
]
/** Conditions whose values match every caller. */
const loose = [
  when('StringLike', 'aws:SourceVpc', 'vpc-*'),
  when('StringLike', 'aws:PrincipalOrgID', 'o-*'),
  when('StringLike', 'aws:PrincipalArn', 'arn:aws:*'),
  when('StringLike', 'aws:PrincipalAccount', '1*'),
  when('StringLike', 'aws:userid', '*:*'),
  when('StringEquals', 'aws:username', 'alice'),
  when('IpAddress', 'aws:VpcSourceIp', '10.0.0.0/8'),
  when('IpAddress', 'aws:SourceIp', '0.0.0.0/1', '128.0.0.0/1'),
]
const unclear = when('StringEquals', 'aws:PrincipalMood', 'calm')
const readable = [{ grantee: 'everyone', permission: 'READ' }]
const shut = account({ public_access_block: blocked })
const unblocked = { joined: { accounts: [account({ public_access_block: null })] } }

verify(check, {
  pass: [
    bucket(),
    bucket({ policy: open, public_access_block: blocked }),
    given(bucket({ acl: readable }), { joined: { accounts: [shut] } }),
    given(bucket({ policy: when('StringEquals', 'aws:PrincipalOrgID', 'o-1') }), unblocked),
    given(bucket({ policy: when('IpAddress', 'aws:SourceIp', '52.1.2.0/24') }), unblocked),
    // Everyone is allowed, and everyone else denied.
    given(
      bucket({
        policy: [...open, denying(['s3:*'], { StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } })],
      }),
      unblocked,
    ),
    // The policy has no effect if all public access is blocked.
    bucket({ policy: unclear, public_access_block: blocked }),
    given(bucket({ policy: unclear }), { joined: { accounts: [shut] } }),
    // Nothing is public, so the account's block need not be known.
    given(bucket(), { joined: { accounts: unread('AccessDenied') } }),
  ],
  fail: [
    given(bucket({ policy: open }), unblocked),
    ...loose.map((policy) => given(bucket({ policy }), unblocked)),
    given(bucket({ acl: readable }), unblocked),
    given(
      bucket({
        acl: readable,
        public_access_block: { ...blocked, ignore_public_acls: false },
      }),
      unblocked,
    ),
  ],
  unread: [
    bucket({ acl: unread('AccessDenied') }),
    // A condition without a rule in this scanner.
    given(bucket({ policy: unclear }), unblocked),
    given(bucket({ policy: unclear }), { joined: { accounts: unread('AccessDenied') } }),
    given(
      bucket({
        policy: unclear,
        public_access_block: { ...blocked, restrict_public_buckets: false },
      }),
      unblocked,
    ),
    bucket({ policy: unread('AccessDenied') }),
    bucket({ public_access_block: unread('SlowDown', { outcome: 'throttled' }) }),
    given(bucket({ policy: open }), { joined: { accounts: unread('AccessDenied') } }),
    given(bucket({ policy: open }), {
      joined: { accounts: [account({ public_access_block: unread('AccessDenied') })] },
    }),
  ],
})
