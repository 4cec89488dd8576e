import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type AnyField,
  boolean,
  date,
  email,
  failed,
  instant,
  integer,
  json,
  list,
  nameText,
  plainName,
  nullable,
  number,
  object,
  oneOf,
  optional,
  readOnly,
  record,
  text,
  timestamp,
  uuid,
} from './index.ts'

/** The result of a field for a value: the value, or `code place` of each fault. */
const say = (
  run: (fault: (detail: string, code?: string, at?: string) => typeof failed) => unknown,
) => {
  const faults: string[] = []
  const value = run((_, code = 'invalid', at = '') => {
    faults.push(`${code} ${at}`.trim())
    return failed
  })
  return value === failed ? faults : value
}
const read = (field: AnyField, value: unknown) => say((fault) => field.read(value, fault))
const readText = (field: AnyField, value: string) => say((fault) => field.fromText?.(value, fault))

const id = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d'
const slug = text({ min: 2, max: 4, pattern: /^[a-z]+$/, patternName: 'lower-case letters' })

const accepted: readonly (readonly [name: string, field: AnyField, ...values: unknown[]])[] = [
  ['text', text, '', 'a', '😀', ' '],
  ['text within limits', slug, 'ab', 'abcd'],
  ['text of code points', text({ min: 2, max: 2 }), '😀😀', 'éé'],
  [
    'a name',
    nameText({ min: 3, max: 9 }),
    'abc',
    'שלום',
    'a\u200fb',
    'a b\u00a0c',
    'Zoë 🐟',
    '\u2800a\u3164',
    '⠓⠊!',
  ],
  ['uuid', uuid, id],
  ['email', email, 'a@b.co', "o'neil+tag@mail.example.org", 'x@xn--p1ai.xn--p1ai'],
  ['one of', oneOf('PASS', 'FAIL'), 'PASS', 'FAIL'],
  ['integer', integer, 0, -2147483648, 2147483647],
  ['integer within limits', integer({ min: 900, max: 43_200 }), 900, 43_200],
  ['number', number, 0.5, -3, 9007199254740991],
  ['boolean', boolean, true, false],
  ['timestamp', timestamp, '2026-02-28T23:59:59Z', '2024-02-29T00:00:00.123456789+14:00'],
  ['timestamp at the ends', timestamp, '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ['date', date, '1970-01-01', '2024-02-29', '9999-12-31'],
  ['json', json, null, 1.5, 'a', [1, ['b']], { a: { b: [true] } }],
  ['record', record(integer), {}, { a: 1, 'b c': 2 }],
  ['object', object({ a: text, b: optional(integer) }), { a: 'x' }, { a: 'x', b: 1 }],
  ['list', list(integer, { min: 1, max: 2 }), [1], [1, 2]],
  ['nullable', nullable(integer), null, 3],
]
for (const [name, field, ...values] of accepted) {
  test(`${name} takes ${JSON.stringify(values)} unchanged`, () => {
    deepEqual(
      values.map((value) => read(field, value)),
      values,
    )
  })
}

const refused: readonly (readonly [name: string, field: AnyField, fault: string, ...unknown[]])[] =
  [
    ['text', text, 'invalid_type', 1, null, undefined, true, ['a'], {}],
    ['text', text, 'invalid', '\u0000', 'a\u0000b', '\ud800', 'a\udc00'],
    [
      'text of at least one',
      text({ min: 1 }),
      'blank',
      '',
      '   ',
      '\t\n\u00a0',
      '\u200b\u2060\u202e',
    ],
    [
      'a name without a visible character',
      nameText({ min: 1, max: 9 }),
      'blank',
      '\u3164',
      '\u2800',
      '\u115f',
      '\u1160',
      '\uffa0',
      '\u034f',
      '\ufe0f',
      '\u3164 \u2800',
    ],
    ['a name', nameText({ min: 3, max: 9 }), 'min_length', 'ab'],
    [
      'a name',
      nameText({ max: 9 }),
      'invalid',
      '\u202egnp.exe',
      'a\u202ab',
      'a\u2066b',
      'ab\u2069',
      ...['\n', '\r\n', '\t', '\u001b[1m', '\u007f', '\u0085', '\u2028', '\u2029'].flatMap(
        (control) => [`ab${control}c`, `abc${control}`, `${control}abc`],
      ),
    ],
    ['text of at least three', text({ min: 3 }), 'blank', '    '],
    ['text within limits', slug, 'min_length', 'a'],
    ['text within limits', slug, 'max_length', 'abcde'],
    ['text within limits', slug, 'invalid', 'AB', 'a1'],
    ['text of code points', text({ min: 2 }), 'min_length', '😀'],
    ['uuid', uuid, 'invalid', '', 'x', `${id}0`, `{${id}}`, id.replaceAll('-', ''), 7, null],
    ['email', email, 'invalid', 'a', 'a@b', '@b.co', 'a@b..co', 'a b@c.de', 'a@1.2', '.a@b.co'],
    ['email', email, 'invalid', `${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(250)}.co`, 'a@-b.co', 3],
    ['one of', oneOf('PASS'), 'invalid_choice', 'pass', '', null, 0, 'toString', ['PASS']],
    [
      'integer',
      integer,
      'invalid_type',
      '1',
      1.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      true,
    ],
    ['integer', integer, 'out_of_range', 2147483648, -2147483649, 1e300],
    ['number', number, 'invalid_type', '1', Number.NaN, Number.NEGATIVE_INFINITY, null],
    ['number', number, 'out_of_range', 9007199254740992],
    ['boolean', boolean, 'invalid_type', 0, 1, 'true', null, ''],
    [
      'timestamp',
      timestamp,
      'invalid',
      '2026-02-28',
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
    ],
    ['timestamp', timestamp, 'invalid', '2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', 1, null],
    [
      'timestamp',
      timestamp,
      'invalid',
      '2026-01-01T00:00:00',
      '2026-01-01 00:00:00Z',
      '+275760-09-13T00:00:00Z',
    ],
    ['timestamp', timestamp, 'invalid', '1970-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'],
    ['timestamp', timestamp, 'invalid', '1969-12-31T23:59:59Z', '2026-01-01T00:00:00+15:00', ' '],
    ['date', date, 'invalid', '2026-02-29', '1969-12-31', '2026-1-1', '10000-01-01', '', 20260101],
    ['json', json, 'out_of_range', Number.NaN, Number.POSITIVE_INFINITY],
    ['json', json, 'invalid_type', undefined, () => 1, new Date(0), 3n],
    ['record', record(integer), 'invalid_type', null, [], 'a'],
    ['list', list(text), 'invalid_type', {}, 'a', null],
    ['list', list(text, { min: 1 }), 'min_items', []],
    ['list', list(text, { max: 1 }), 'max_items', ['a', 'b']],
  ]
for (const [name, field, fault, ...values] of refused) {
  test(`${name} refuses ${values.map(String).map((value) => JSON.stringify(value))}: ${fault}`, () => {
    for (const value of values) deepEqual(read(field, value), [fault])
  })
}

test('faults inside lists and objects say where, and all are reported', () => {
  const shape = object({ name: text, tags: list(record(integer)), 'a/b': optional(boolean) })
  deepEqual(read(shape, { tags: [{ x: 1 }, { x: 'a', y: 2.5 }], 'a/b': 0, extra: 1 }), [
    'unknown /extra',
    'required /name',
    'invalid_type /tags/1/x',
    'invalid_type /tags/1/y',
    'invalid_type /a~1b',
  ])
  deepEqual(read(json, { a: ['\ud800'], b: '\u0000' }), ['invalid /a/0', 'invalid /b'])
})

test('no value contains a member that reaches a prototype', () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1,"a":1}')
  deepEqual(read(json, hostile), ['invalid /__proto__', 'invalid /constructor'])
  deepEqual(read(record(json), hostile), ['invalid /__proto__', 'invalid /constructor'])
  deepEqual(read(object({ a: integer }), hostile), ['unknown /__proto__', 'unknown /constructor'])
})

