import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Mutable } from '../recording/index.ts'
import { AccountList, matches } from './matching.ts'
import type { Mutelist } from './mutelist.ts'

const account = '123456789012'
const finding: Mutable = {
  check_id: 's3_bucket_kms_encryption',
  region: 'eu-west-1',
  resource_uid: 'arn:aws:s3:::logs',
  resource_name: 'logs',
  tags: ['team=platform', 'stage=test'],
}
const nothing = { accounts: [], regions: [], resources: [], tags: [] }
interface Case {
  readonly account?: string
  readonly check?: string
  readonly regions?: readonly string[]
  readonly resources?: readonly string[]
  readonly tags?: readonly string[]
  readonly exceptions?: {
    readonly accounts: readonly string[]
    readonly regions: readonly string[]
    readonly resources: readonly string[]
    readonly tags: readonly string[]
  }
}

/** A list of one entry, over everything unless the case limits it. */
function listOf({ exceptions = nothing, ...entry }: Case): Mutelist {
  const rule = {
    Regions: entry.regions ?? ['*'],
    Resources: entry.resources ?? ['*'],
    Tags: entry.tags ?? [],
    Exceptions: {
      Accounts: exceptions.accounts,
      Regions: exceptions.regions,
      Resources: exceptions.resources,
      Tags: exceptions.tags,
    },
  }
  const checks = { Checks: { [entry.check ?? '*']: rule } }
  return { Mutelist: { Accounts: { [entry.account ?? '*']: checks } } }
}

const entries: readonly [string, Case, boolean][] = [
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
  ['a keyword within the name', { resources: ['og'] }, true],
  ['a regular expression', { resources: ['^l.+s$'] }, true],
  ['a regular expression that does not match', { resources: ['^l.+x$'] }, false],
  ['an expression that was stored and is not valid', { resources: ['[logs'] }, false],
  ['a check by a regular expression', { check: 's3.*_kms_.+' }, true],
  ['a check by a keyword', { check: 'kms' }, true],
  ['one of two tags, as alternatives', { tags: ['stage=prod|stage=test'] }, true],
  ['alternatives of which no tag is one', { tags: ['stage=(prod|dev)'] }, false],
  ['several tags in one pattern', { tags: ['platform . stage'] }, true],
  ['a tag', { tags: ['stage=test'] }, true],
  ['both of two tags', { tags: ['stage=*', 'team=platform'] }, true],
  ['one of two tags only', { tags: ['stage=test', 'team=web'] }, false],
  [
    'an exception for the account',
    { exceptions: { ...nothing, accounts: ['123456789012'] } },
    false,
  ],
  ['an exception for another account', { exceptions: { ...nothing, accounts: ['9{12}'] } }, true],
  ['an exception for the region', { exceptions: { ...nothing, regions: ['eu-west-1'] } }, false],
  ['an exception for the resource', { exceptions: { ...nothing, resources: ['logs'] } }, false],
  ['an exception for the tag', { exceptions: { ...nothing, tags: ['team=platform'] } }, false],
  [
    'an exception of which one condition fails',
    { exceptions: { ...nothing, regions: ['eu-west-1'], resources: ['other'] } },
    true,
  ],
  ['an exception by a keyword', { exceptions: { ...nothing, resources: ['ogs'] } }, false],
  [
    'an exception by an expression',
    { exceptions: { ...nothing, tags: ['stage=(test|dev)'] } },
    false,
  ],
]
for (const [name, entry, muted] of entries) {
  test(`the mutelist ${muted ? 'hides' : 'shows'}: ${name}`, () => {
    equal(new AccountList(listOf(entry), account).hides(finding), muted)
  })
}

test('tags that may have any value also match a finding without tags', () => {
  const list = new AccountList(listOf({ tags: ['*'] }), account)
  equal(list.hides({ ...finding, tags: [] }), true)
})

test('the former name of a service in a check is its name today', () => {
  const list = new AccountList(listOf({ check: 'lambda_function_*' }), account)
  equal(list.hides({ ...finding, check_id: 'awslambda_function_url_public' }), true)
})

test('entries of several accounts and checks that name the same check all count', () => {
  const rule = (resource: string) => ({ Regions: ['*'], Resources: [resource] })
  const list = new AccountList(
    {
      Mutelist: {
        Accounts: {
          [account]: { Checks: { s3_bucket_kms_encryption: rule('one') } },
          '1*': { Checks: { s3_bucket_kms_encryption: rule('logs'), 's3_*': rule('two') } },
          '9*': { Checks: { '*': rule('x') } },
        },
      },
    },
    account,
  )
  const hides = (resource_name: string) =>
    list.hides({ ...finding, resource_uid: '', resource_name })
  deepEqual(['one', 'logs', 'two', 'x'].map(hides), [true, true, true, false])
  deepEqual(
    ['s3_bucket_kms_encryption', 's3_other', 'ec2'].map((one) => list.concerns(one)),
    [true, true, false],
  )
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
  test(`the account "${pattern}" ${fits ? 'fits' : 'does not fit'} "${text}"`, () => {
    equal(matches(pattern, text), fits)
  })
}

test('an account fits as the equal regular expression would', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const words = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
  fc.assert(
    fc.property(letters, words, (pattern, text) => {
      equal(matches(pattern, text), new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text))
    }),
    { numRuns: 2_000 },
  )
})

test('an account of many stars ends in time on a long text', () => {
  equal(matches(`${'*a'.repeat(500)}b`, 'a'.repeat(100_000)), false)
})
