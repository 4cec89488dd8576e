import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locate } from './locate.ts'

const account = '123456789012'

const known: [string, string[], string | null, string | null][] = [
  ['arn:aws:s3:::logs', ['s3/buckets'], null, null],
  [`arn:aws:s3:eu-west-1:${account}:accesspoint/p`, ['s3/accessPoints'], null, account],
  [`arn:aws:s3:us-east-1:${account}:account`, ['s3/accounts'], null, account],
  [`arn:aws:iam::${account}:root`, ['account/accounts', 'iam/roots'], null, account],
  [`arn:aws:iam::${account}:user/ops/a,b`, ['iam/users'], null, account],
  [`arn:aws:iam::${account}:policy/readers`, ['iam/policies'], null, account],
  [
    `arn:aws:iam::${account}:inline-policy/user/ops/a/all + more`,
    ['iam/inlinePolicies'],
    null,
    account,
  ],
  ['arn:aws:iam::aws:policy/AdministratorAccess', ['iam/awsPolicies'], null, null],
  ['arn:aws:iam::aws:policy/SecurityAudit', ['iam/awsPolicies', 'iam/securityAudit'], null, null],
  [`arn:aws:kms:eu-west-1:${account}:key/1`, ['kms/keys'], 'eu-west-1', account],
  [`arn:aws:cloudtrail:eu-west-1:${account}:trail/t`, ['cloudtrail/trails'], 'eu-west-1', account],
  [`arn:aws:cloudtrail:eu-west-1:${account}:trail`, ['cloudtrail/regions'], 'eu-west-1', account],
  [`arn:aws-cn:ec2:cn-north-1:${account}:instance/i-1`, ['ec2/instances'], 'cn-north-1', account],
  ['arn:aws:ec2:eu-west-1::snapshot/snap-1', ['ec2/snapshots'], 'eu-west-1', null],
]

test('an ARN tells services, kinds, region and account', () => {
  for (const [arn, places, region, owner] of known) {
    deepEqual(
      locate(arn).map((it) => [`${it.service}/${it.kind}`, it.region, it.account]),
      places.map((place) => [place, region, owner]),
      arn,
    )
  }
})

test('what is no ARN, or of a kind no scan looks at, is nowhere', () => {
  const strangers = [
    '',
    'logs',
    'arn:aws:s3',
    'arn:gcp:s3:::x',
    'arn:aws:sqs:eu-west-1:1:q',
    `arn:aws:iam::${account}:rooted`,
    `arn:aws:iam::${account}:mfa/phone`,
    'arn:aws:iam::aws:user/x',
    `arn:aws:ec2:eu-west-1:${account}:account/more`,
  ]
  for (const uid of strangers) deepEqual(locate(uid), [], uid)
})