test('a value of 32 levels is read, a deeper one refused', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  deepEqual(read(json, deep(32)), deep(32))
  deepEqual(read(json, deep(33)), [`invalid ${'/0'.repeat(32)}`])
})

test('a query parameter is read as its field says', () => {
  equal(readText(integer, '-12'), -12)
  equal(readText(number, '1.50'), 1.5)
  equal(readText(boolean, 'True'), true)
  equal(readText(nullable(oneOf('new', 'changed')), 'new'), 'new')
  equal(readText(list(integer), '7'), 7)
  equal(readText(uuid, id.toUpperCase()), id)
  deepEqual(readText(integer, '1.0'), ['invalid'])
  deepEqual(readText(integer, ''), ['invalid'])
  deepEqual(readText(integer, '0x10'), ['invalid'])
  deepEqual(readText(number, 'Infinity'), ['invalid'])
  equal(json.fromText, undefined)
})

test('the last day and millisecond that are accepted do not run into the year 10000', () => {
  const until = '9999-12-31T23:59:59.999Z'
  const day = { kind: 'date', text: '9999-12-31', from: '9999-12-31T00:00:00.000Z', until }
  deepEqual(readText(instant, '9999-12-31'), day)
})

test('every timestamp JavaScript can write within our years is read to the same millisecond', () => {
  const range = { min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(range), (moment) => {
      const written = moment.toISOString()
      equal(read(timestamp, written), written)
      const until = new Date(moment.getTime() + 1).toISOString()
      deepEqual(readText(timestamp, written), {
        kind: 'timestamp',
        text: written,
        from: written,
        until,
      })
      const day = written.slice(0, 10)
      equal(read(date, day), day)
    }),
  )
})

test('an email of any shape is judged in time that grows with its length only', () => {
  const cpuBefore = process.threadCpuUsage()
  read(email, `${'a.'.repeat(100_000)}@${'b-'.repeat(100_000)}`)
  read(email, `a@${'b.'.repeat(100_000)}`)
  const { user, system } = process.threadCpuUsage(cpuBefore)
  equal((user + system) / 1_000 < 500, true)
})

test('a schema says what the field accepts', () => {
  deepEqual(slug.schema, { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' })
  deepEqual(nullable(slug).schema.type, ['string', 'null'])
  deepEqual(nullable(oneOf('a')).schema, {
    anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }],
  })
  deepEqual(readOnly(timestamp).schema, { type: 'string', format: 'date-time', readOnly: true })
  deepEqual(object({ a: text, b: optional(integer({ min: 0, max: 9 })) }).schema, {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 0, maximum: 9 } },
    required: ['a'],
    additionalProperties: false,
  })
})

test('a pattern with state between calls is refused when the field is declared', () => {
  throws(() => text({ pattern: /a/g }), TypeError)
})

test('a name from another system becomes one that is accepted', () => {
  equal(plainName('Ann\r\nLee'), 'Ann Lee')
  equal(plainName('\u202eAnn\tLee\u2028\u0085III'), 'Ann Lee III')
  equal(plainName('Zoë 🐟'), 'Zoë 🐟')
})
