// Policies of topics that let CloudWatch publish, or do not.
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { parsePolicy } from '../policy/index.ts'
import { letsCloudWatchPublish } from './topics.ts'

const account = '123456789012'
const topic = `arn:aws:sns:eu-west-1:${account}:on-call`
const allow = (Principal: unknown, Condition?: unknown, more: object = {}) => ({
  Effect: 'Allow',
  Principal,
  Action: 'sns:Publish',
  Resource: topic,
  Condition,
  ...more,
})
const deny = (Principal: unknown, Condition?: unknown, more: object = {}) =>
  allow(Principal, Condition, { Effect: 'Deny', ...more })
const service = { Service: 'cloudwatch.amazonaws.com' }
const ofAccount = { StringEquals: { 'aws:SourceAccount': account } }
const alarms = (region: string) => ({
  ArnLike: { 'aws:SourceArn': `arn:aws:cloudwatch:${region}:${account}:alarm:*` },
})
const bool = { Bool: { 'aws:SecureTransport': 'false' } }

const rows: readonly [what: string, statements: readonly object[], expected?: boolean][] = [
  ['the service', [allow(service)], true],
  ['the service for this account', [allow(service, ofAccount)], true],
  ['the service for alarms of the region', [allow(service, alarms('eu-west-1'))], true],
  [
    'the default policy',
    [
      allow(
        { AWS: '*' },
        { StringEquals: { 'AWS:SourceOwner': account } },
        { Action: ['SNS:Publish'] },
      ),
    ],
    true,
  ],
  ['all principals', [allow('*')], true],
  ['the account by ID', [allow({ AWS: account })], true],
  ['the account by ARN', [allow({ AWS: `arn:aws:iam::${account}:root` })], true],
  ['all actions', [allow(service, undefined, { Action: 'SNS:*', Resource: '*' })], true],
  ['a denial of plain text', [allow(service), deny('*', bool)], true],
  [
    'a denial of another action',
    [allow(service), deny('*', undefined, { Action: 'sns:Subscribe' })],
    true,
  ],
  ['a denial of another service', [allow(service), deny({ Service: 's3.amazonaws.com' })], true],

  ['another service', [allow({ Service: 's3.amazonaws.com' })], false],
  ['another account', [allow({ AWS: '999999999999' })], false],
  ['a role of the account', [allow({ AWS: `arn:aws:iam::${account}:role/ci` })], false],
  ['another action', [allow(service, undefined, { Action: 'sns:Subscribe' })], false],
  ['another topic', [allow(service, undefined, { Resource: `${topic}-2` })], false],
  ['a denial', [allow(service), deny('*')], false],
  ['a denial only', [deny('*', bool)], false],

  ['another source account', [allow(service, { StringEquals: { 'aws:SourceAccount': '9' } })]],
  ['alarms of another region', [allow(service, alarms('us-east-1'))]],
  ['an organization', [allow('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } })]],
  ['every principal but one', [allow(undefined, undefined, { NotPrincipal: { AWS: '9' } })]],
  ['a denial with conditions', [allow(service), deny('*', ofAccount)]],
  [
    'two conditions, one unknown',
    [allow(service, { ...ofAccount, IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } })],
  ],
]
for (const [what, Statement, expected] of rows) {
  test(`a topic policy with ${what} gives ${expected ?? 'no answer'}`, () => {
    equal(letsCloudWatchPublish(parsePolicy(JSON.stringify({ Statement })), topic), expected)
  })
}
