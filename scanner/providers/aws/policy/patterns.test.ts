import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contains, includes, includesAll, matches, meet, only, touches } from './patterns.ts'

/** An independent implementation of patterns: a regular expression. */
const expression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`)

/** Every text of a small alphabet up to a length that distinguishes short patterns. */
const texts = ['']
for (let at = 0; at < texts.length; at++) {
  const text = texts[at] ?? ''
  if (text.length < 4) texts.push(`${text}a`, `${text}b`)
}
const some = (wanted: (text: string) => boolean) => texts.some(wanted)
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 4 })

test('a pattern matches what its regular expression matches', () => {
  fc.assert(
    fc.property(pattern, (it) => {
      for (const text of texts) equal(matches(it, text), expression(it).test(text), `${it} ${text}`)
    }),
  )
})

test('a pattern contains another only if it matches all that the other does', () => {
  fc.assert(
    fc.property(pattern, pattern, (wide, narrow) => {
      if (!contains(wide, narrow)) return
      ok(!some((it) => matches(narrow, it) && !matches(wide, it)), `${wide} ⊉ ${narrow}`)
    }),
    { numRuns: 3_000 },
  )
})

test('patterns meet if and only if some text fits both', () => {
  fc.assert(
    fc.property(pattern, pattern, (one, other) => {
      if (one.replaceAll('*', '').length + other.replaceAll('*', '').length > 4) return
      equal(
        meet(one, other),
        some((it) => matches(one, it) && matches(other, it)),
        `${one} ${other}`,
      )
    }),
    { numRuns: 3_000 },
  )
})

const cases: [string, boolean][] = [
  ['every pattern contains itself', contains('s3:Get*', 's3:Get*')],
  ['the whole contains parts', contains('*', 's3:*') && contains('s3:*', 's3:Get?bject')],
  ['a part does not contain the whole', !contains('s3:Get*', 's3:*') && !contains('?', '*')],
  ['all but some holds what is apart', includes({ patterns: ['iam:*'], but: true }, only('s3:*'))],
  ['all but some does not hold those', !includes({ patterns: ['iam:*'], but: true }, only('*'))],
  ['names hold all but some only if all', !includes(only('s3:*'), { patterns: ['a'], but: true })],
  [
    'less left out is more',
    includes({ patterns: ['s3:Get*'], but: true }, { patterns: ['s3:*'], but: true }),
  ],
  [
    'some and all but those are everything',
    includesAll([only('s3:Get*'), { patterns: ['s3:Get*'], but: true }], only('*')),
  ],
  [
    'what is left out elsewhere does not matter',
    includesAll([{ patterns: ['iam:*'], but: true }], only('s3:*')),
  ],
  ['two parts are not everything', !includesAll([only('s3:Get*'), only('s3:Put*')], only('s3:*'))],
  ['a wildcard touches what it may mean', touches(only('s3:P*'), ['s3:put*', 's3:P?t*'])],
  ['all but writes touches no write', !touches({ patterns: ['s3:*'], but: true }, ['s3:Put*'])],
]
for (const [what, holds] of cases) test(what, () => ok(holds))

test('matching takes time in proportion to the text, whatever the pattern', () => {
  equal(matches(`${'*'.repeat(40)}b`, 'a'.repeat(5_000)), false)
  equal(contains(`${'*'.repeat(40)}b`, 'a*'.repeat(2_500)), false)
  equal(meet(`${'a*'.repeat(500)}b`, `${'*a'.repeat(500)}c`), false)
})
