import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Patterns, patternSize } from './patterns.ts'

const cases: readonly [pattern: string, text: string, isFound: boolean][] = [
  ['*', '', true],
  ['**', 'anything', true],
  ['.*', 'anything', true],
  ['logs', 'ci-logs-replica', true],
  ['logs', 'ci-log', false],
  ['*-logs', 'ci-logs', true],
  ['*-logs', 'ci-logs-replica', true],
  ['*-logs', 'logs', false],
  ['ec2_*', 'ec2_instance_public_ip', true],
  ['ec2_*', 's3_bucket', false],
  ['prod-*-logs', 'prod-eu-logs', true],
  ['a*b*c', 'acb', false],
  ['ab*ba', 'aba', false], // the two parts may not share a letter
  ['.+-logs', 'ci-logs', true],
  ['.+-logs', '-logs', false],
  ['iam.*policy_*', 'iam_customer_attached_policy_no_administrative_privileges', true],
  ['project=test|project=stage', 'project=stage', true],
  ['project=(test|stage)', 'project=dev', false],
  ['^ci-', 'my-ci-logs', false],
  ['*.example.com', 'www.example.com', true],
  ['[0-9]{12}', 'arn:aws:iam::123456789012:root', true],
  ['(?i)LOGS', 'logs', true],
  ['(?P<stage>dev|test)-', 'dev-1', true],
]
for (const [pattern, text, isFound] of cases) {
  test(`the pattern "${pattern}" ${isFound ? 'is found' : 'is not found'} in "${text}"`, () => {
    equal(new Patterns([pattern]).match(text), isFound)
  })
}

for (const [pattern, reason] of [
  ['[a-z', /missing closing \]/],
  ['(a', /missing closing \)/],
  ['+a', /missing argument/],
  ['(?!prod)', /unsupported Perl syntax/],
  ['(?<=a)b', /invalid/],
  ['(a)\\1', /escape sequence/],
  ['((a{100}){100}){100}', /repeat count/],
  ['(\\w{1,30}){30}', /repeats too much/],
] as const) {
  test(`the pattern "${pattern}" is not valid`, () =>
    match(patternSize(pattern).reason ?? '', reason))
}

test('keywords, wildcards and expressions are valid', () => {
  deepEqual(
    ['*', 'a*b', 'a/b', '**', 'arn:aws:s3:::logs', '.+', '*.com', ''].filter(
      (one) => patternSize(one).reason,
    ),
    [],
  )
})

test('expressions are found where the language of regular expressions finds them', () => {
  const part = fc.constantFrom('a', 'b', '.', 'a*', 'b+', '(a|b)', '[ab]?', '(ab)*', 'a{2}')
  const expressions = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(expressions, words, (expression, text) => {
      const isExpression = /[.+|?[{]/.test(expression)
      const pattern = isExpression ? expression : `(?:${expression})`
      equal(new Patterns([pattern]).match(text), new RegExp(expression).test(text))
    }),
    { numRuns: 1_000 },
  )
})

test('text that is no expression never throws and never hides another name by being invalid', () => {
  const pattern = fc.string({
    unit: fc.constantFrom('(', ')', '[', '\\', '*', '{', 'a'),
    minLength: 1,
  })
  fc.assert(
    fc.property(pattern, (text) => {
      const isFound = new Patterns([text]).match('zzz')
      if (patternSize(text).reason !== undefined) equal(isFound, false)
    }),
    { numRuns: 1_000 },
  )
})

for (const [what, text, least] of [
  ['ranges without case', `(?i)[${'a-\uffff'.repeat(90)}]`, 90_000],
  ['ranges by number without case', `(?i)[${'a-\\x{ffff}'.repeat(50)}]`, 50_000],
  ['Unicode classes', '\\p{L}'.repeat(100), 20_000],
  ['Unicode classes within a class', `[${'\\p{L}'.repeat(100)}]`, 20_000],
  ['negated classes', '(?i)[^a]'.repeat(50), 1_000],
] as const)
  test(`${what} count as the instructions that take as long to compile`, () =>
    ok(patternSize(text).size >= least))

for (const [text, reason] of [
  ['a{1000}'.repeat(290), /smaller numbers/],
  [`(?i)[${'A-\uffff'.repeat(680)}]`, /too many classes or ranges/],
  ['\\p{L}'.repeat(600), /too many classes or ranges/],
] as const)
  test(`a pattern that would take long to compile is refused first: ${text.slice(0, 12)}…`, () =>
    match(patternSize(text).reason ?? '', reason))
