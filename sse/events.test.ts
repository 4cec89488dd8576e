import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import test from 'node:test'
import { defineEventStream, encodeUndefined, maxPayloadBytes, verbOf, verbs } from './events.ts'
import { boolean, integer, nullable, number, oneOf, text, timestamp, uuid } from './fields.ts'
import { acme, acmeScan, scanId, scanProgress } from './testing/world.ts'

/** As JavaScript calls it: without types in the way. */
const define: (stream: unknown) => unknown = (stream) =>
  Reflect.apply(defineEventStream, undefined, [stream])

test('an event is its type and one line of JSON', () => {
  deepEqual(scanProgress.encode('scan.progress', { checked: 1, total: 9 }), {
    type: 'scan.progress',
    json: '{"checked":1,"total":9}',
  })
  equal(acmeScan, `scan-progress:${acme}:${scanId}`)
  equal(scanProgress.coalesceMs, 0)
})

test('a payload that does not fit its fields is refused with the field and what it takes', () => {
  const refused: [string, unknown, RegExp][] = [
    ['scan.progress', { checked: 1.5, total: 2 }, /checked takes an integer/],
    ['scan.progress', { checked: 1 }, /total takes an integer/],
    ['scan.progress', { checked: 1, total: 2, more: 3 }, /more is not a field/],
    ['scan.end', { scan_id: 'x' }, /scan_id takes a UUID/],
    ['scan.end', null, /one flat object/],
    ['scan.end', [], /one flat object/],
    ['scan.delta', {}, /no event scan\.delta/],
    ['toString', {}, /no event toString/],
  ]
  for (const [type, payload, reason] of refused)
    throws(() => scanProgress.encodeUnknown(type, payload), reason)
})

test('a definition outside the convention is refused at run time too', () => {
  const events = (type: string, fields: unknown): unknown => ({
    prefix: 'p',
    events: { [type]: fields },
  })
  const refused: Record<string, unknown> = {
    'an unknown verb': events('scan.finished', {}),
    'no verb': events('scan', {}),
    'upper case': events('Scan.end', { Scan_id: uuid }),
    'a dot': events('scan.part.end', { scan_id: uuid }),
    'a colon': events('a:b.start', {}),
    'a line break': events('a\nb.start', {}),
    'the platform’s resource': events('stream.error', { code: text, detail: text }),
    nesting: events('scan.updated', { scan: { id: uuid } }),
    'no fields': events('scan.updated', null),
    'a wrapper': events('scan.updated', { type: text, data: text }),
    'an end without its id': events('scan.end', {}),
    'an id that is no text': events('scan.end', { scan_id: integer }),
    'an error without code': events('scan.error', { detail: text }),
    'an error whose code is a number': events('scan.error', { code: integer, detail: text }),
    'an upper-case prefix': { prefix: 'P', events: { 'scan.start': {} } },
    'a negative window': { prefix: 'p', events: { 'scan.start': {} }, coalesceMs: -1 },
    'no event': { prefix: 'p', events: {} },
  }
  for (const [what, stream] of Object.entries(refused))
    throws(() => define(stream), TypeError, what)
  ok(define(events('scan.end', { scan_id: uuid })))
})

test('a payload takes 64 KiB of UTF-8 and not a byte more', () => {
  const notes = defineEventStream({ prefix: 'notes', events: { 'note.delta': { text } } })
  const frame = '{"text":""}'.length
  ok(notes.encode('note.delta', { text: 'x'.repeat(maxPayloadBytes - frame) }))
  throws(
    () => notes.encode('note.delta', { text: 'x'.repeat(maxPayloadBytes - frame + 1) }),
    /65536/,
  )
  throws(() => notes.encode('note.delta', { text: '€'.repeat(maxPayloadBytes / 3) }), /65536/)
})

test('each field takes its scalar and nothing else', () => {
  const cases: [{ accepts: (value: unknown) => boolean }, unknown[], unknown[]][] = [
    [text, ['', 'a'], [1, null, undefined, {}]],
    [integer, [0, -5, 2 ** 53 - 1], [0.5, 2 ** 53, '1', Number.NaN]],
    [number, [0.5, -1], [Number.NaN, Number.POSITIVE_INFINITY, '1']],
    [boolean, [true, false], [0, 'true', null]],
    [uuid, [acme, acme.toUpperCase()], ['', `${acme}0`, 1]],
    [timestamp, ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123+02:00'], ['2026-01-31', '', 1]],
    [oneOf('a', 'b'), ['a', 'b'], ['c', '', null]],
    [nullable(integer), [null, 1], ['1', undefined]],
  ]
  for (const [field, good, bad] of cases) {
    for (const value of good) ok(field.accepts(value), JSON.stringify(value))
    for (const value of bad) ok(!field.accepts(value), JSON.stringify(value))
  }
})

test('a process without the definition still applies the rules of every event', () => {
  equal(encodeUndefined('scan.end', { scan_id: scanId }).json, `{"scan_id":"${scanId}"}`)
  throws(() => encodeUndefined('scan.end', {}), /scan_id takes a text/)
  throws(() => encodeUndefined('scan.error', { code: 'x' }), /detail takes a text/)
  throws(() => encodeUndefined('scan.updated', { scan: {} }), /one scalar/)
  throws(() => encodeUndefined('scan.updated', { at: Number.NaN }), /one scalar/)
  throws(
    () => encodeUndefined('stream.error', { code: 'x', detail: 'y' }),
    /not a valid event type/,
  )
})

test('the verb of an event type is known for the vocabulary only', () => {
  for (const verb of verbs) equal(verbOf(`scan.${verb}`), verb)
  for (const type of ['scan.', 'scan.ended', '.end', 'stream.end', 'a.b.end', 'scan.end\n'])
    equal(verbOf(type), null, type)
})
