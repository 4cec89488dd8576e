/**
 * Requests that are truncated, reordered, framed wrongly or reset at any point. The server answers each with an error
 * document where it still can, and keeps serving.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isWhole } from '@plumbline/scanner/testing'
import { describeApi } from '../describe-api.ts'
import { operationsOf, type Operation } from './api-properties/operations.ts'
import { addressed } from './api-properties/requests.ts'
import { eventually } from './eventually.ts'
import { type Client, type World, world } from './index.ts'
import { openRaw, type Raw, UncaughtErrors, ways } from './raw-requests.ts'

const uncaught = new UncaughtErrors()

let w: World
before(async () => {
  uncaught.watch()
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
  uncaught.unwatch()
})

/** The server answers, no error was uncaught, and no request failed with an internal error. */
async function alive(): Promise<void> {
  assert.equal((await w.acme.get('/users/me')).status, 200)
  assert.deepEqual(uncaught.faultsOf(w), [])
}

const answered = (): number => w.logged.filter(({ event }) => event === 'request').length

const open = (text: string): Raw => openRaw(w.address, text)

interface Body {
  readonly type: string
  /** `Content-Length`, if it differs from the bytes sent. */
  readonly length?: number
  /** `Transfer-Encoding: chunked`; the body already contains the chunk framing. */
  readonly isChunked?: boolean
}

const request = (
  method: string,
  path: string,
  body: string,
  { type, length = body.length, isChunked = false }: Body,
  { authorization }: Client = w.acme,
): string =>
  [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${authorization}`,
    'Connection: close',
    `Content-Type: ${type}`,
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '',
    body,
  ].join('\r\n')

/** The server, which is in this process, reads and authenticates what was sent before it answers a later request. */
async function serverHasRead(): Promise<void> {
  assert.equal((await w.rival.get('/users/me')).status, 200)
}

async function sent(text: string): Promise<Raw> {
  const raw = open(text)
  await new Promise((resolve) => raw.socket.once('connect', resolve))
  await serverHasRead()
  return raw
}

/** Sends the text and checks the response. */
async function refused(text: string, what: string): Promise<void> {
  checkAnswer(await open(text).ended, what)
}

/** The response is an error document or accepts the file. */
function checkAnswer(answer: string, what: string): void {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
  if (status === 202) return
  assert.ok(status >= 400 && status < 500, `${what}: ${answer.slice(0, 200)}`)
  const document = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { errors?: object[] }
  assert.ok(document.errors && document.errors.length > 0, `${what}: ${answer}`)
}

const parts = {
  field: 'Content-Disposition: form-data; name="note"\r\n\r\nA note.',
  unknown: 'Content-Disposition: form-data; name="other"; filename="b.json"\r\n\r\n[{"a":1}]',
  file: 'Content-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[{"a":1}]',
  second: 'Content-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n[{"b":1}]',
  nested:
    'Content-Type: multipart/mixed; boundary=y\r\nContent-Disposition: form-data; name="z"\r\n\r\n--y\r\nContent-Disposition: file; filename="d"\r\n\r\n1\r\n--y--',
  bare: '\r\nNo header at all.',
  malformed:
    'Content-Disposition: form-data; name="f"; filename*=none\'\'%zz%\r\nContent-Type: text/plain; charset=none\r\nContent-Transfer-Encoding: base64\r\n\r\n%\x80\xff',
}
const bodyOf = (texts: readonly string[]): string =>
  `${texts.map((text) => `--x\r\n${text}\r\n`).join('')}--x--\r\n`
const multipart = 'multipart/form-data; boundary=x'

/** Three at a time: a tenant may send four. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all([worker(), worker(), worker()])
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

test('rejects a multipart body truncated at any byte', async () => {
  const body = bodyOf(Object.values(parts))
  const cuts = upTo(body.length).filter((cut) => isWhole || cut % 3 === 0)
  await each(cuts, (cut) =>
    refused(
      request('POST', '/ingestions', body.slice(0, cut), { type: multipart }),
      `cut at ${cut}`,
    ),
  )
  await alive()
})

/** All orders of four names. */
const orders = (names: readonly string[]): readonly (readonly string[])[] =>
  names.length === 0
    ? [[]]
    : names.flatMap((name) =>
        orders(names.filter((one) => one !== name)).map((rest) => [name, ...rest]),
      )

test('accepts or rejects multipart parts in any order, with any part truncated', async () => {
  const four = {
    unknown: parts.unknown,
    file: parts.file,
    second: parts.second,
    malformed: parts.malformed,
  }
  await each(orders(Object.keys(four)), async (names) => {
    const texts = names.map((name) => four[name as keyof typeof four])
    for (const [at, text] of texts.entries()) {
      const before = texts.slice(0, at).map((one) => `--x\r\n${one}\r\n`)
      const cut = `${before.join('')}--x\r\n${text.slice(0, -3)}`
      await refused(
        request('POST', '/ingestions', cut, { type: multipart }),
        `${names.join()} to ${at}`,
      )
    }
    await refused(request('POST', '/ingestions', bodyOf(texts), { type: multipart }), names.join())
  })
  await alive()
})

for (const type of [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'x'.repeat(5_000)}`,
  "multipart/form-data; boundary*=none''%zz; charset=none",
  'multipart/form-data; boundary=x; boundary=y',
  'multipart/mixed; boundary=x',
])
  test(`accepts or rejects a body of type ${type.slice(0, 60)}`, async () => {
    const body = bodyOf(Object.values(parts))
    for (const text of [body, body.slice(0, 200), '', '\r\n'])
      await refused(request('POST', '/ingestions', text, { type }), text.slice(0, 20))
    await alive()
  })

