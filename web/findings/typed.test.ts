import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { View } from '../kit/view.ts'
import { completions } from './completion.ts'
import { plainName } from './filters.ts'
import { quoted, quotedWord, tokensOf } from './tokens.ts'
import { accountsNamed, typedFilters } from './typed.ts'

const accounts: Readonly<Record<string, readonly string[]>> = {
  'demo aws': ['id-1'],
  prod: ['id-2', 'id-3'],
}
const idsOf = (name: string): readonly string[] => accounts[name.toLowerCase()] ?? []

/** The filters that are set, by their name in the API. */
function sent(text: string, view: View = {}): Readonly<Record<string, string>> {
  const { changes, problems } = typedFilters(text, view, idsOf)
  deepEqual(problems, [], text)
  const pairs = Object.entries(changes).filter((pair): pair is [string, string] => !!pair[1])
  return Object.fromEntries(pairs.map(([name, value]) => [name.slice('filter['.length, -1), value]))
}

test('typed text sets one filter for each name, and searches the other words', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['service:s3', { service__in: 's3' }],
    ['service:s3 severity:critical', { service__in: 's3', severity__in: 'critical' }],
    ['service:s3 public', { service__in: 's3', search: 'public' }],
    ['public service:s3 bucket', { service__in: 's3', search: 'public bucket' }],
    ['service=s3,iam', { service__in: 's3,iam' }],
    ['service:s3 service:iam', { service__in: 's3,iam' }],
    ['severity:CRITICAL, high', { severity__in: 'critical,high' }],
    ['severity:high, service:s3', { severity__in: 'high', service__in: 's3' }],
    ['Severity:high,', { severity__in: 'high' }],
    ['service:s3, severity:low', { service__in: 's3', severity__in: 'low' }],
    ['resource~a, b', { resource_name__icontains: 'a,', search: 'b' }],
    ['triage:"Under review"', { triage_status__in: 'under_review' }],
    [
      'resource:"my bucket" region:"eu-west-1"',
      { resource_name__in: 'my bucket', region__in: 'eu-west-1' },
    ],
    ['resource:“my bucket”', { resource_name__in: 'my bucket' }],
    ['resource:"a \\"b\\""', { resource_name__in: 'a "b"' }],
    ['resource:"a,b"', { resource_name: 'a,b' }],
    ['resource_name~logs', { resource_name__icontains: 'logs' }],
    [
      'resource~"my logs, old" check:x',
      { resource_name__icontains: 'my logs, old', check_id__in: 'x' },
    ],
    ['service~s3 service:iam', { service__icontains: 's3', service__in: 'iam' }],
    ['type:AwsS3Bucket', { resource_type__in: 'AwsS3Bucket' }],
    ['muted:true', { muted: 'true' }],
    ['account:"Demo AWS"', { provider__in: 'id-1' }],
    ['provider:prod', { provider__in: 'id-2,id-3' }],
    ['uid:a:b=c', { uid__in: 'a:b=c' }],
    ['-severity:low', { severity__in: 'critical,high,medium,informational' }],
    [
      '-severity:low,informational -status:PASS',
      { severity__in: 'critical,high,medium', status__in: 'FAIL,MANUAL' },
    ],
    ['-muted:true', { muted: 'false' }],
    ['"foo:bar" "-x"', { search: 'foo:bar -x' }],
    ['a-b - "c d"', { search: 'a-b - c d' }],
    ['a=b c~', { search: 'a=b c~' }],
    ['', {}],
    ['  ', {}],
  ]
  for (const [text, expected] of cases) deepEqual(sent(text), expected, text)
})

test('identifiers with colons are searched, not taken for the name of a filter', () => {
  for (const text of [
    'arn:aws:s3:::x',
    'arn:aws:iam::1:root',
    'urn:uuid:1',
    'https://example.com/a?b=c',
    's3://bucket',
    'gs://bucket',
    'fe80::1',
    'abcd::1',
    'fe:dc:ba:98:76:54',
    '10.0.0.1:443',
    '2026-11-28T10:00',
    '::',
    ':',
  ])
    deepEqual(sent(text), { search: text }, text)
  deepEqual(sent('service:s3 arn:aws:s3:::x'), { service__in: 's3', search: 'arn:aws:s3:::x' })
  deepEqual(sent('resource_uid:arn:aws:s3:::x'), { resource_uid__in: 'arn:aws:s3:::x' })
})

