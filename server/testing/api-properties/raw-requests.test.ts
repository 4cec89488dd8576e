/**
 * Whatever bytes are sent to an operation, the server answers with a status below 500 or closes the connection, and keeps
 * serving: multipart bodies, encoded and chunked bodies, preflights, pipelined requests, and requests that are cut off.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describeApi } from '../../describe-api.ts'
import { type Client, type World, world } from '../index.ts'
import { openRaw, UncaughtErrors, ways } from '../raw-requests.ts'
import { effort, isLong, rounds } from './effort.ts'
import { type Operation, operationsOf } from './operations.ts'
import { addressed } from './requests.ts'
import { noDocuments } from './values.ts'

const operations = operationsOf(await describeApi())
const perRound = isLong ? 25 : 2
const longLeast = 100
/** Of the main thread's processor time, which the server and this client share. */
const stallMs = 1_000
const uncaught = new UncaughtErrors()

let w: World
/** Who signs requests. */
let client: Client
before(async () => {
  uncaught.watch()
  w = await world()
  client = w.acme
})
after(async () => {
  await w.close()
  await w.test.close()
  uncaught.unwatch()
})

interface Body {
  readonly type: string
  readonly bytes: string
}

const printable = fc.string({ unit: fc.constantFrom(...'aZ09-_.,;:=/*"\' \\'), maxLength: 40 })
const line = fc.oneof(
  fc.constantFrom(
    'Content-Disposition: form-data; name="file"; filename="a.json"',
    'Content-Disposition: form-data; name="note"',
    "Content-Disposition: form-data; name*=UTF-8''%zz; filename*=none''%",
    'Content-Type: multipart/mixed; boundary=y',
    'Content-Transfer-Encoding: base64',
    'constructor: 1',
    '__proto__: 1',
  ),
  fc.tuple(printable, printable).map(([name, value]) => `${name}: ${value}`),
)
const content = fc.oneof(
  fc.constantFrom('[{"class_uid":2004}]', '{}', '', '\r\n', '--x', '--x--', ' '.repeat(70_000)),
  noDocuments,
)
const multipart: fc.Arbitrary<Body> = fc
  .record({
    parts: fc.array(fc.tuple(fc.array(line, { maxLength: 3 }), content), { maxLength: 4 }),
    boundary: fc.constantFrom('x', 'y', '', '"x"', 'x; boundary=y', 'x'.repeat(300)),
    end: fc.constantFrom('--x--\r\n', '--x', '', '--x--\r\n--x--\r\n', '--y--'),
  })
  .map(({ parts, boundary, end }) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: `${parts.map(([lines, text]) => `--x\r\n${lines.join('\r\n')}\r\n\r\n${text}\r\n`).join('')}${end}`,
  }))
const other: fc.Arbitrary<Body> = fc.record({
  type: fc.oneof(
    { weight: 3, arbitrary: fc.constant('application/vnd.api+json') },
    fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain; charset=utf-16',
      'application/json; charset=none',
      '',
    ),
  ),
  bytes: fc.oneof(
    fc.constantFrom(
      '{"data":{"type":"providers","attributes":{}}}',
      'SAMLResponse=%zz&RelayState=',
    ),
    noDocuments,
  ),
})

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  identity: (bytes) => bytes,
  'x-unknown': (bytes) => bytes,
  'gzip, gzip': (bytes) => gzipSync(gzipSync(bytes)),
}
/** A body as it is sent, with the headers that describe it, truthfully or not. */
const encoded: fc.Arbitrary<{ headers: readonly string[]; bytes: string }> = fc
  .record({
    body: fc.oneof({ weight: 2, arbitrary: multipart }, other),
    coding: fc.option(fc.constantFrom(...Object.keys(encoders))),
    isTrue: fc.boolean(),
    framing: fc.oneof(
      fc.constant('exact'),
      fc.constantFrom('short', 'long', 'negative', 'both', 'chunked', 'bad chunk', 'open chunk'),
    ),
  })
  .map(({ body, coding, isTrue, framing }) => {
    const plain = Buffer.from(body.bytes)
    const coded = coding !== null && isTrue ? encoders[coding]?.(plain) : plain
    const bytes = (coded ?? plain).toString('latin1')
    const chunk = `${bytes.length.toString(16)}\r\n${bytes}\r\n`
    const length = (n: number): string => `Content-Length: ${n}`
    const chunked = 'Transfer-Encoding: chunked'
    const framed: Record<string, [headers: string[], bytes: string]> = {
      exact: [[length(bytes.length)], bytes],
      short: [[length(Math.max(0, bytes.length - 3))], bytes],
      long: [[length(bytes.length + 10)], bytes],
      negative: [[length(-1)], bytes],
      both: [[length(bytes.length), chunked], bytes],
      chunked: [[chunked], `${chunk}0\r\n\r\n`],
      'bad chunk': [[chunked], `zz\r\n${bytes}\r\n0\r\n\r\n`],
      'open chunk': [[chunked], chunk],
    }
    const [headers = [], sent = ''] = framed[framing] ?? []
    return {
      headers: [
        ...(body.type === '' ? [] : [`Content-Type: ${body.type}`]),
        ...(coding === null ? [] : [`Content-Encoding: ${coding}`]),
        ...headers,
      ],
      bytes: sent,
    }
  })

