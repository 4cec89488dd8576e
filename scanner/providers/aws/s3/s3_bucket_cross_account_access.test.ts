import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { fail, unread } from '../../../kit/index.ts'
import { circumstances, given, verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './s3_bucket_cross_account_access.ts'
import { allowing, bucket, denying } from './worlds.ts'

const own = 'arn:aws:iam::123456789012:root'
const other = 'arn:aws:iam::999999999999:role/reader'

const canonical = (CanonicalUser: string) =>
  parsePolicy(
    JSON.stringify({
      Statement: { Effect: 'Allow', Action: 's3:*', Resource: '*', Principal: { CanonicalUser } },
    }),
  )

verify(check, {
  pass: [
    bucket(),
    bucket({ owner_id: '79a5', policy: canonical('79a5') }),
    bucket({ policy: [allowing(['s3:*'], [own])] }),
    bucket({ policy: [denying(['s3:*'])] }),
    bucket({
      policy: [allowing(['s3:*'], ['*'], { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } })],
    }),
    given(bucket({ policy: [allowing(['s3:GetObject'], [other])] }), {
      config: { trusted_account_ids: ['999999999999'] },
    }),
  ],
  fail: [
    bucket({ owner_id: '79a5', policy: canonical('8c2b') }),
    bucket({ policy: [allowing(['s3:GetObject'], [other])] }),
    bucket({ policy: [allowing(['s3:GetObject'], ['999999999999'])] }),
    bucket({ policy: [allowing(['s3:GetObject'], ['*'])] }),
    // Every account, through an internet address or an organization.
    bucket({
      policy: [allowing(['s3:*'], ['*'], { IpAddress: { 'aws:SourceIp': '52.1.2.0/24' } })],
    }),
    bucket({
      policy: [allowing(['s3:*'], ['*'], { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } })],
    }),
    bucket({
      policy: [
        allowing(['s3:*'], ['*'], { StringEquals: { 'aws:PrincipalAccount': '999999999999' } }),
      ],
    }),
  ],
  manual: [
    // CloudTrail writes trails of every account, and the owner of these trails is unknown.
    bucket({ policy: [allowing(['s3:PutObject'], ['service:cloudtrail.amazonaws.com'])] }),
    // The policy does not show the owner of the VPC or distribution.
    bucket({ policy: [allowing(['s3:*'], ['*'], { StringEquals: { 'aws:SourceVpc': 'vpc-1' } })] }),
    bucket({
      policy: [
        allowing(['s3:*'], ['arn:aws:iam::cloudfront:user/CloudFront Origin Access Identity E1']),
      ],
    }),
  ],
  unread: [
    bucket({
      policy: [allowing(['s3:*'], ['*'], { StringEquals: { 'aws:PrincipalMood': 'calm' } })],
    }),
    bucket({ policy: unread('AccessDenied') }),
    bucket({ owner_id: unread('broken_answer') }),
  ],
})

test('another account is named by its canonical id in plain words', () => {
  const config = { trusted_account_ids: [] }
  deepEqual(check.judge(bucket({ policy: canonical('8c2b') }), circumstances({ config })), {
    verdicts: [
      fail(
        'The policy of bucket ledger grants access to the account with the canonical user ID 8c2b.',
      ),
    ],
  })
})
