/** A client that disconnects leaves nothing behind: no slot, no timer, no file. */
import { equal, ok } from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Identity } from '../auth/index.ts'
import type { Database } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Answer, Endpoint, Exchange } from './endpoint.ts'
import { serve } from './index.ts'
import { hangUpSignal, watchReader } from './connections.ts'

const silent: Log = { info() {}, warn() {}, error() {} }
const identity = { tenantId: 'acme', userId: 'u', kind: 'session' } as unknown as Identity

interface Served {
  readonly port: number
  /** Requests that were authenticated, and sockets that are open. */
  readonly seen: { asked: number; sockets: number }
  /** Admits all waiting requests. */
  readonly open: () => void
  readonly status: (path: string) => Promise<number>
}

async function served(
  t: TestContext,
  run: (exchange: Exchange) => Promise<Answer>,
  requestsPerTenant = 2,
): Promise<Served> {
  const door = Promise.withResolvers<void>()
  const seen = { asked: 0, sockets: 0 }
  const route: Endpoint = {
    method: 'GET',
    path: '/notes',
    may: 'any_member',
    summary: '',
    tag: '',
    operationId: '',
    kind: 'one',
    status: 200,
    run,
  }
  const authenticate = async (): Promise<Identity> => {
    seen.asked += 1
    await door.promise
    return identity
  }
  const database = {} as unknown as Database
  const app = serve(
    [route],
    { database, authenticate, loaders: new Map() },
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: null,
      trustedProxies: [],
      corsOrigins: [],
      requestsPerTenant,
      pace: { everyMs: 20, leastBytes: 1 },
    },
    silent,
  )
  app.server.on('connection', (socket: Socket) => {
    seen.sockets += 1
    socket.once('close', () => (seen.sockets -= 1))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const status = async (path: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    await response.text()
    return response.status
  }
  return { port, seen, open: door.resolve, status }
}

const request = (path = '/api/v1/notes'): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function until(holds: () => boolean): Promise<void> {
  for (let n = 0; n < 1_000 && !holds(); n += 1) await sleep(10)
  ok(holds())
}

/** Sends the requests on one connection, and hangs up once as many are being worked on. */
async function hangUp({ port, seen }: Served, requests: string, working: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const before = seen.asked
  socket.write(requests)
  await until(() => seen.asked === before + working)
  socket.resetAndDestroy()
  await until(() => seen.sockets === 0)
}

test('whoever hangs up before they are known takes no place, and nothing is done for them', async (t) => {
  let worked = 0
  const server = await served(t, async ({ authenticate }) => {
    await authenticate(undefined)
    worked += 1
    return { status: 200, document: {} }
  })
  for (let n = 0; n < 3; n += 1) await hangUp(server, request(), 1)
  server.open()
  await sleep(20)
  equal(worked, 0)
  for (let n = 0; n < 3; n += 1) equal(await server.status('/api/v1/notes'), 200)
})

test('requests that wait behind another of their connection give their places back when it ends', async (t) => {
  const slow = Promise.withResolvers<void>()
  const server = await served(
    t,
    async ({ authenticate, search }) => {
      await authenticate(undefined)
      if (search === 'slow') await slow.promise
      return { status: 200, document: {} }
    },
    8,
  )
  server.open()
  await hangUp(server, request('/api/v1/notes?slow') + request().repeat(7), 8)
  slow.resolve()
  const at = await Promise.all(Array.from({ length: 8 }, () => server.status('/api/v1/notes')))
  equal(at.filter((status) => status === 200).length, 8)
})

test('a file that is ready after its client hung up is given up', async (t) => {
  const slow = Promise.withResolvers<void>()
  const files: Readable[] = []
  const server = await served(
    t,
    async ({ authenticate, search }) => {
      await authenticate(undefined)
      await slow.promise
      if (search !== 'file') return { status: 200, document: {} }
      const file = new Readable({
        read() {
          this.push('x'.repeat(2 ** 16))
        },
      })
      files.push(file)
      return { status: 200, stream: file }
    },
    8,
  )
  server.open()
  const both = request('/api/v1/notes?slow') + request('/api/v1/notes?file')
  await hangUp(server, both, 2)
  slow.resolve()
  await until(() => files.length === 1 && files.every(({ closed }) => closed))
})

test('an answer that is ready after its client hung up is not watched', async () => {
  let looks = 0
  const socket = {
    get bytesWritten() {
      looks += 1
      return 0
    },
  }
  const raw = Object.assign(new EventEmitter(), { destroyed: true })
  const reply = { raw, request: { raw: { socket } } } as unknown as FastifyReply
  watchReader(reply, { everyMs: 1, leastBytes: 1 })
  await sleep(20)
  equal(looks, 0)
})

test('whoever was answered has not hung up, whenever it is asked', async (t) => {
  const signals: AbortSignal[] = []
  const server = createServer((_, raw) => {
    raw.once('close', () => signals.push(hangUpSignal({ raw } as unknown as FastifyReply)))
    raw.end()
  })
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  while (signals.length === 0) await sleep(10)
  equal(signals[0]?.aborted, false)
})
