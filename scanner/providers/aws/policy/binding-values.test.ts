// Values of conditions that restrict no caller, and accounts that count as external, tested through the checks. The
// cases come from reports of users of several scanners; "public" is defined in "The meaning of public", Amazon S3 User
// Guide.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { aws, readConfig } from '../../../index.ts'
import type { Check } from '../../../kit/index.ts'
import { circumstances } from '../../../kit/verify.ts'
import readOnlyRole from '../iam/iam_role_cross_account_readonlyaccess_policy.ts'
import { role } from '../iam/worlds.ts'
import publicKey from '../kms/kms_key_not_publicly_accessible.ts'
import { key } from '../kms/worlds.ts'
import type { Bucket } from '../s3/resources.ts'
import crossAccount from '../s3/s3_bucket_cross_account_access.ts'
import publicWrite from '../s3/s3_bucket_policy_public_write_access.ts'
import publicAccess from '../s3/s3_bucket_public_access.ts'
import { bucket } from '../s3/worlds.ts'
import { parsePolicy, type Statement } from './index.ts'

const own = '123456789012'

/** A statement for everyone under a condition; several values are alternatives. */
const everyone = (operator: string, name: string, ...values: readonly string[]): Statement => {
  const [statement] = parsePolicy(
    JSON.stringify({
      Statement: {
        Effect: 'Allow',
        Principal: '*',
        Action: ['s3:PutObject', 'kms:Decrypt', 'sts:AssumeRole'],
        Resource: '*',
        Condition: { [operator]: { [name]: values } },
      },
    }),
  )
  ok(statement)
  return statement
}

/** The verdict of a check on one record, in an account that does not block public access. */
function said<R>(check: Check<R>, record: R, config: Record<string, readonly string[]> = {}) {
  const judgement = check.judge(
    record,
    circumstances({
      partition: 'aws',
      config: { ...check.config, ...config },
      joined: { accounts: { get: () => ({ public_access_block: null }), where: () => [] } },
    }),
  )
  ok('verdicts' in judgement)
  return judgement.verdicts
}

const statusOf = <R>(check: Check<R>, record: R): string =>
  said(check, record)
    .map(({ status }) => status)
    .join()

const bucketChecks: readonly Check<Bucket>[] = [publicAccess, publicWrite, crossAccount]

const loose: readonly (readonly [operator: string, name: string, value: string])[] = [
  ['StringLike', 'aws:SourceVpc', 'vpc-*'],
  ['StringLike', 'aws:SourceVpc', 'vpc-9123732?'],
  ['StringLike', 'aws:SourceVpce', 'vpce-*'],
  ['StringLike', 'aws:PrincipalOrgID', 'o-*'],
  ['ForAnyValue:StringLike', 'aws:PrincipalOrgPaths', 'o-*/r-1/*'],
  ['StringLike', 'aws:userId', '*:build'],
  ['StringLike', 'aws:userId', 'AROA*:build'],
  ['StringLike', 'aws:username', 'ci-*'],
  ['StringLike', 'aws:PrincipalAccount', '1*'],
  ['StringLike', 'aws:SourceAccount', '12345678901?'],
  ['StringLike', 'aws:PrincipalArn', 'arn:*'],
  ['ArnLike', 'aws:PrincipalArn', 'arn:*'],
  ['StringLike', 'aws:PrincipalArn', '*:role/admin'],
  ['ArnLike', 'aws:PrincipalArn', 'arn:aws:iam::*:role/admin'],
  ['StringEquals', 'aws:PrincipalAccount', '${aws:PrincipalAccount}'],
  ['StringEquals', 'aws:SourceVpc', '${aws:SourceVpc}'],
  ['StringEquals', 'aws:SourceVpc', 'vpc-${aws:PrincipalTag/vpc}'],
  ['StringEquals', 'aws:PrincipalOrgID', "${aws:PrincipalTag/org, 'o-a1b2c3d4e5'}"],
  ['ArnEquals', 'aws:PrincipalArn', 'arn:aws:iam::${aws:PrincipalAccount}:role/reader'],
]

for (const [operator, name, value] of loose) {
  test(`${operator} ${name} ${value} binds nobody, for buckets and for keys`, () => {
    const policy = [everyone(operator, name, value)]
    for (const check of bucketChecks) equal(statusOf(check, bucket({ policy })), 'FAIL', check.id)
    equal(statusOf(publicKey, key({ policy })), 'FAIL')
  })
}

const fixed: readonly (readonly [operator: string, name: string, value: string])[] = [
  ['StringEquals', 'aws:SourceVpc', 'vpc-91237329'],
  ['StringEquals', 'aws:SourceVpce', 'vpce-1a2b3c4d'],
  ['StringEquals', 'aws:PrincipalOrgID', 'o-a1b2c3d4e5'],
  ['StringLike', 'aws:userId', 'AROAEXAMPLEEXAMPLEID:*'],
  ['StringEquals', 'aws:PrincipalAccount', own],
  ['ArnLike', 'aws:PrincipalArn', `arn:aws:iam::${own}:role/*`],
  ['StringEquals', 'aws:PrincipalAccount', '${aws:ResourceAccount}'],
]