const preflight = fc
  .tuple(
    fc.constantFrom('https://app.example', 'null', '', 'https://x\u00ff.example'),
    fc.constantFrom('GET', 'PATCH', 'BREW', ''),
    printable,
  )
  .map(([origin, method, headers]) => [
    `Origin: ${origin}`,
    `Access-Control-Request-Method: ${method}`,
    `Access-Control-Request-Headers: ${headers}`,
  ])

interface Sent {
  readonly text: string
  readonly way: keyof typeof ways
}

/** The bytes of one or two requests to an operation, from the first on or cut off, and how the client leaves. */
const requestsTo = ({ method, path }: Operation): fc.Arbitrary<Sent> =>
  fc
    .record({
      verb: fc.oneof(
        { weight: 6, arbitrary: fc.constant(method) },
        fc.constantFrom('OPTIONS', 'POST', 'PUT', 'HEAD', 'BREW'),
      ),
      id: fc.constantFrom(
        '0c0ffee0-0000-4000-8000-000000000000',
        '%00',
        '%zz',
        '..',
        'x'.repeat(200),
      ),
      isSigned: fc.boolean(),
      more: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, preflight),
      body: fc.option(encoded, { freq: 2 }),
      times: fc.constantFrom(1, 1, 2),
      cut: fc.oneof(
        { weight: 2, arbitrary: fc.constant(1) },
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      way: fc.constantFrom('end', 'end', 'end', 'reset'),
    })
    .map(({ verb, id, isSigned, more, body, times, cut, way }): Sent => {
      const head = [
        `${verb} /api/v1${addressed(path, () => id)} HTTP/1.1`,
        'Host: x',
        ...(isSigned ? [`Authorization: ${client.authorization}`] : []),
        ...more,
        ...(body?.headers ?? []),
        '',
        body?.bytes ?? '',
      ].join('\r\n')
      const text = head.repeat(times)
      return { text: text.slice(0, Math.floor(cut * text.length)), way }
    })

/** Sends the bytes, leaves, and returns what the server answered until then. */
async function exchange({ text, way }: Sent): Promise<string> {
  const { socket, ended } = openRaw(w.address, text)
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  // The server, which is in this process, has read what was sent before it answers a later request.
  assert.ok((await w.anonymous.get('/server-info')).status < 500)
  // A stream of events never ends by itself.
  socket.once('data', (part) => {
    if (/text\/event-stream/.test(part.toString('latin1'))) socket.destroy()
  })
  ways[way](socket)
  return ended
}

async function holds(sent: Sent): Promise<void> {
  const before = process.threadCpuUsage()
  const answer = await exchange(sent)
  const { user, system } = process.threadCpuUsage(before)
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) =>
    Number(status),
  )
  assert.ok(
    statuses.every((status) => status < 500),
    answer.slice(0, 300),
  )
  assert.deepEqual(uncaught.faultsOf(w), [])
  const ms = (user + system) / 1_000
  if (isLong) assert.ok(ms < stallMs, `occupied the main thread for ${Math.round(ms)} ms`)
}

for (const [index, operation] of operations.entries()) {
  test(`${operation.name} survives any bytes (seed ${effort.seed})`, async () => {
    await rounds(async (round) => {
      // Earlier requests may have ended the session.
      if ((await client.get('/roles')).status !== 200) client = await w.user()
      const seed = effort.seed + 1_000 * round + index
      const how = { seed, interruptAfterTimeLimit: 60_000, endOnFailure: true }
      await fc.assert(fc.asyncProperty(requestsTo(operation), holds), { ...how, numRuns: perRound })
      return perRound
    }, longLeast)
  })
}

test('after all of these requests a connection and an upload still have a place', async () => {
  const form = new FormData()
  form.set('file', new Blob(['[]']), 'a.json')
  const { authorization } = await w.user()
  const headers = { Authorization: authorization }
  const answer = await fetch(`${w.base}/ingestions`, { method: 'POST', headers, body: form })
  assert.ok(answer.status < 500 && answer.status !== 429, await answer.text())
})
