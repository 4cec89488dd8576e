// Cases of AWS services and the accounts that they act for.
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { whoIsLetIn } from './access.ts'
import { named, parsePolicy } from './document.ts'
import { opening, weight } from './verdict.ts'

const own = '123456789012'
const topic = `arn:aws:sns:eu-west-1:${own}:orders`

interface Body {
  readonly [member: string]: unknown
}

const policy = (...statements: Body[]) =>
  parsePolicy(
    JSON.stringify({
      Statement: statements.map((body) => ({
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: '*',
        ...body,
      })),
    }),
  )

function said(statements: Body[], withoutServices = false): string {
  const question = { account: own, ...(withoutServices ? { withoutServices } : {}) } as const
  const answer = whoIsLetIn(policy(...statements), question)
  if (answer.who === 'public' || answer.who === 'cannot tell') return answer.who
  const { who, accounts, organizations, somebody } = answer
  return [who, ...somebody, ...organizations, ...accounts].join(' ')
}

const by = (service: string, Condition?: Body, more: Body = {}): Body => ({
  Principal: { Service: service },
  ...(Condition ? { Condition } : {}),
  ...more,
})
const sns = (Condition?: Body) => by('sns.amazonaws.com', Condition)
const deny = (Condition: Body, more: Body = {}): Body => ({
  Effect: 'Deny',
  Principal: '*',
  Action: 'sqs:*',
  Condition,
  ...more,
})
const source = (key: string, ...values: string[]) => ({ StringEquals: { [key]: values } })
const isService = (value: string) => ({ Bool: { 'aws:PrincipalIsAWSService': value } })

const cases: [string, Body[], string][] = [
  ['a service that acts for everyone', [sns()], 'public'],
  ['the same by its name in a region', [by('logs.eu-west-1.amazonaws.com')], 'public'],
  ['the same in China', [by('events.amazonaws.com.cn')], 'public'],
  [
    'a service of which that is not said',
    [by('dms.amazonaws.com')],
    'somebody unknown accounts through dms.amazonaws.com',
  ],
  ['a topic of the account', [sns({ ArnEquals: { 'aws:SourceArn': topic } })], `accounts ${own}`],
  [
    'topics of every account',
    [sns({ ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:*' } })],
    'public',
  ],
  [
    'topics of an account, compared as texts',
    [sns({ StringLike: { 'aws:SourceArn': `arn:aws:sns:*:${own}:*` } })],
    `accounts ${own}`,
  ],
  [
    'log groups of an account, compared as texts, of which names may hold the digits',
    [by('logs.amazonaws.com', { StringLike: { 'aws:SourceArn': `arn:aws:logs:*:${own}:*` } })],
    'public',
  ],
  ['an account', [sns(source('aws:SourceAccount', own))], `accounts ${own}`],
  [
    'an organization',
    [sns(source('aws:SourceOrgID', 'o-1'))],
    'somebody AWS services acting for the organization o-1',
  ],
  ['a key that services do not have', [sns(source('aws:PrincipalOrgID', 'o-1'))], 'nobody'],
  ['an encrypted way', [sns({ Bool: { 'aws:SecureTransport': 'true' } })], 'public'],
  [
    'a role to assume',
    [by('ec2.amazonaws.com', undefined, { Action: 'sts:AssumeRole' })],
    'nobody',
  ],
  [
    'a role to assume, for SNS',
    [by('sns.amazonaws.com', undefined, { Action: ['sts:AssumeRole', 'sts:TagSession'] })],
    'nobody',
  ],
  ['everyone who is a service', [{ Principal: '*', Condition: isService('true') }], 'public'],
  ['a service and a denial of it by name', [sns(), { ...sns(), Effect: 'Deny' }], 'nobody'],
  [
    'two services and a denial of one of them',
    [
      { Principal: { Service: ['sns.amazonaws.com', 'events.amazonaws.com'] } },
      { ...sns(), Effect: 'Deny' },
    ],
    'public',
  ],
  [
    'a denial of all but another service',
    [sns(), deny({}, { Principal: undefined, NotPrincipal: { Service: 'events.amazonaws.com' } })],
    'nobody',
  ],
  [
    'a denial of all but the same service by another name',
    [
      by('logs.eu-west-1.amazonaws.com'),
      deny({}, { Principal: undefined, NotPrincipal: { Service: 'logs.amazonaws.com' } }),
    ],
    'public',
  ],
  ['a service and a denial of it all', [sns(), deny({})], 'nobody'],
  [
    'a denial of other accounts',
    [sns(), deny({ StringNotEquals: { 'aws:SourceAccount': own } })],
    `accounts ${own}`,
  ],
  [
    'a denial of strangers that spares services',
    [
      sns(),
      deny({
        StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' },
        BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' },
      }),
    ],
    'public',
  ],
  [
    'a denial of strangers that spares no service',
    [sns(), deny({ StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } })],
    'nobody',
  ],
  ['a denial of services', [sns(), deny(isService('true'))], 'nobody'],
  [
    'a denial of all but an account',
    [sns(), deny({}, { Principal: undefined, NotPrincipal: { AWS: own } })],
    'nobody',
  ],
  [
    'a denial of all but a service',
    [sns(), deny({}, { Principal: undefined, NotPrincipal: { Service: 'sns.amazonaws.com' } })],
    'public',
  ],
]

for (const [what, statements, expected] of cases) {
  test(`a queue’s policy for ${what} means ${expected}`, () => equal(said(statements), expected))
}

test('where services do not come, they let nobody in', () => equal(said([sns()], true), 'nobody'))

test('what S3 calls public leaves services out', () => {
  const logs = by('logging.s3.amazonaws.com', undefined, { Action: 's3:PutObject' })
  equal(said([logs]), 'somebody unknown accounts through logging.s3.amazonaws.com')
  const everything = policy(by('cloudtrail.amazonaws.com', undefined, { Action: '*' }))
  equal(opening(everything, { account: own, service: 's3' }), null)
})

test('a way by services is named, and weighs less than an open door', () => {
  const open = opening(policy({ ...sns(), Sid: 'Topics' }), { account: own })
  equal(open && named(open), 'statement Topics through sns.amazonaws.com')
  equal(open && weight(open).severity, 'medium')
  const [wide] = policy({ Principal: '*' })
  equal(wide && weight(wide).severity, undefined)
})
