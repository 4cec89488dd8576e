import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseJson, Problem } from './index.ts'
import { problemsOf } from './testing/world.ts'

const wrong = (body: string | Uint8Array, maxBytes?: number) =>
  problemsOf(() => parseJson(body, maxBytes === undefined ? {} : { maxBytes }))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('accepted text is parsed exactly as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const body = JSON.stringify(JSON.parse(text), undefined, indent)
      try {
        deepEqual(parseJson(body), JSON.parse(body))
      } catch (error) {
        ok(error instanceof Problem, `${error}`)
        match(error.detail, /beyond|surrogate|U\+0000|as a name/)
      }
    }),
    { numRuns: 500 },
  )
})

const sign = fc.constantFrom(...'{}[]",:0123456789.-+eE \n\t\\utrfalsn\u0000\ud800\ufeffé😀')
test('what is not JSON is refused exactly when JSON.parse refuses it, and never otherwise breaks', () => {
  const accepts = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 25 }), (text) => {
      const problems = wrong(text)
      if (!accepts(text)) ok(problems.length === 1 && problems[0]?.startsWith('400'))
      else ok(problems.every((problem) => /400 (invalid|out_of_range|duplicate)/.test(problem)))
    }),
    { numRuns: 5_000 },
  )
})

test('any bytes at all give a value or a 400', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
      wrong(bytes).every((problem) => problem.startsWith('400')),
    ),
    { numRuns: 1_000 },
  )
})

const hostile: readonly (readonly [what: string, body: string, problem: string])[] = [
  ['a repeated member', '{"data":{"id":"1","id":"2"}}', '400 duplicate /data/id'],
  ['a repeated member, once escaped', '{"a":1,"\\u0061":2}', '400 duplicate /a'],
  ['__proto__', '{"data":{"__proto__":{"admin":true}}}', '400 invalid /data/__proto__'],
  ['an escaped __proto__', '{"\\u005f_proto__":1}', '400 invalid /__proto__'],
  ['constructor', '{"constructor":{"prototype":{}}}', '400 invalid /constructor'],
  ['prototype', '[{"prototype":1}]', '400 invalid /0/prototype'],
  ['33 levels', nested(33), `400 too_deep ${'/0'.repeat(32)}`],
  ['a million levels', nested(1_000_000), `400 too_deep ${'/0'.repeat(32)}`],
  ['a million open objects', '{"a":'.repeat(1_000_000), `400 too_deep ${'/a'.repeat(32)}`],
  ['an escaped U+0000', '{"a":"x\\u0000"}', '400 invalid /a'],
  ['a raw U+0000', '{"a":"x\u0000"}', '400 invalid /a'],
  ['U+0000 in a name', '{"\\u0000":1}', '400 invalid'],
  ['a high surrogate alone', '["\\ud800"]', '400 invalid /0'],
  ['a low surrogate alone', '["\\udc00x"]', '400 invalid /0'],
  ['surrogates in the wrong order', '["\\udc00\\ud800"]', '400 invalid /0'],
  ['a raw surrogate', '["\ud800"]', '400 invalid /0'],
  ['2 to the 53rd', '{"a":[9007199254740992]}', '400 out_of_range /a/0'],
  ['a number of 400 digits', `[${'9'.repeat(400)}]`, '400 out_of_range /0'],
  ['an infinite number', '[-1e999]', '400 out_of_range /0'],
  ['a byte order mark', '\ufeff{}', '400 invalid'],
  ['nothing', '', '400 parse_error'],
  ['white space', ' \n', '400 parse_error'],
  ['two values', '{} {}', '400 parse_error'],
  ['a comma too many', '{"a":1,}', '400 parse_error'],
  ['a leading zero', '[01]', '400 parse_error'],
  ['a bare word', '{"a":nul}', '400 parse_error /a'],
  ['NaN', '[NaN]', '400 parse_error /0'],
  ['single quotes', "{'a':1}", '400 parse_error'],
  ['an open string', '{"a":"b', '400 parse_error /a'],
  ['a raw line break in a string', '["a\nb"]', '400 parse_error /0'],
  ['an unknown escape', '["\\x41"]', '400 parse_error /0'],
  ['a comment', '[1/**/]', '400 parse_error'],
  ['an open backslash', `["${'\\'.repeat(99_999)}"`, '400 parse_error /0'],
]
for (const [what, body, problem] of hostile) {
  test(`${what} is refused, with the place`, () => deepEqual(wrong(body), [problem]))
}

test('32 levels and the largest safe integer are accepted', () => {
  equal(JSON.stringify(parseJson(nested(32))), nested(32))
  deepEqual(
    parseJson('[9007199254740991,-9007199254740991,-0,1e-7]'),
    [9007199254740991, -9007199254740991, -0, 1e-7],
  )
})

test('bytes that are not UTF-8 are refused', () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
  ]) {
    deepEqual(wrong(Uint8Array.from(bytes)), ['400 parse_error'])
  }
  deepEqual(wrong(Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), ['400 invalid'])
  deepEqual(parseJson(new TextEncoder().encode('"é😀"')), 'é😀')
})

test('a body beyond its limit is a 413, counted in bytes', () => {
  deepEqual(wrong('"1234567"', 9), [])
  deepEqual(wrong('"1234567"', 8), ['413 too_large'])
  deepEqual(wrong('"ééé"', 8), [])
  deepEqual(wrong('"éééé"', 9), ['413 too_large'])
  deepEqual(wrong(new Uint8Array(2_000_000), 1_000_000), ['413 too_large'])
})

test('a name in an answer is cut short', () => {
  const [problem = ''] = wrong(`{"${'x'.repeat(100_000)}":nope}`)
  ok(problem.length < 200)
})

test('a body of more values than the bound is refused before it is read to its end', () => {
  const list = (values: number) => `[${'1,'.repeat(values - 2)}1]` // the list counts too
  deepEqual(wrong(list(20_000)), [])
  deepEqual(wrong(list(20_001)), ['413 too_large'])
  deepEqual(wrong(`${list(20_000).slice(0, -1)},1,"this does not end`), ['413 too_large'])
  deepEqual(
    problemsOf(() => parseJson('{"a":{"b":[1,2]}}', { maxValues: 4 })),
    ['413 too_large'],
  )
})
