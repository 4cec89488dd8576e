import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  applyMutes,
  type MutelistEntry,
  matches,
  type Mutable,
  type MuteRule,
  noMutes,
} from './mutes.ts'

const now = '2026-06-01T12:00:00.000Z'

const finding: Mutable = {
  uid: 'plumbline-aws-s3_bucket_kms_encryption-123456789012-eu-west-1-arn:aws:s3:::logs',
  account: '123456789012',
  check_id: 's3_bucket_kms_encryption',
  region: 'eu-west-1',
  resource_uid: 'arn:aws:s3:::logs',
  resource_name: 'logs',
  tags: ['team=platform', 'stage=test'],
}
const nothing = { accounts: [], regions: [], resources: [], tags: [] }
const whole: MutelistEntry = {
  account: '*',
  check: '*',
  regions: ['*'],
  resources: ['*'],
  tags: [],
  exceptions: nothing,
}
const byList = { muted: true, mute_rule_id: null, muted_reason: 'Muted by mutelist' }
const shown = { muted: false, mute_rule_id: null, muted_reason: null }

const entries: readonly [string, Partial<MutelistEntry>, boolean][] = [
  ['an entry over everything', {}, true],
  ['the account by its id', { account: '123456789012' }, true],
  ['another account', { account: '999999999999' }, false],
  ['a family of checks', { check: 's3_*' }, true],
  ['another family of checks', { check: 'ec2_*' }, false],
  ['one of several regions', { regions: ['us-east-1', 'eu-*'] }, true],
  ['no region that fits', { regions: ['us-east-1'] }, false],
  ['no region at all', { regions: [] }, false],
  ['the resource by its name', { resources: ['log*'] }, true],
  ['the resource by its uid', { resources: ['arn:aws:s3:::logs'] }, true],
  ['another resource', { resources: ['logs-2'] }, false],
  ['a tag', { tags: ['stage=test'] }, true],
  ['both of two tags', { tags: ['stage=*', 'team=platform'] }, true],
  ['one of two tags only', { tags: ['stage=test', 'team=web'] }, false],
  [
    'an exception for the account',
    { exceptions: { ...nothing, accounts: ['123456789012'] } },
    false,
  ],
  ['an exception for another account', { exceptions: { ...nothing, accounts: ['1'] } }, true],
  ['an exception for the region', { exceptions: { ...nothing, regions: ['eu-west-1'] } }, false],
  ['an exception for the resource', { exceptions: { ...nothing, resources: ['logs'] } }, false],
  ['an exception for the tag', { exceptions: { ...nothing, tags: ['team=platform'] } }, false],
  [
    'an exception of which one condition fails',
    { exceptions: { ...nothing, regions: ['eu-west-1'], resources: ['other'] } },
    true,
  ],
]
for (const [name, entry, muted] of entries) {
  test(`the mutelist ${muted ? 'hides' : 'shows'}: ${name}`, () => {
    const found = applyMutes({ mutelist: [{ ...whole, ...entry }], rules: [] }, finding, now)
    deepEqual(found, muted ? byList : shown)
  })
}

const rule = (more: Partial<MuteRule> = {}): MuteRule => ({
  id: 'rule-1',
  reason: 'A test bucket.',
  uids: new Set([finding.uid]),
  expires_at: null,
  ...more,
})
const byRule = { muted: true, mute_rule_id: 'rule-1', muted_reason: 'A test bucket.' }

test('a rule hides the findings it names, with its reason', () => {
  deepEqual(applyMutes({ mutelist: [], rules: [rule()] }, finding, now), byRule)
  deepEqual(
    applyMutes({ mutelist: [], rules: [rule({ uids: new Set(['other']) })] }, finding, now),
    shown,
  )
})

test('a rule hides nothing from the moment it ends', () => {
  const ending = (expires_at: string) => ({ mutelist: [], rules: [rule({ expires_at })] })
  deepEqual(applyMutes(ending('2026-06-01T12:00:00.001Z'), finding, now), byRule)
  deepEqual(applyMutes(ending(now), finding, now), shown)
})

test('the mutelist speaks before the rules, and the first rule before the second', () => {
  deepEqual(applyMutes({ mutelist: [whole], rules: [rule()] }, finding, now), byList)
  const second = rule({ id: 'rule-2', reason: 'Another reason.' })
  deepEqual(applyMutes({ mutelist: [], rules: [rule(), second] }, finding, now), byRule)
  deepEqual(
    applyMutes({ mutelist: [], rules: [rule({ expires_at: now }), second] }, finding, now),
    {
      muted: true,
      mute_rule_id: 'rule-2',
      muted_reason: 'Another reason.',
    },
  )
})

test('without rules everything is shown', () => {
  deepEqual(applyMutes(noMutes, finding, now), shown)
})

const patterns: readonly [string, string, boolean][] = [
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['a*', 'a', true],
  ['a*b', 'ab', true],
  ['a*b', 'aXbX', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'acb', false],
  ['ab*ba', 'aba', false], // the two ends may not share a letter
  ['.*', 'anything', false], // a dot is a dot
  ['**', 'anything', true],
]
for (const [pattern, text, fits] of patterns) {
  test(`the pattern "${pattern}" ${fits ? 'fits' : 'does not fit'} "${text}"`, () => {
    equal(matches(pattern, text), fits)
  })
}

test('a pattern fits as the equal regular expression would', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const words = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
  fc.assert(
    fc.property(letters, words, (pattern, text) => {
      equal(matches(pattern, text), new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a pattern of many stars ends in time on a long text', () => {
  equal(matches(`${'*a'.repeat(500)}b`, 'a'.repeat(100_000)), false)
})
