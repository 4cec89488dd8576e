import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { clean, cleanJson } from './text.ts'

const texts: readonly [string, string][] = [
  ['plain', 'plain'],
  ['a\u0000b', 'a\ufffdb'],
  ['\ud800', '\ufffd'],
  ['a\udc00b', 'a\ufffdb'],
  ['😀', '😀'],
  ['\\u0000', '\\u0000'],
]
for (const [text, cleaned] of texts) {
  test(`${JSON.stringify(text)} is stored as ${JSON.stringify(cleaned)}`, () => {
    equal(clean(text), cleaned)
    equal(JSON.parse(cleanJson(JSON.stringify({ text }))).text, cleaned)
  })
}

test('any JSON is sanitized and stays valid JSON', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const cleaned = cleanJson(json)
      const text = JSON.stringify(JSON.parse(cleaned))
      equal(text.includes('\\u0000'), text.includes('\\\\u0000'))
      equal(cleaned.isWellFormed(), true)
    }),
  )
})
