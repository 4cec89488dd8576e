import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { cloudtrail, everyActionOf, everythingThere, kms } from './full-access.ts'
import { allow, deny } from './worlds.ts'

const owner = { account: '123456789012', partition: 'aws' }
const allBut = (...NotAction: string[]) => allow([], { Action: undefined, NotAction })

test('what is dangerous is among all actions of its service', () => {
  for (const { actions, dangerous } of [cloudtrail, kms]) {
    for (const action of dangerous) ok(actions.includes(action), action)
  }
})

test('exceptions from everything are named, and no more is said to be allowed', () => {
  const ofTrails = (...statements: ReturnType<typeof allow>[]) =>
    everyActionOf(statements, cloudtrail, owner)
  equal(ofTrails(allow('*')), 'every CloudTrail action by a statement')
  equal(
    ofTrails(allBut('cloudtrail:StopLogging')),
    'every CloudTrail action except cloudtrail:StopLogging by a statement',
  )
  equal(
    ofTrails(allow('*', { Sid: 'All' }), deny(['cloudtrail:List*'])),
    'every CloudTrail action except cloudtrail:ListChannels, cloudtrail:ListDashboards, cloudtrail:ListEventDataStores and 8 more by statement All',
  )
  // An action that a second statement allows is not an exception.
  equal(
    ofTrails(allBut('cloudtrail:StopLogging'), allow('cloudtrail:Stop*')),
    'every CloudTrail action by a statement',
  )
})

test('exceptions from everything there is are named as the policy names them', () => {
  const there = (...statements: ReturnType<typeof allow>[]) => everythingThere(statements, owner)
  equal(there(allow('*')), 'everything by a statement')
  equal(there(allBut('ec2:*', 's3:*')), 'everything except ec2:*, s3:* by a statement')
  equal(there(allow('*'), deny('kms:Decrypt')), 'everything except kms:decrypt by a statement')
  equal(
    there(allow('*'), deny('s3:*', { Resource: 'arn:aws:s3:::vault' })),
    'everything by a statement',
  )
  equal(there(allow('iam:*'), allBut('iam:*')), 'everything by a statement and a statement')
})
