import { deepEqual, equal } from 'node:assert/strict'
import test from 'node:test'
import { createParser as independentParser, type EventSourceMessage } from 'eventsource-parser'
import * as fc from 'fast-check'
import { createParser } from './client/parser.ts'
import { commentFrame, encodeBatch, encodeChunk, encodeClosing, encodeRetry } from './encoder.ts'
import { defineEventStream, type EncodedEvent } from './events.ts'
import { integer, text } from './fields.ts'
import { decodeMessage, encodeMessage, type ReceivedEvent } from './message.ts'
import { acmeAnswer } from './testing/world.ts'

const notes = defineEventStream({
  prefix: 'notes',
  events: { 'note.delta': { text }, 'note.progress': { done: integer, label: text } },
})

const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r', '\n', '\r\n', '\0', '\uFEFF', '\u2028', '\uD800', '\uDC00', ':', ' '),
      fc.constantFrom('\n\n', 'event: scan.end', 'data: {}', 'id: 1', 'retry: 1'),
    ),
  )
  .map((parts) => parts.join(''))

const events: fc.Arbitrary<EncodedEvent> = fc.oneof(
  nasty.map((value) => notes.encode('note.delta', { text: value })),
  fc
    .tuple(nasty, fc.maxSafeInteger())
    .map(([label, done]) => notes.encode('note.progress', { label, done })),
)

const received = (event: EncodedEvent): ReceivedEvent => {
  const decoded = decodeMessage(encodeMessage(event, 1_700_000_000_000.5))
  if (!decoded) throw new Error('An event of ours was refused.')
  return decoded
}

function readIndependently(bytes: Uint8Array, cuts: readonly number[]): EventSourceMessage[] {
  const found: EventSourceMessage[] = []
  const parser = independentParser({
    onEvent: (event) => found.push(event),
    onError: (error) => {
      throw error
    },
  })
  const decoder = new TextDecoder()
  for (const piece of cut(bytes, cuts)) parser.feed(decoder.decode(piece, { stream: true }))
  return found
}

function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const edges = [
    0,
    ...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}

test('an independent parser reads exactly the sent events, for any text', () => {
  fc.assert(
    fc.property(
      fc.array(events, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat()),
      (sent, cuts) => {
        const { body } = encodeBatch(acmeAnswer, sent.map(received))
        const read = readIndependently(Buffer.concat([commentFrame, body]), cuts)
        deepEqual(
          read.map(({ event, data, id }) => ({ type: event, json: data, id })),
          sent.map(({ type, json }) => ({ type, json, id: undefined })),
        )
      },
    ),
  )
})

test('a stream reads the same when it is split at every byte', () => {
  const sent = [
    notes.encode('note.delta', { text: '\uFEFFä\u2028\r\n\0😀 {"a":1}' }),
    notes.encode('note.progress', { done: 1, label: 'event: scan.end\n\n' }),
  ]
  const { body } = encodeBatch(acmeAnswer, sent.map(received))
  for (let at = 0; at <= body.length; at += 1)
    deepEqual(
      readIndependently(body, [at]).map(({ data }) => data),
      sent.map(({ json }) => json),
    )
})

test('our client reads what an independent parser reads, also from a foreign server', () => {
  const line = fc.constantFrom(
    'event: a.end',
    'data: x',
    'data:  y',
    'data',
    ': c',
    'id: 7',
    'junk',
  )
  const ends = fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\n\r\n', '\r\r')
  const stream = fc
    .array(fc.tuple(line, ends).map((pair) => pair.join('')))
    .map((lines) => `\uFEFF${lines.join('')}\n\n`)
  fc.assert(
    fc.property(stream, fc.array(fc.nat()), (text, cuts) => {
      const bytes = Buffer.from(text)
      const expected: EventSourceMessage[] = []
      const reference = independentParser({ onEvent: (event) => expected.push(event) })
      reference.feed(text)
      const found: { type: string; data: string }[] = []
      const parser = createParser(
        (event) => found.push(event),
        () => {},
      )
      for (const piece of cut(bytes, cuts)) parser.push(piece)
      deepEqual(
        found,
        expected.map(({ event, data }) => ({ type: event ?? 'message', data })),
      )
    }),
  )
})

test('a batch is one HTTP chunk around its frames, and each frame is a view of it', () => {
  const sent = ['ä', 'b'].map((value) => received(notes.encode('note.delta', { text: value })))
  const { chunk, body, frames } = encodeBatch(acmeAnswer, sent)
  equal(chunk.toString(), `${body.length.toString(16)}\r\n${body}\r\n`)
  deepEqual(encodeChunk([body]), chunk)
  deepEqual(Buffer.concat(frames.map(({ bytes }) => bytes)), body)
  equal(frames[0]?.bytes.buffer, chunk.buffer)
})

test('the last words are an event with code and detail, then when to come back', () => {
  equal(
    encodeClosing('draining', 'line\nbreak', 1234.9).toString(),
    'event: stream.error\ndata: {"code":"draining","detail":"line\\nbreak"}\n\nretry: 1234\n\n',
  )
  equal(encodeRetry(2000).toString(), 'retry: 2000\n\n')
})

test('bytes from the backend that could forge an event are refused', () => {
  const good = encodeMessage(notes.encode('note.delta', { text: 'x' }), 1)
  equal(decodeMessage(good)?.json.toString(), '{"text":"x"}')
  const other = (change: (message: Buffer) => void): Buffer => {
    const message = Buffer.from(good)
    change(message)
    return message
  }
  const forged: Record<string, Buffer> = {
    'another version': other((message) => message.writeUInt8(2, 0)),
    'a name with a line break': other((message) => message.write('note\ndelta', 10)),
    'an unknown verb': other((message) => message.write('note.dalta', 10)),
    'upper case': other((message) => message.write('Note.delta', 10)),
    'a line feed in the payload': other((message) => message.writeUInt8(10, message.length - 2)),
    'a carriage return': other((message) => message.writeUInt8(13, message.length - 2)),
    'a NUL': other((message) => message.writeUInt8(0, message.length - 2)),
    'a name longer than the message': other((message) => message.writeUInt8(255, 9)),
    'half a head': good.subarray(0, 5),
    nothing: Buffer.alloc(0),
    'too much': Buffer.concat([good, Buffer.alloc(65_536, 32)]),
    'a name of the platform': encodeMessage({ type: 'stream.error', json: '{}' }, 1),
  }
  for (const [what, message] of Object.entries(forged)) equal(decodeMessage(message), null, what)
})

test('random bytes never pass as an event', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
      equal(decodeMessage(Buffer.from(bytes)), null),
    ),
  )
})

test('the publish time survives the way', () => {
  equal(received(notes.encode('note.delta', { text: '' })).publishedAt, 1_700_000_000_000.5)
})
