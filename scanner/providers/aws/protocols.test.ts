import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpAnswer } from '../../kit/index.ts'
import { endpointOf, hosts } from './endpoints.ts'
import { outcomeOf, retryOf } from './errors.ts'
import { find, type OperationName } from './operations.ts'
import { draft, errorOf, parseAnswer } from './protocols.ts'

const inPath = { bucketInPath: true }
const answer = (body: string, status = 200, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
})

test('each protocol writes parameters its own way', () => {
  const query = draft(find('iam:GetPolicyVersion'), { PolicyArn: 'a b', VersionId: 'v1' }, inPath)
  equal(query.body, 'Action=GetPolicyVersion&Version=2010-05-08&PolicyArn=a%20b&VersionId=v1')
  const lists = draft(find('iam:GetAccountAuthorizationDetails'), { Filter: ['User'] }, inPath)
  equal(lists.body.split('&').at(-1), 'Filter.member.1=User')
  const ec2 = draft(
    find('ec2:DescribeSnapshots'),
    { Owner: ['self'], Filter: [{ Name: 'x', Value: ['y'] }] },
    inPath,
  )
  equal(
    ec2.body,
    'Action=DescribeSnapshots&Version=2016-11-15&Owner.1=self&Filter.1.Name=x&Filter.1.Value.1=y',
  )
  const json = draft(find('kms:DescribeKey'), { KeyId: 'k' }, inPath)
  deepEqual(
    [json.headers['x-amz-target'], json.body],
    ['TrentService.DescribeKey', '{"KeyId":"k"}'],
  )
  const rest = draft(
    find('account:GetAlternateContact'),
    { AlternateContactType: 'SECURITY' },
    inPath,
  )
  deepEqual([rest.path, rest.body], ['/getAlternateContact', '{"AlternateContactType":"SECURITY"}'])
  equal(rest.headers.accept, 'application/json')
})

test('S3’s parameters go to path, query and headers; the bucket leaves the path for the host', () => {
  const found = find('s3:GetObjectAcl')
  const given = { Bucket: 'b', Key: 'a b/ü?', VersionId: 'v' }
  const { path, query } = draft(found, given, inPath)
  deepEqual([path, query], ['/b/a%20b/%C3%BC%3F', { acl: '', versionId: 'v' }])
  equal(draft(found, given, { bucketInPath: false }).path, '/a%20b/%C3%BC%3F')
  equal(draft(find('s3:GetBucketAcl'), { Bucket: 'b' }, { bucketInPath: false }).path, '/')
  const control = draft(find('s3control:GetAccessPoint'), { AccountId: '1', Name: 'p' }, inPath)
  deepEqual(
    [control.path, control.headers],
    ['/v20180820/accesspoint/p', { 'x-amz-account-id': '1' }],
  )
})

test('a missing required parameter is our bug and is thrown as one', () => {
  throws(() => draft(find('s3:GetBucketAcl'), {}, inPath), RangeError)
})

