import { deepEqual, equal, rejects } from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Clock, HttpCall } from '../kit/index.ts'
import { systemClock } from './clock.ts'
import { engineConfig } from './config.ts'
import { createHttp, type HttpOptions } from './http.ts'

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limits = { each: 10, overall: 40, perSecond: 1_000 }

/** A clock that records the delays of retries without waiting. */
function impatient(): Clock & { slept: number[] } {
  const slept: number[] = []
  return { slept, now: systemClock.now, sleep: async (ms) => void slept.push(ms) }
}

const door = (t: TestContext, options: Partial<HttpOptions> = {}) => {
  const { connectTimeoutMs, readTimeoutMs } = engineConfig({})
  const usual = { hosts: ['.amazonaws.com'], limits, retries: 0, connectTimeoutMs, readTimeoutMs }
  const http = createHttp({ ...usual, ...options })
  t.after(() => http.close())
  return http
}

const call = (url: string, changes: Partial<HttpCall> = {}): HttpCall => ({
  name: 'test:Call',
  limit: 'test',
  build: async () => ({ method: 'GET', url: new URL(url), headers: {}, body: '' }),
  judge: ({ status }) => (status === 429 ? 'throttled' : status >= 500 ? 'again' : 'done'),
  signal: new AbortController().signal,
  ...changes,
})

test('no retries means exactly one attempt', async (t) => {
  let seen = 0
  const url = await serve(t, (_, response) => {
    seen++
    response.writeHead(503).end()
  })
  const answer = await door(t, { endpoint: url, retries: 0 }).call(call(url))
  deepEqual([answer.status, seen], [503, 1])
})

test('no retries means exactly one attempt also when the connection breaks', async (t) => {
  let seen = 0
  const url = await serve(t, (request) => {
    seen++
    request.socket.destroy()
  })
  await rejects(door(t, { endpoint: url, retries: 0 }).call(call(url)), {
    code: 'connection_failed',
  })
  equal(seen, 1)
})

test('retries go on until an answer is good, each built anew, and are counted', async (t) => {
  let seen = 0
  const url = await serve(t, (_, response) => {
    response.writeHead(++seen < 3 ? 500 : 200).end('fine')
  })
  const clock = impatient()
  const http = door(t, { endpoint: url, retries: 3, clock, random: () => 0.5 })
  const built: number[] = []
  const answer = await http.call(
    call(url, {
      build: async (n) => {
        built.push(n)
        return { method: 'GET', url: new URL(url), headers: {}, body: '' }
      },
    }),
  )
  equal(answer.body.toString(), 'fine')
  deepEqual(built, [1, 2, 3])
  deepEqual(clock.slept, [100, 200])
  const [row] = http.statistics()
  deepEqual([row?.attempts, row?.answers], [3, { 200: 1, 500: 2 }])
})

test('a Retry-After of the other side is obeyed', async (t) => {
  let seen = 0
  const url = await serve(t, (_, response) => {
    response.writeHead(++seen === 1 ? 429 : 200, { 'retry-after': '7' }).end()
  })
  const clock = impatient()
  await door(t, { endpoint: url, retries: 1, clock }).call(call(url))
  deepEqual(clock.slept, [7_000])
})

test('the timeouts are 10 s to connect and 60 s to read unless configured, and three retries', () => {
  const usual = engineConfig({})
  deepEqual([usual.connectTimeoutMs, usual.readTimeoutMs, usual.retries], [10_000, 60_000, 3])
  const own = engineConfig({ connect_timeout_ms: 1, read_timeout_ms: 2, retries: 0 })
  deepEqual([own.connectTimeoutMs, own.readTimeoutMs, own.retries], [1, 2, 0])
})

