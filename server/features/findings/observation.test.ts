import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { clean, cleanJson } from '../resources/index.ts'
import { bodyOf, type Observation, stage, ukeyOf } from './observation.ts'
import { slices, stageAll } from './record.ts'

const texts: readonly [string, string][] = [
  ['plain', 'plain'],
  ['a\u0000b', 'a\ufffdb'],
  ['\ud800', '\ufffd'],
  ['a\udc00b', 'a\ufffdb'],
  ['😀', '😀'],
  ['\\u0000', '\\u0000'],
]
for (const [text, cleaned] of texts) {
  test(`${JSON.stringify(text)} is kept as ${JSON.stringify(cleaned)}`, () => {
    equal(clean(text), cleaned)
    equal(JSON.parse(cleanJson(JSON.stringify({ text }))).text, cleaned)
  })
}

test('any JSON is clean afterwards, and JSON still', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const cleaned = cleanJson(json)
      const text = JSON.stringify(JSON.parse(cleaned))
      equal(text.includes('\\u0000'), text.includes('\\\\u0000'))
      equal(cleaned.isWellFormed(), true)
    }),
  )
})

const observation = (uid: string, raw_result: unknown = { a: 1 }): Observation => ({
  uid,
  check_id: 'encrypted',
  status: 'FAIL',
  severity: 'high',
  status_extended: 'It is not.',
  service: 's3',
  region: 'eu',
  resource_type: 'Bucket',
  resource: {
    uid: 'a',
    name: 'a',
    region: 'eu',
    service: 's3',
    type: 'Bucket',
    partition: 'aws',
    tags: {},
  },
  raw_result,
})

test('findings of one record share its body', () => {
  const record = { a: 1 }
  const [one, two] = stageAll('s3/eu', [observation('x', record), observation('y', record)])
  equal(one?.body_key, two?.body_key)
  notEqual(one?.ukey, two?.ukey)
  notEqual(bodyOf({ a: 2 }).body_key, one?.body_key)
  equal(stage('s3/eu', observation('x', undefined), bodyOf(undefined)).body, 'null')
})

test('slices cover every key once, whatever was seen, and never part one uid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      (numbers, most) => {
        const staged = stageAll(
          's3/eu',
          numbers.map((number) => observation(`uid ${number}`)),
        )
        const cut = slices(staged, undefined, most)
        deepEqual(
          cut.flatMap((slice) => slice.staged.map(({ ukey }) => ukey)),
          staged.map(({ ukey }) => ukey).toSorted(),
        )
        equal(cut[0]?.first, true)
        equal(cut.filter(({ first }) => first).length, 1)
        equal(cut.at(-1)?.until, null)
        for (const [at, slice] of cut.entries()) {
          if (at > 0) equal(slice.from, cut[at - 1]?.until)
          for (const { ukey } of slice.staged) {
            equal(ukey >= slice.from && (slice.until === null || ukey < slice.until), true)
          }
        }
        equal(
          numbers.every((number) => ukeyOf(`uid ${number}`).length === 36),
          true,
        )
      },
    ),
  )
})