test('hosts follow service, region and partition; an operator’s endpoint takes all by path', () => {
  const none = { bucket: null, accountId: null }
  const host = (
    name: OperationName,
    region: string,
    about = none as Parameters<typeof endpointOf>[2],
  ) => {
    const { origin, region: signed } = endpointOf(find(name), region, about, null)
    return `${origin.replace('https://', '')} ${signed}`
  }
  equal(host('ec2:DescribeVolumes', 'eu-west-1'), 'ec2.eu-west-1.amazonaws.com eu-west-1')
  equal(host('kms:ListKeys', 'cn-north-1'), 'kms.cn-north-1.amazonaws.com.cn cn-north-1')
  equal(host('iam:ListUsers', 'eu-west-1'), 'iam.amazonaws.com us-east-1')
  equal(host('iam:ListUsers', 'cn-northwest-1'), 'iam.cn-north-1.amazonaws.com.cn cn-north-1')
  equal(host('iam:ListUsers', 'us-gov-east-1'), 'iam.us-gov.amazonaws.com us-gov-west-1')
  equal(
    host('organizations:DescribeOrganization', 'eu-west-1'),
    'organizations.us-east-1.amazonaws.com us-east-1',
  )
  equal(
    host('organizations:DescribeOrganization', 'cn-north-1'),
    'organizations.cn-northwest-1.amazonaws.com.cn cn-northwest-1',
  )
  equal(host('cloudfront:ListDistributions', 'eu-west-1'), 'cloudfront.amazonaws.com us-east-1')
  equal(
    host('cloudfront:ListDistributions', 'cn-north-1'),
    'cloudfront.cn-northwest-1.amazonaws.com.cn cn-northwest-1',
  )
  const zones = 'route53:ListHostedZones'
  equal(host(zones, 'eu-west-1'), 'route53.amazonaws.com us-east-1')
  equal(host(zones, 'cn-north-1'), 'route53.amazonaws.com.cn cn-northwest-1')
  equal(host(zones, 'us-gov-east-1'), 'route53.us-gov.amazonaws.com us-gov-west-1')
  equal(
    host('route53domains:ListDomains', 'eu-west-1'),
    'route53domains.us-east-1.amazonaws.com us-east-1',
  )
  const partitions = [
    ['eusc-de-east-1', 'amazonaws.eu'],
    ['us-iso-east-1', 'c2s.ic.gov'],
    ['us-isob-east-1', 'sc2s.sgov.gov'],
    ['eu-isoe-west-1', 'cloud.adc-e.uk'],
    ['us-isof-south-1', 'csp.hci.ic.gov'],
  ] as const
  for (const [region, suffix] of partitions) {
    equal(host('kms:ListKeys', region), `kms.${region}.${suffix} ${region}`)
    equal(host('iam:ListUsers', region), `iam.${region}.${suffix} ${region}`)
    ok(hosts.includes(`.${suffix}`))
  }
  equal(host('iam:ListUsers', 'us-iso-west-1'), 'iam.us-iso-east-1.c2s.ic.gov us-iso-east-1')
  equal(host('sts:GetCallerIdentity', 'eu-west-1'), 'sts.eu-west-1.amazonaws.com eu-west-1')
  const bucket = { bucket: 'logs', accountId: null }
  equal(host('s3:GetBucketAcl', 'eu-west-1', bucket), 'logs.s3.eu-west-1.amazonaws.com eu-west-1')
  const dotted = { bucket: 'my.logs', accountId: null }
  equal(host('s3:GetBucketAcl', 'eu-west-1', dotted), 's3.eu-west-1.amazonaws.com eu-west-1')
  const account = { bucket: null, accountId: '123456789012' }
  equal(
    host('s3control:GetPublicAccessBlock', 'eu-west-1', account),
    '123456789012.s3-control.eu-west-1.amazonaws.com eu-west-1',
  )
  deepEqual(endpointOf(find('s3:GetBucketAcl'), 'eu-west-1', bucket, 'http://127.0.0.1:9/'), {
    origin: 'http://127.0.0.1:9',
    region: 'eu-west-1',
    pathStyle: true,
  })
})

