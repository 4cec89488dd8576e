import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from '../../../kit/index.ts'
import { escalations, listed } from './escalation.ts'
import { administration, fullAccess, named, permitting, statementsOf } from './permissions.ts'
import { allow, deny } from './worlds.ts'

const report = 'arn:aws:s3:::reports/2026.csv'
const object = (Resource: string) => ({ Resource })
const everythingBut = (members: Record<string, unknown>) =>
  allow([], { Action: undefined, ...members })

const cases: [string, ReturnType<typeof allow>[], boolean][] = [
  ['the action by name', [allow('s3:GetObject')], true],
  ['the action in another case', [allow('S3:getobject')], true],
  ['a pattern', [allow('s3:Get*')], true],
  ['a pattern with one open character', [allow('s3:Get?bject')], true],
  ['another action', [allow('s3:PutObject')], false],
  ['everything but another action', [everythingBut({ NotAction: 's3:Put*' })], true],
  ['everything but this action', [everythingBut({ NotAction: ['s3:Get*'] })], false],
  ['another resource', [allow('s3:*', object('arn:aws:s3:::invoices/*'))], false],
  ['this resource by pattern', [allow('s3:*', object('arn:aws:s3:::reports/*'))], true],
  [
    'everything but this resource',
    [allow('s3:*', { Resource: undefined, NotResource: 'arn:aws:s3:::reports/*' })],
    false,
  ],
  ['a denial after it', [allow('s3:*'), deny('s3:Get*')], false],
  ['a denial before it', [deny('*'), allow('s3:*')], false],
  ['a denial of something else', [allow('s3:*'), deny('s3:Put*')], true],
  [
    'a denial of everything but it',
    [allow('s3:*'), deny([], { Action: undefined, NotAction: 's3:Get*' })],
    true,
  ],
  ['nothing', [], false],
]

for (const [what, statements, permits] of cases) {
  test(`a document with ${what} ${permits ? 'permits' : 'does not permit'} the action`, () => {
    equal(permitting(statements, 's3:GetObject', report) !== null, permits)
  })
}

const place = { account: '123456789012', partition: 'aws' }
const keys: [string, boolean][] = [
  ['*', true],
  ['arn:aws:kms:*', true],
  ['arn:aws:kms:*:123456789012:key/*', true],
  ['arn:aws:kms:eu-west-1:123456789012:key/*', false],
  ['arn:aws:kms:*:210987654321:key/*', false],
  ['arn:aws-cn:kms:*', false],
]

for (const [resource, full] of keys) {
  test(`every action on ${resource} is ${full ? '' : 'not '}full access to the account’s keys`, () => {
    equal(fullAccess([allow('kms:*', object(resource))], 'kms', 'key', place) !== null, full)
  })
}

test('IAM alone and everything but IAM are both less than administration', () => {
  equal(administration([allow('iam:*')], place), null)
  equal(administration([everythingBut({ NotAction: 'iam:*' })], place), null)
  ok(administration([allow('*')], place))
  // In two halves it is whole again.
  ok(administration([allow('iam:*'), everythingBut({ NotAction: 'iam:*' })], place))
})

test('a statement is named by its Sid and by its conditions', () => {
  equal(named(allow('*')), 'a statement')
  equal(named(allow('*', { Sid: 'All' })), 'statement All')
  equal(
    named(allow('*', { Condition: { Bool: { 'aws:SecureTransport': 'true' } } })),
    'a statement, under conditions,',
  )
})

test('a document is read as IAM sends it, and one that cannot be read is no empty one', () => {
  const document = { Statement: { Effect: 'Allow', Action: 's3:*', Resource: '*', Sid: 'ä %+' } }
  const read = statementsOf(encodeURIComponent(JSON.stringify(document)))
  ok(!isUnread(read))
  equal(read[0]?.sid, 'ä %+')
  for (const broken of [undefined, '', '%', '%7B', '{"Version":"2012-10-17"}', '[]']) {
    ok(isUnread(statementsOf(broken)), String(broken))
  }
})

test('ways to more rights are told three at a time', () => {
  equal(listed(escalations([allow('iam:PutUserPolicy')])), 'iam:PutUserPolicy')
  const all = escalations([allow('*')])
  ok(listed(all).endsWith(` and ${all.length - 3} more`))
})