for (const [operator, name, value] of fixed) {
  test(`${operator} ${name} ${value} fixes an id, so that the bucket is not public`, () => {
    const policy = [everyone(operator, name, value)]
    for (const check of [publicAccess, publicWrite])
      equal(statusOf(check, bucket({ policy })), 'PASS', check.id)
    equal(statusOf(publicKey, key({ policy })), 'PASS')
  })
}

test('a statement that binds callers does not make up for one that does not', () => {
  const policy = [
    everyone('StringEquals', 'aws:PrincipalAccount', own),
    everyone('StringLike', 'aws:SourceVpc', 'vpc-*'),
  ]
  for (const check of bucketChecks) equal(statusOf(check, bucket({ policy })), 'FAIL', check.id)
})

const byAddress = (...ranges: readonly string[]) => everyone('IpAddress', 'aws:SourceIp', ...ranges)
/** An eighth of the internet or more in /8 networks, each small enough to belong to one owner. */
const eights = Array.from({ length: 32 }, (_, n) => `${64 + n}.0.0.0/8`)
const parts: readonly (readonly [what: string, ranges: readonly string[]])[] = [
  ['two halves', ['0.0.0.0/1', '128.0.0.0/1']],
  ['four quarters', ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2']],
  ['two halves of IPv6', ['::/1', '8000::/1']],
  ['two halves of 2000::/3', ['2000::/4', '3000::/4']],
  ['many networks of /8', eights],
]

for (const [what, ranges] of parts) {
  test(`addresses in ${what} are the internet, in one condition and in several statements`, () => {
    for (const policy of [[byAddress(...ranges)], ranges.map((range) => byAddress(range))]) {
      for (const check of bucketChecks) equal(statusOf(check, bucket({ policy })), 'FAIL', check.id)
      equal(statusOf(publicKey, key({ policy })), 'FAIL')
    }
  })
}

test('a denial outside of ranges that are together the internet keeps nobody out', () => {
  const [outside] = parsePolicy(
    JSON.stringify({
      Statement: {
        Effect: 'Deny',
        Principal: '*',
        Action: '*',
        Resource: '*',
        Condition: { NotIpAddress: { 'aws:SourceIp': eights } },
      },
    }),
  )
  ok(outside)
  const policy = [everyone('Bool', 'aws:SecureTransport', 'true'), outside]
  for (const check of bucketChecks) equal(statusOf(check, bucket({ policy })), 'FAIL', check.id)
})

test('fewer networks than an eighth of the internet are networks', () => {
  const policy = eights.slice(16).map((range) => byAddress(range))
  equal(statusOf(publicAccess, bucket({ policy })), 'PASS')
})

const organization = 'o-a1b2c3d4e5'
const wholeOrganization = everyone('StringEquals', 'aws:PrincipalOrgID', organization)
const foreignTopic = everyone(
  'ArnLike',
  'aws:SourceArn',
  'arn:aws:sns:eu-west-1:999999999999:alarms',
)

test('a whole organization and the account of a foreign ARN are outside, unless they are trusted', () => {
  const ofBucket = (statement: Statement, ...trusted: readonly string[]) =>
    said(crossAccount, bucket({ policy: [statement] }), { trusted_account_ids: trusted })
  const inside = {
    status: 'PASS',
    sentence: 'The policy of bucket ledger grants access only to trusted accounts.',
  }
  deepEqual(ofBucket(wholeOrganization), [
    {
      status: 'FAIL',
      sentence: `The policy of bucket ledger grants access to every account of the organization ${organization}.`,
    },
  ])
  deepEqual(ofBucket(foreignTopic), [
    { status: 'FAIL', sentence: 'The policy of bucket ledger grants access to 999999999999.' },
  ])
  deepEqual(ofBucket(wholeOrganization, organization), [inside])
  deepEqual(ofBucket(foreignTopic, '999999999999'), [inside])
  equal(ofBucket(wholeOrganization, 'o-f6g7h8i9j0')[0]?.status, 'FAIL')
})

test('services that act for a trusted organization are known', () => {
  const trail = {
    ...everyone('StringEquals', 'aws:SourceOrgID', organization),
    principals: ['service:cloudtrail.amazonaws.com'],
  }
  const asked = (...trusted: readonly string[]) =>
    said(crossAccount, bucket({ policy: [trail] }), { trusted_account_ids: trusted })[0]?.status
  equal(asked(), 'MANUAL')
  equal(asked(organization), 'PASS')
})

test('a role with ReadOnlyAccess that trusts an organization or a foreign ARN fails', () => {
  const attached_policies = [
    { name: 'ReadOnlyAccess', uid: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
  ]
  const foreignRole = everyone('ArnLike', 'aws:PrincipalArn', 'arn:aws:iam::999999999999:role/*')
  for (const statement of [wholeOrganization, foreignRole]) {
    equal(statusOf(readOnlyRole, role({ attached_policies, trust: [statement] })), 'FAIL')
  }
})

test('the configuration takes accounts and organizations as trusted, and nothing else', async () => {
  const problemsOf = async (...trusted: readonly string[]) =>
    (await readConfig(aws, { trusted_account_ids: trusted })).problems.length
  equal(await problemsOf('999999999999', organization), 0)
  for (const invalid of ['o-*', 'o-1', 'O-A1B2C3D4E5', '99999999999', 'ou-a1b2-c3d4e5f6']) {
    equal(await problemsOf(invalid), 1, invalid)
  }
})