test('answers are read per protocol, and a document of another kind is broken, not empty', () => {
  const users = find('iam:ListUsers')
  const good = `<ListUsersResponse><ListUsersResult><Users/><IsTruncated>false</IsTruncated></ListUsersResult></ListUsersResponse>`
  deepEqual(parseAnswer(users, answer(good)), { Users: [], IsTruncated: false })
  const broken: [OperationName, string][] = [
    ['iam:ListUsers', '<ListRolesResponse/>'],
    ['iam:ListUsers', '<ListUsersResponse></ListUsersResponse>'],
    ['iam:ListUsers', good.slice(0, -20)],
    ['ec2:DescribeVolumes', '<html><body/></html>'],
    ['s3:ListBuckets', '<html><body/></html>'],
    ['s3:GetBucketEncryption', ''],
    ['kms:ListKeys', '[]'],
    ['kms:ListKeys', '{"Keys":['],
    ['kms:ListKeys', ''],
  ]
  for (const [name, body] of broken) {
    throws(() => parseAnswer(find(name), answer(body)), SyntaxError, `${name}: ${body}`)
  }
  deepEqual(parseAnswer(find('s3:GetBucketPolicy'), answer('{"Statement":[]}')), {
    Policy: '{"Statement":[]}',
  })
  const location = '<LocationConstraint xmlns="x">eu-west-1</LocationConstraint>'
  deepEqual(parseAnswer(find('s3:GetBucketLocation'), answer(location)), {
    LocationConstraint: 'eu-west-1',
  })
  deepEqual(parseAnswer(find('kms:DescribeKey'), answer('{"A":"x\\u0000\\ud800"}')), {
    A: 'x\ufffd\ufffd',
  })
})

const macie = (message: string) =>
  answer(JSON.stringify({ message }), 403, { 'x-amzn-errortype': 'AccessDeniedException' })

const hub = (message: string) =>
  answer(JSON.stringify({ message }), 401, { 'x-amzn-errortype': 'InvalidAccessException' })

const errors: [OperationName, HttpAnswer, string, string, string][] = [
  [
    'kms:ListKeys',
    answer('{"__type":"com.amazon#AccessDeniedException"}', 400),
    'AccessDeniedException',
    'denied',
    'done',
  ],
  [
    'account:GetContactInformation',
    answer('{}', 403, { 'x-amzn-errortype': 'AccessDeniedException:http://x' }),
    'AccessDeniedException',
    'denied',
    'done',
  ],
  [
    'iam:ListUsers',
    answer('<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>', 400),
    'Throttling',
    'throttled',
    'throttled',
  ],
  [
    'ec2:DescribeVolumes',
    answer(
      '<Response><Errors><Error><Code>UnauthorizedOperation</Code></Error></Errors></Response>',
      403,
    ),
    'UnauthorizedOperation',
    'denied',
    'done',
  ],
  [
    's3:GetBucketAcl',
    answer('<Error><Code>SlowDown</Code></Error>', 503),
    'SlowDown',
    'throttled',
    'throttled',
  ],
  [
    's3:GetBucketAcl',
    answer('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>', 200),
    'InternalError',
    'error',
    'again',
  ],
  ['macie2:GetMacieSession', macie('Macie is not enabled.'), 'MacieNotEnabled', 'error', 'done'],
  [
    'macie2:GetMacieSession',
    macie('You are not authorized.'),
    'AccessDeniedException',
    'denied',
    'done',
  ],
  [
    'securityhub:DescribeHub',
    hub('Account 123456789012 is not subscribed to AWS Security Hub'),
    'SecurityHubNotEnabled',
    'error',
    'done',
  ],
  [
    'securityhub:DescribeHub',
    hub('The account may not do this.'),
    'InvalidAccessException',
    'denied',
    'done',
  ],
  ['s3:HeadBucket', answer('', 403), 'http_403', 'denied', 'done'],
  ['ec2:DescribeVolumes', answer('<h1>Bad gateway', 502), 'http_502', 'error', 'again'],
  [
    'kms:ListKeys',
    answer('{"__type":"ExpiredTokenException"}', 400),
    'ExpiredTokenException',
    'error',
    'done',
  ],
  ['kms:ListKeys', answer('', 429), 'http_429', 'throttled', 'throttled'],
]

for (const [name, given, code, outcome, retry] of errors) {
  test(`${code} of ${name} is ${outcome}`, () => {
    const error = errorOf(find(name), given)
    deepEqual(error && [error.code, outcomeOf(error), retryOf(error)], [code, outcome, retry])
  })
}
