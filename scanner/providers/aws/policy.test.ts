import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { accountsLetIn, allows, isPublic, matches, parsePolicy } from './policy.ts'

const statement = (body: Record<string, unknown>) => {
  const [first] = parsePolicy(
    JSON.stringify({ Statement: { Effect: 'Allow', Action: '*', Resource: '*', ...body } }),
  )
  if (!first) throw new Error('a statement was expected')
  return first
}

const open: [string, Record<string, unknown>, boolean][] = [
  ['everyone', { Principal: '*' }, true],
  ['everyone as an AWS principal', { Principal: { AWS: ['*'] } }, true],
  ['everyone but some', { NotPrincipal: { AWS: '123456789012' } }, true],
  ['one account', { Principal: { AWS: '123456789012' } }, false],
  ['a service', { Principal: { Service: 'logs.amazonaws.com' } }, false],
  ['a denial to everyone', { Effect: 'Deny', Principal: '*' }, false],
  [
    'everyone from one VPC',
    { Principal: '*', Condition: { StringEquals: { 'aws:SourceVpc': 'vpc-1' } } },
    false,
  ],
  [
    'everyone of an organisation',
    { Principal: '*', Condition: { StringEquals: { 'AWS:PrincipalOrgID': ['o-1'] } } },
    false,
  ],
  [
    'everyone, or an organisation if named',
    { Principal: '*', Condition: { StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' } } },
    true,
  ],
  [
    'everyone but an account',
    { Principal: '*', Condition: { StringNotEquals: { 'aws:PrincipalAccount': '123456789012' } } },
    true,
  ],
  [
    'everyone with any account',
    { Principal: '*', Condition: { StringLike: { 'aws:SourceAccount': '*' } } },
    true,
  ],
  [
    'one of two values binds nobody',
    { Principal: '*', Condition: { StringLike: { 'aws:SourceAccount': ['123456789012', '*'] } } },
    true,
  ],
  [
    'everyone from one network',
    { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '52.1.2.0/24' } } },
    false,
  ],
  [
    'everyone from all networks',
    { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } } },
    true,
  ],
  [
    'everyone from half of all networks',
    { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': ['0.0.0.0/1', '128.0.0.0/1'] } } },
    true,
  ],
  [
    'everyone from all IPv6',
    { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '::/0' } } },
    true,
  ],
  [
    'everyone over TLS',
    { Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } },
    true,
  ],
  [
    'everyone by a referer',
    { Principal: '*', Condition: { StringLike: { 'aws:Referer': 'https://a/*' } } },
    true,
  ],
  [
    'a topic of one account',
    { Principal: '*', Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:123456789012:*' } } },
    false,
  ],
  [
    'a topic of any account',
    { Principal: '*', Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:*' } } },
    true,
  ],
  [
    'one bucket',
    { Principal: '*', Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:s3:::logs' } } },
    false,
  ],
  [
    'any bucket',
    { Principal: '*', Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:s3:::*' } } },
    true,
  ],
]

for (const [who, body, expected] of open) {
  test(`a statement that means ${who} is ${expected ? 'public' : 'not public'}`, () =>
    equal(isPublic(statement(body)), expected))
}

test('accounts are found in principals and in the conditions that bind everyone', () => {
  deepEqual(accountsLetIn(statement({ Principal: { AWS: 'arn:aws:iam::111111111111:user/a' } })), [
    '111111111111',
  ])
  deepEqual(accountsLetIn(statement({ Principal: '*' })), ['*'])
  deepEqual(accountsLetIn(statement({ Principal: { Service: 's3.amazonaws.com' } })), [])
  deepEqual(
    accountsLetIn(
      statement({
        Principal: '*',
        Condition: { StringEquals: { 'aws:PrincipalAccount': '222222222222' } },
      }),
    ),
    ['222222222222'],
  )
})

test('wildcards and NotAction mean what IAM means, in linear time', () => {
  equal(matches('s3:Get*', 's3:getobject'), true)
  equal(matches('s3:?etObject', 's3:GetObject'), true)
  equal(matches('s3:Get*', 's3:PutObject'), false)
  equal(matches('*'.repeat(40) + 'b', 'a'.repeat(5_000)), false)
  equal(allows(statement({ Action: undefined, NotAction: 's3:Get*' }), ['s3:PutObject']), true)
  equal(allows(statement({ Action: undefined, NotAction: 's3:*' }), ['s3:PutObject']), false)
  equal(allows(statement({ Effect: 'Deny' }), ['s3:PutObject']), false)
})

test('a text that is no policy is refused, never read as an empty one', () => {
  for (const text of ['', '{}', '[]', 'null', '{"Statement":["x"]}']) {
    throws(() => parsePolicy(text), SyntaxError, text)
  }
})