test('a connection that is not made in time fails as connect_timeout', async (t) => {
  const held: Socket[] = []
  // Accepts connections and never responds to the TLS handshake.
  const server = createPlainServer((socket) => held.push(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    for (const socket of held) socket.destroy()
    server.close()
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  await rejects(door(t, { endpoint: url, connectTimeoutMs: 100 }).call(call(url)), {
    code: 'connect_timeout',
    message: '127.0.0.1 did not connect in 100 ms.',
  })
})

test('a name that is never resolved fails as connect_timeout', async (t) => {
  const http = door(t, { connectTimeoutMs: 60, lookup: () => undefined })
  await rejects(http.call(call('https://s3.amazonaws.com')), { code: 'connect_timeout' })
})

for (const [answer, code] of [
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'connection_failed'],
] as const) {
  test(`a name that the resolver answers with ${answer} fails as ${code}`, async (t) => {
    const lookup: HttpOptions['lookup'] = (_name, _options, callback) =>
      callback(Object.assign(new Error('no'), { code: answer }), '')
    await rejects(door(t, { lookup }).call(call('https://s3.amazonaws.com')), { code })
  })
}

test('a silent answer fails as read_timeout, before its head and within its body', async (t) => {
  const url = await serve(t, (request, response) => {
    if (request.url === '/body') response.writeHead(200, { 'content-length': '9' }).write('x')
  })
  const http = door(t, { endpoint: url, readTimeoutMs: 100 })
  await rejects(http.call(call(`${url}/head`)), { code: 'read_timeout' })
  await rejects(http.call(call(`${url}/body`)), { code: 'read_timeout' })
})

test('an answer that drips for ever ends after five read timeouts', async (t) => {
  const url = await serve(t, (_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  await rejects(door(t, { endpoint: url, readTimeoutMs: 60 }).call(call(url)), {
    code: 'read_timeout',
  })
})

test('an answer that switches protocols is none, and nobody waits for more', async (t) => {
  const server = createPlainServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const called = door(t, { endpoint: url, readTimeoutMs: 60_000 }).call(call(url))
  const waited = new Promise((_, late) => {
    const timer = setTimeout(() => late(new Error('the call never ended')), 30_000)
    t.after(() => clearTimeout(timer))
  })
  await rejects(Promise.race([called, waited]), { code: 'connection_failed' })
})

test('an answer that ends before its announced length is truncated, never short', async (t) => {
  const url = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.socket?.destroy(), 20)
  })
  await rejects(door(t, { endpoint: url }).call(call(url)), { code: 'truncated_answer' })
})

test('an answer that breaks off is said to, whichever way the connection ends', async (t) => {
  for (const end of ['destroy', 'resetAndDestroy'] as const) {
    const url = await serve(t, (request, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('half', () => setTimeout(() => request.socket[end](), 20))
    })
    await rejects(door(t, { endpoint: url }).call(call(url)), {
      code: 'truncated_answer',
      message: 'The connection closed before the response was complete.',
    })
  }
})

test('an answer beyond the bound is dropped', async (t) => {
  const url = await serve(t, (_, response) => void response.end(Buffer.alloc(5_000)))
  await rejects(door(t, { endpoint: url, maxBytes: 4_000 }).call(call(url)), {
    code: 'answer_too_large',
  })
})

test('only the provider’s hosts over TLS and the operator’s endpoint are called', async (t) => {
  let seen = 0
  const url = await serve(t, (_, response) => {
    seen++
    response.end()
  })
  const http = door(t)
  const refused = [
    url,
    url.replace('127.0.0.1', 'localhost'),
    'http://s3.amazonaws.com',
    'https://amazonaws.com.example.org',
    'https://127.0.0.1.amazonaws.com.example.org',
    'https://169.254.169.254/latest/meta-data',
  ]
  for (const target of refused) await rejects(http.call(call(target)), { code: 'host_refused' })
  equal(seen, 0)
})

test('rejects a provider’s host name if the connected address is private', async (t) => {
  let seen = 0
  const server = createPlainServer(() => seen++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const http = door(t, {
    // A resolver that returns a private address and bypasses the lookup check.
    lookup: (_, options, callback) =>
      options.all
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4),
  })
  await rejects(http.call(call(`https://evil.amazonaws.com:${port}`)), { code: 'host_refused' })
})

test('cancelling ends a hanging call at once, whatever the signal’s reason', async (t) => {
  const url = await serve(t, () => undefined)
  const stop = new AbortController()
  // Longer than a test may take, so only the signal can end it.
  const http = door(t, { endpoint: url, retries: 5, readTimeoutMs: 3_600_000 })
  const hanging = http.call(call(url, { signal: stop.signal }))
  setTimeout(() => stop.abort('enough'), 50)
  await rejects(hanging, { name: 'AbortError' })
})

test('returns a redirect as the response and does not follow it', async (t) => {
  const url = await serve(
    t,
    (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  equal((await door(t, { endpoint: url }).call(call(url))).status, 302)
})
