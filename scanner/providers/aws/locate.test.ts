import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { locate } from './locate.ts'

const known: [string, string, string | null, string | null][] = [
  ['arn:aws:s3:::logs', 's3/buckets', null, null],
  ['arn:aws:s3:eu-west-1:123456789012:accesspoint/p', 's3/accessPoints', null, '123456789012'],
  ['arn:aws:s3:us-east-1:123456789012:account', 's3/accounts', null, '123456789012'],
  ['arn:aws:iam::123456789012:root', 'account/accounts', null, '123456789012'],
  ['arn:aws:kms:eu-west-1:123456789012:key/1', 'kms/keys', 'eu-west-1', '123456789012'],
  [
    'arn:aws:cloudtrail:eu-west-1:123456789012:trail/t',
    'cloudtrail/trails',
    'eu-west-1',
    '123456789012',
  ],
  [
    'arn:aws-cn:ec2:cn-north-1:123456789012:instance/i-1',
    'ec2/instances',
    'cn-north-1',
    '123456789012',
  ],
]

test('an ARN tells service, kind, region and account', () => {
  for (const [arn, place, region, account] of known) {
    const found = locate(arn)
    deepEqual(
      [`${found?.service}/${found?.kind}`, found?.region, found?.account],
      [place, region, account],
      arn,
    )
  }
})

test('what is no ARN, or of a kind no scan looks at, is nowhere', () => {
  for (const uid of ['', 'logs', 'arn:aws:s3', 'arn:gcp:s3:::x', 'arn:aws:sqs:eu-west-1:1:q']) {
    equal(locate(uid), null, uid)
  }
})