test('typed values are added to those that are set; a negation takes them away', () => {
  equal(sent('status:fail', { 'filter[status]': 'MANUAL' })['status__in'], 'MANUAL,FAIL')
  equal(sent('status:fail', { 'filter[status]': 'FAIL' })['status__in'], 'FAIL')
  const held = { 'filter[severity__in]': 'critical,low' }
  equal(sent('-severity:low', held)['severity__in'], 'critical')
  equal(
    sent('-severity:low', { 'filter[severity]': 'low' })['severity__in'],
    'critical,high,medium,informational',
  )
})

test('what cannot be sent is marked with a sentence', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['foo:bar x', 'foo:bar', /no filter “foo”.*double quotes/],
    ['servce~s3', 'servce~s3', /no filter “servce”/],
    ['severity: low', 'severity:', /“severity:” needs a value/],
    [
      'severity:terrible',
      'severity:terrible',
      /“terrible” is not a value of Severity\. Use critical, .* or /,
    ],
    ['-service:s3', '-service:s3', /“service” cannot be negated/],
    ['-delta:new', '-delta:new', /“delta” cannot be negated/],
    ['-resource~x', '-resource~x', /cannot be negated/],
    ['-public', '-public', /Words cannot be excluded.*double quotes: "-public"$/],
    ['-"x"', '-"x"', /double quotes: "-x"$/],
    ['foo:"a b"', 'foo:"a b"', /double quotes: "foo:a b"$/],
    ['"', '"', /no text in the quotes/],
    ['""', '""', /no text in the quotes/],
    ['service:s3, public', 'service:s3,', /service:s3,public without a space.*remove the comma/],
    ['severity:high, public', 'severity:high, public', /“public” is not a value of Severity/],
    ['severity~low', 'severity~low', /part of its value/],
    ['resource~a resource~b', 'resource~b', /can be used once/],
    ['muted:true,false', 'muted:true,false', /accepts one value/],
    ['severity:low -severity:low', 'severity:low', /has a value and excludes it/],
    ['-muted:true,false', '-muted:true,false', /All values/],
    ['resource:"a,b",c', 'resource:"a,b",c', /with a comma/],
    ['account:nowhere', 'account:nowhere', /No account has the name/],
    ['x'.repeat(257), 'x'.repeat(257), /at most 256/],
  ]
  for (const [text, token, sentence] of cases) {
    const { problems } = typedFilters(text, {}, idsOf)
    equal(problems.length, 1, text)
    equal(problems[0]?.token, token)
    match(problems[0]?.sentence ?? '', sentence)
  }
  match(typedFilters('account:x', {}).problems[0]?.sentence ?? '', /still loading/)
})

/** Numbers in [0, 1) that are the same in each run. */
function* numbers(seed: number): Generator<number, number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

/** Picks values at random, the same in each run. */
function picker(seed: number): <T>(values: readonly T[]) => T {
  const random = numbers(seed)
  return <T>(values: readonly T[]): T =>
    values[Math.floor(random.next().value * values.length)] as T
}

/** Texts of the pieces, at random. */
function* texts(seed: number, pieces: readonly string[]): Generator<string> {
  const pick = picker(seed)
  for (let round = 0; round < 2_000; round += 1)
    yield Array.from({ length: pick([1, 2, 3, 4, 5, 6]) }, () => pick(pieces)).join('')
}

const special = [
  '"',
  '“',
  '”',
  '\\',
  ' ',
  ',',
  ':',
  '~',
  '=',
  '-',
  '/',
  'a',
  'é',
  '😀',
  '\n',
  '\u00a0',
]
special.push('service', 'foo', 'arn:')