/** Chunked bodies, one TCP segment per item. After a large item the client waits until the server has read it. */
const head = 'Content-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
const large = ' '.repeat(70_000)
const end = '\r\n--x--\r\n'
const segments: Readonly<Record<string, readonly string[]>> = {
  'a large part that does not end': [`--x\r\n${head}`, large, large],
  'a header named constructor': [
    `--x\r\n${head}`,
    large,
    '[]\r\n--x\r\n',
    `constructor: 1\r\n\r\n1${end}`,
  ],
  'a header named __proto__': [
    `--x\r\n${head}`,
    large,
    '[]\r\n--x\r\n',
    `__proto__: 1\r\n\r\n1${end}`,
  ],
  'a header that never ends': [`--x\r\n${head}`, large, '[]\r\n--x\r\n', large, end],
  'bytes after the last boundary': [`--x\r\n${head}[]${end}`, '\r\n', 'An epilogue.'],
  'a body after the last boundary': [`--x\r\n${head}[]${end}`, `--x\r\n${head}[]${end}`],
  'two last boundaries after a large part': [`--x\r\n${head}`, large, `[]${end}`, end],
  'no part': [`--x--`, '\r\n', '\r\n'],
}
for (const [what, texts] of Object.entries(segments))
  test(`an upload in segments with ${what} is answered and releases its slot`, async () => {
    // More often than a tenant may upload at once.
    for (let time = 0; time < 8; time++) {
      const raw = open(request('POST', '/ingestions', '', { type: multipart, isChunked: true }))
      for (const text of texts) {
        raw.socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
        await serverHasRead()
      }
      raw.socket.write('0\r\n\r\n')
      checkAnswer(await raw.ended, `${what}, time ${time}`)
    }
    await alive()
  })

for (const [way, leave] of Object.entries(ways))
  test(`an upload whose client disconnects by ${way} releases its slot`, async () => {
    const body = bodyOf(Object.values(parts))
    const whole = request('POST', '/ingestions', body, { type: multipart })
    const head = whole.length - body.length
    const cuts = upTo(Math.ceil(body.length / 5)).map((at) => at * 5)
    await each(cuts, async (cut) => {
      const { socket, ended } = await sent(whole.slice(0, head + cut))
      leave(socket)
      await ended
    })
    await eventually('a slot for an upload', async () => {
      const form = new FormData()
      form.set('file', new Blob(['[]']), 'a.json')
      const headers = { Authorization: w.acme.authorization }
      const url = `${w.base}/ingestions`
      return (await fetch(url, { method: 'POST', headers, body: form })).status !== 429
    })
    await alive()
  })

const frames = {
  'a size that is not a number': 'zz\r\nabc\r\n0\r\n\r\n',
  'a negative size': '-5\r\nabc\r\n0\r\n\r\n',
  'a size beyond every limit': 'fffffffffffffffffff\r\nabc',
  'a frame that is too short': '8\r\nabc\r\n0\r\n\r\n',
  'a frame without its end': '3\r\nabc0\r\n\r\n',
  'no last frame': '3\r\nabc\r\n',
  'a broken trailer': '3\r\nabc\r\n0\r\n: :\r\nx\r\n\r\n',
  'an endless extension': `3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
  'no content': '',
}
for (const [what, frame] of Object.entries(frames))
  test(`a chunked body with ${what} closes only its own connection`, async () => {
    const bodies = [
      ['POST', '/ingestions', multipart],
      ['POST', '/providers', 'application/vnd.api+json'],
      ['PATCH', `/users/${w.acme.userId}`, 'application/vnd.api+json'],
      ['POST', '/accounts/saml/example.com/acs/', 'application/x-www-form-urlencoded'],
    ] as const
    for (const [method, path, type] of bodies)
      for (const leave of Object.values(ways)) {
        const { socket, ended } = await sent(
          request(method, path, frame, { type, isChunked: true }),
        )
        leave(socket)
        await ended
      }
    await alive()
  })

/** Media types of responses that are written while the client reads them. */
const json = /^application\/(vnd\.api\+)?json$/
const streamed = ({ method, mediaTypes }: Operation): readonly string[] =>
  method === 'GET' ? mediaTypes.filter((type) => !json.test(type)) : []

test('a client may disconnect from any streamed response at any point', async () => {
  const provider = await w.acme.provider()
  const scan = await w.acme.scan(provider)
  const operations = operationsOf(await describeApi())
  const asked = operations.flatMap((operation) =>
    streamed(operation).map((accept) => ({ operation, accept })),
  )
  assert.ok(asked.length >= 8, `${asked.length} streamed responses`)
  for (const { operation, accept } of asked) {
    const path = addressed(operation.path, () => scan)
    const text = [
      `GET /api/v1${path} HTTP/1.1`,
      'Host: x',
      `Authorization: ${w.acme.authorization}`,
      `Accept: ${accept}`,
      '',
      '',
    ].join('\r\n')
    for (const leave of Object.values(ways)) {
      const early = await sent(text)
      leave(early.socket)
      await early.ended
      const { socket, ended } = open(text)
      await new Promise((resolve) => socket.once('data', resolve))
      leave(socket)
      socket.destroy()
      await ended
    }
  }
  await eventually('a slot for an export', async () => {
    const csv = { Accept: 'text/csv' }
    return (await w.acme.ask('GET', '/findings/latest', undefined, csv)).status === 200
  })
  assert.ok(answered() > asked.length)
  await alive()
})
