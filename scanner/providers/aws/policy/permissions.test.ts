import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { kms } from '../iam/full-access.ts'
import { allow, deny } from '../iam/worlds.ts'
import { named } from './document.ts'
import { administration, fullAccess, permitsSomewhere, permitting } from './permissions.ts'

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
  [
    'a denial of everything but what the caller names',
    [
      allow('s3:*', object('arn:aws:s3:::reports/2026.csv')),
      deny('s3:*', { Resource: undefined, NotResource: 'arn:aws:s3:::reports/${aws:username}' }),
    ],
    true,
  ],
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
  ['arn:aws:kms', true],
  ['arn:aws', true],
  ['arn:aws:kms:*:123456789012:key/*', true],
  ['arn:aws:kms:eu-west-1:123456789012:key/*', false],
  ['arn:aws:kms:*:210987654321:key/*', false],
  ['arn:aws-cn:kms:*', false],
]

for (const [resource, full] of keys) {
  test(`every action on ${resource} is ${full ? '' : 'not '}full access to the account’s keys`, () => {
    const found = fullAccess(
      [allow('kms:*', object(resource))],
      { name: 'kms', kind: 'key' },
      place,
    )
    equal(found.length > 0, full)
  })
}

const commercial =
  `ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1
  eu-north-1 eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2`.split(
    /\s+/,
  )
const inRegions = (regions: readonly string[], name = '*') =>
  regions.map((region) => `arn:aws:kms:${region}:123456789012:key/${name}`)
const uuid = [8, 4, 4, 4, 12].map((length) => '?'.repeat(length)).join('-')

const spelled: [string, string[], boolean][] = [
  ['every region by its name', inRegions(commercial), true],
  ['every region but one', inRegions(commercial.slice(1)), false],
  ['regions by their first letters', inRegions(['a*', 'c*', 'e*', 's*', 'u*']), true],
  ['as many open characters as an account has', [`arn:aws:kms:*:${'?'.repeat(12)}:key/*`], true],
  ['as many open characters as an id has', [`arn:aws:kms:*:*:key/${uuid}`], true],
  ['open characters for an id in every region', inRegions(commercial, '?'.repeat(36)), true],
  ['fewer open characters than an id has', [`arn:aws:kms:*:*:key/${'?'.repeat(35)}`], false],
  ['an id that begins with a letter', [`arn:aws:kms:*:*:key/a${'?'.repeat(35)}`], false],
]

for (const [what, Resource, full] of spelled) {
  test(`keys by ${what} are ${full ? '' : 'not '}all keys`, () => {
    const found = fullAccess([allow('kms:*', { Resource })], kms, place)
    equal(found.length > 0, full)
  })
}

test('whoever may do whatever begins with any word of IAM may do everything there', () => {
  const letters = [...'ACDEGLPRSTU'].map((letter) => `iam:${letter}*`)
  const others = everythingBut({ NotAction: 'iam:*' })
  equal(administration([allow(letters), others], place).length, 2)
  deepEqual(administration([allow(letters.slice(1)), others], place), [])
  deepEqual(administration([allow(['iam:Get*', 'iam:List*']), others], place), [])
})

test('IAM alone and everything but IAM are both less than administration', () => {
  deepEqual(administration([allow('iam:*')], place), [])
  const butUsers = { Resource: undefined, NotResource: 'arn:aws:iam::*:user/*' }
  equal(administration([allow('*', butUsers)], place).length, 1) // roles and policies are enough
  deepEqual(administration([everythingBut({ NotAction: 'iam:*' })], place), [])
  equal(administration([allow('*')], place).length, 1)
  // Two halves together are everything.
  equal(administration([allow('iam:*'), everythingBut({ NotAction: 'iam:*' })], place).length, 2)
})

test('a statement is named by its Sid and by its conditions', () => {
  equal(named(allow('*')), 'a statement')
  equal(named(allow('*', { Sid: 'All' })), 'statement All')
  equal(
    named(allow('*', { Condition: { Bool: { 'aws:SecureTransport': 'true' } } })),
    'a statement with conditions',
  )
})

test('a denial takes back only what it covers in whole', () => {
  const users = object('arn:aws:iam::123456789012:user/*')
  ok(permitsSomewhere([allow('iam:PutUserPolicy')], 'iam:PutUserPolicy'))
  ok(permitsSomewhere([allow('iam:*'), deny('iam:*', users)], 'iam:PutUserPolicy'))
  ok(!permitsSomewhere([allow('iam:*', users), deny('iam:Put*', users)], 'iam:PutUserPolicy'))
  // Names of resources are case-sensitive.
  const shouted = object('arn:aws:iam::123456789012:USER/*')
  ok(permitsSomewhere([allow('iam:*', users), deny('iam:Put*', shouted)], 'iam:PutUserPolicy'))
})