test('a text in the notation of values or words is read as the same text', () => {
  const written = ['He said “hi”', 'say "hi"', 'a"b', '-foo', 'a\\"b', ' a ', 'foo:bar', '\\']
  for (const text of [...written, ...texts(7, special)]) {
    if (text.trim() === '') continue
    const values = tokensOf(`service:s3 resource:${quoted(text)} x`)
    deepEqual(values[1]?.values, [text], text)
    equal(values.length, 3, text)
    const words = tokensOf(`service:s3 ${quotedWord(text)} x`)
    deepEqual(words[1]?.values, [text], text)
    deepEqual([words[1]?.key, words[1]?.isNegated, words.length], [undefined, false, 3], text)
  }
})

test('the completion of a word searches this word', () => {
  for (const [typed, text] of [
    ['"-foo"', '"-foo"'],
    ['"-foo', '"-foo"'],
    ['"say \\"hi\\""', '"say \\"hi\\""'],
    ['"c d"', '"c d"'],
    ['foo:"a b"', '"foo:a b"'],
  ] as const) {
    const word = completions(typed, {}).find(({ note }) => note === 'search')
    equal(word?.text, text, typed)
    deepEqual(typedFilters(text, {}).problems, [], typed)
  }
})

test('the completion of an account filters exactly this account', () => {
  const all = [
    { id: 'id-1', uid: '111111111111', alias: 'Prod' },
    { id: 'id-2', uid: '222222222222', alias: 'prod' },
    { id: 'id-3', uid: '333333333333', alias: '111111111111' },
    { id: 'id-4', uid: 'me@example.com', alias: null },
    { id: 'id-5', uid: '444444444444', alias: 'The “old” one' },
    // The same account at two kinds of provider.
    { id: 'id-6', uid: '555555555555', alias: 'Prod' },
    { id: 'id-7', uid: '555555555555', alias: null },
  ]
  const rows = {
    nameOf: (name: string, value: string): string => {
      const account = all.find(({ id }) => name === 'provider' && id === value)
      return account ? (account.alias ?? account.uid) : plainName(name, value)
    },
    idsOf: (name: string) => accountsNamed(all, name),
    uidOf: (value: string) => all.find(({ id }) => id === value)?.uid,
  }
  const known = { provider: Object.fromEntries(all.map(({ id }) => [id, undefined])) }
  const offered = completions('account:', known, rows)
  deepEqual(
    offered.map(({ text, note }) => [text, note]),
    [
      ['account:id-1', '111111111111'],
      ['account:222222222222', '222222222222'],
      ['account:333333333333', '333333333333'],
      ['account:me@example.com', undefined],
      ['account:"The \\“old\\” one"', undefined],
      ['account:id-6', '555555555555'],
      ['account:id-7', '555555555555'],
    ],
  )
  for (const [at, { text }] of offered.entries())
    equal(typedFilters(text, {}, rows.idsOf).changes['filter[provider__in]'], all[at]?.id, text)
})

test('a list continues after a comma without the space', () => {
  const known = { service: { s3: 1, iam: 2 } }
  equal(completions('service:s3, ', known).at(-1)?.text, 'service:s3,iam')
  equal(completions('severity:high, lo', known)[0]?.text, 'severity:high,low')
})

test('no typed word is lost: each is in a filter, in the search or marked', () => {
  const pick = picker(48)
  const pieces = [' ', '  ', ',', ', ', '"', '“', '\\', '\\"', ':', '~', '=', '-', '//', '[', '😀']
  pieces.push('service', 'resource:', 'check~', 'severity:', '-severity:low', 'foo:', 'account:')
  pieces.push('arn:', 'muted:true')
  for (let round = 0; round < 3_000; round += 1) {
    const parts: string[] = []
    for (let at = 0; at < 8; at += 1)
      parts.push(pick([true, false]) ? pick(pieces) : `w${at}${pick([' ', '', 'é'])}`)
    const text = parts.join('')
    const { changes, problems } = typedFilters(text, {}, idsOf)
    const kept = JSON.stringify([Object.values(changes), problems.map(({ token }) => token)])
    for (const word of text.match(/w\d/g) ?? [])
      ok(kept.includes(word), `${word} of ${text}: ${kept}`)
  }
})
