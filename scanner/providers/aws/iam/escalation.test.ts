import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { escalations, listed, ways } from './escalation.ts'
import { allow } from './worlds.ts'

const owner = { account: '123456789012', partition: 'aws' }

test('every way is found by itself, and only it', () => {
  for (const way of ways) equal(escalations([allow([...way])], owner).join(), way.join(' + '))
})

test('a way that lacks one of its actions is none', () => {
  for (const way of ways) {
    for (const action of way) {
      const rest = way.filter((it) => it !== action)
      if (rest.length === 0) continue
      ok(!escalations([allow(rest)], owner).includes(way.join(' + ')), way.join())
    }
  }
})

test('actions are named as AWS names them', () => {
  for (const action of ways.flat()) ok(/^[a-z0-9-]+:[A-Z][A-Za-z0-9]+$/.test(action), action)
})

test('assuming a role is a way when the role is not named', () => {
  const assume = (Resource: string) => escalations([allow('sts:AssumeRole', { Resource })], owner)
  equal(assume('*').join(), 'sts:AssumeRole')
  equal(assume('arn:aws:iam::123456789012:role/Admin*').join(), 'sts:AssumeRole')
  equal(assume('arn:aws:iam::123456789012:role/deploy').join(), '')
})

test('ways to more rights are told three at a time', () => {
  equal(listed(escalations([allow('iam:PutUserPolicy')], owner)), 'iam:PutUserPolicy')
  const all = escalations([allow('*')], owner)
  ok(listed(all).endsWith(` and ${all.length - 3} more`))
})
