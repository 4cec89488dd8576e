import { deepEqual, equal, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { memoryBackend } from '../backends/memory.ts'
import { Hub } from '../hub.ts'
import type { Limits } from '../limits.ts'
import { type Answer, serve, type TestServer, until } from '../testing/server.ts'
import { acmeScan, scanId, scanProgress } from '../testing/world.ts'
import { type Listener, type ListenOptions, listen } from './listen.ts'

type Story = {
  readonly hub: Hub
  readonly server: TestServer
  /** What happened, in order. */
  readonly log: string[]
  /** The waits the client made, in milliseconds. */
  readonly waits: number[]
  readonly start: (options?: Partial<ListenOptions<typeof scanProgress>>) => Listener
}

const streamHead = { 'Content-Type': 'text/event-stream' }
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end()

async function story(context: TestContext, limits: Partial<Limits> = {}): Promise<Story> {
  const hub = new Hub({ backend: memoryBackend(), streams: [scanProgress], limits })
  const server = await serve(hub, [acmeScan])
  const log: string[] = []
  const waits: number[] = []
  const listeners: Listener[] = []
  context.after(async () => {
    for (const listener of listeners) listener.close()
    await server.close()
  })
  return {
    hub,
    server,
    log,
    waits,
    start(options = {}) {
      const listener = listen<typeof scanProgress>({
        url: server.url,
        on: {
          'scan.progress': ({ checked, total }) => void log.push(`${checked}/${total}`),
          'scan.end': ({ scan_id }) => void log.push(`end ${scan_id}`),
        },
        onOpen: () => void log.push('open'),
        onGap: () => void log.push('gap'),
        onLost: () => void log.push('lost'),
        onClosing: ({ code }) => void log.push(`closing ${code}`),
        onStop: ({ status: code }) => void log.push(`stop ${code}`),
        onError: (error) => void log.push(`error ${error}`),
        sleep: async (ms) => void waits.push(ms),
        random: () => 0.5,
        ...options,
      })
      listeners.push(listener)
      return listener
    },
  }
}

const progress = ({ hub }: Story, checked: number): void =>
  hub.send(acmeScan, 'scan.progress', { checked, total: 9 })

test('events arrive by name with their payloads, over a real connection', async (context) => {
  const s = await story(context)
  s.start({ authorization: () => 'Bearer abc' })
  await until('the stream is open', () => s.log.length === 1)
  progress(s, 1)
  progress(s, 2)
  s.hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  await until('all is heard', () => s.log.length === 4)
  deepEqual(s.log, ['open', '1/9', '2/9', `end ${scanId}`])
  equal(s.server.requests[0]?.headers.authorization, 'Bearer abc')
  equal(s.server.requests[0]?.headers.accept, 'text/event-stream')
})

test('a close by the server says why, and the client reconnects after the delay it was sent, and reports a gap', async (context) => {
  const s = await story(context)
  s.start()
  await until('the stream is open', () => s.log.length === 1)
  s.hub.closeWhere(() => true, 'draining', 'restart')
  await until('it is open again', () => s.log.includes('gap'))
  progress(s, 3)
  await until('the event is heard', () => s.log.includes('3/9'))
  deepEqual(s.log, ['open', 'closing draining', 'lost', 'gap', '3/9'])
  const [wait = 0] = s.waits
  ok(wait >= 500 && wait <= 5_000, `${wait} ms`)
})

test('a cut connection is taken up again after a backoff', async (context) => {
  const s = await story(context)
  s.start()
  await until('the stream is open', () => s.log.length === 1)
  s.server.cut()
  await until('it is open again', () => s.log.includes('gap'))
  deepEqual(s.log, ['open', 'lost', 'gap'])
  deepEqual(s.waits, [1_500])
})

test('failures wait longer each time, Retry-After is obeyed, and success starts anew', async (context) => {
  const s = await story(context)
  for (const answer of [
    status(503),
    status(500),
    status(200, { 'Content-Type': 'text/html' }),
    status(503, { 'Retry-After': '7' }),
    status(429, { 'Retry-After': '60' }),
  ])
    s.server.next(answer)
  s.start()
  await until('the stream is open', () => s.log.includes('open'))
  deepEqual(s.waits, [1_500, 3_000, 6_000, 7_000, 60_000])
  s.server.cut()
  await until('it is open again', () => s.log.includes('gap'))
  equal(s.waits.at(-1), 1_500)
})

test('what cannot get better stops the client: 403, 404, 204', async (context) => {
  for (const code of [403, 404, 204]) {
    const s = await story(context)
    s.server.next(status(code))
    s.start()
    await until('it stops', () => s.log.length === 1)
    deepEqual(s.log, [`stop ${code}`])
    equal(s.server.requests.length, 1)
  }
})

test('a 401 asks for a fresh token once, and a second one stops', async (context) => {
  const s = await story(context)
  const asked: boolean[] = []
  const authorization = ({ refresh }: { refresh: boolean }): string => {
    asked.push(refresh)
    return refresh ? 'Bearer fresh' : 'Bearer stale'
  }
  s.server.next(status(401))
  s.start({ authorization })
  await until('the stream is open', () => s.log.includes('open'))
  deepEqual(asked, [false, true])
  equal(s.server.requests[1]?.headers.authorization, 'Bearer fresh')
  s.server.next(status(401))
  s.server.next(status(401))
  s.server.cut()
  await until('it stops', () => s.log.includes('stop 401'))
  deepEqual(asked, [false, true, false, true])
})

test('a silent connection is closed by the client, one with heartbeats is not', async (context) => {
  const s = await story(context)
  let beats = 0
  s.server.next((_request, response) => {
    response.writeHead(200, streamHead)
    const timer = setInterval(() => {
      beats += 1
      if (beats < 10) response.write(':\n\n')
      else clearInterval(timer)
    }, 30)
  })
  s.start({ silenceMs: 1_000 }) // far more than a busy machine takes for a beat
  await until('the silent line is replaced', () => s.log.includes('gap'))
  ok(beats >= 10, `${beats} heartbeats kept the line`)
  deepEqual(s.log, ['open', 'lost', 'gap'])
})

test('a server that accepts and never answers counts as silent', async (context) => {
  const s = await story(context)
  s.server.next(() => {})
  s.start({ silenceMs: 100 })
  await until('the next attempt is served', () => s.log.includes('open'))
  deepEqual(s.waits, [1_500])
})

test('a handler that throws, an event that is no JSON and one without a handler leave the stream alone', async (context) => {
  const s = await story(context)
  s.server.next((_request, response) => {
    response.writeHead(200, streamHead)
    const frames = ['scan.progress\ndata: {', 'scan.error\ndata: {}', 'toString\ndata: {}']
    for (const frame of frames) response.write(`event: ${frame}\n\n`)
    response.write(`event: scan.end\ndata: {}\n\n`)
    response.write(`event: scan.progress\ndata: {"checked":1,"total":2}\n\n`)
  })
  s.start({
    on: {
      'scan.progress': ({ checked }) => void s.log.push(`${checked}`),
      'scan.end': () => {
        throw new Error('of the page')
      },
    },
    onOpen: () => {
      throw new Error('at the opening')
    },
  })
  await until('the last event is heard', () => s.log.includes('1'))
  equal(s.log.length, 4)
  equal(s.log[0], 'error Error: at the opening')
  ok(s.log[1]?.startsWith('error SyntaxError'))
  equal(s.log[2], 'error Error: of the page')
})

test('close ends the connection and every attempt', async (context) => {
  const s = await story(context)
  const listener = s.start()
  await until('the stream is open', () => s.log.length === 1)
  listener.close()
  await until('the server sees it', () => [...s.hub.connections()].length === 0)
  equal(s.server.requests.length, 1)
  deepEqual(s.log, ['open'])
})

test('the client weighs less than 4 kB gzipped and imports nothing but itself and types', () => {
  const folder = dirname(fileURLToPath(import.meta.url))
  const files = globSync('*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))
  ok(files.length >= 4)
  let code = ''
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8')
    for (const [, kind, from] of source.matchAll(/^import (type )?[^']*'([^']+)'/gm))
      ok(kind || from?.startsWith('./'), `${file} imports ${from}`)
    code += stripTypeScriptTypes(source)
      .replace(/\/\*\*[\s\S]*?\*\//g, '')
      .replace(/\s+\/\/ .*$|^\/\/ .*$/gm, '')
      .replace(/\s*\n\s*/g, '\n')
  }
  const bytes = gzipSync(code).length
  ok(bytes < 4_096, `${bytes} bytes`)
})

test('a wait that no timer can hold is an hour, and no hammering', async (context) => {
  const s = await story(context)
  for (const answer of [
    status(503, { 'Retry-After': '99999999999' }),
    status(503, { 'Retry-After': '9'.repeat(400) }),
    (_request, response) => {
      response.writeHead(200, streamHead)
      response.end(`retry: ${'9'.repeat(12)}\n\ndata: {}\n\n`)
    },
  ] satisfies Answer[])
    s.server.next(answer)
  s.start()
  await until('it has waited three times', () => s.waits.length >= 3)
  deepEqual(s.waits.slice(0, 3), [3_600_000, 3_600_000, 3_600_000])
})
