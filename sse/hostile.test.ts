// Clients that mean harm, or are broken as if they did, over real sockets: other clients still receive events, buffers
// are bounded, and everything is freed.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import test, { type TestContext } from 'node:test'
import { memoryBackend } from './backends/memory.ts'
import { listen } from './client/index.ts'
import { Hub } from './hub.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { serve, type TestServer, until } from './testing/server.ts'
import { acme, acmeAnswer, answers } from './testing/world.ts'

type Stage = {
  readonly hub: Hub
  readonly server: TestServer
  /** A connection that has requested the stream; the test decides what it does next. */
  readonly guest: (options?: { readonly onread?: () => boolean }) => Socket
  /** Words that a well-behaved listener heard. */
  readonly heard: string[]
  readonly say: (text: string) => void
}

const many: Partial<Limits> = {
  streamsPerUser: 100_000,
  streamsPerTenant: 100_000,
  connectsPerMinute: 1_000_000,
}

async function stage(context: TestContext, limits: Partial<Limits> = many): Promise<Stage> {
  const hub = new Hub({ backend: memoryBackend(), streams: [answers], limits })
  const server = await serve(hub, [acmeAnswer])
  const guests = new Set<Socket>()
  const heard: string[] = []
  const good = listen<typeof answers>({
    url: server.url,
    on: { 'answer.delta': ({ text }) => void heard.push(text) },
  })
  context.after(async () => {
    good.close()
    for (const guest of guests) guest.destroy()
    await server.close()
  })
  await until('the good listener is there', () => open(hub) === 1)
  return {
    hub,
    server,
    heard,
    say: (text) => hub.send(acmeAnswer, 'answer.delta', { text }),
    guest({ onread } = {}) {
      const [host, port] = ['127.0.0.1', Number(new URL(server.url).port)]
      const socket = connect({
        host,
        port,
        ...(onread && { onread: { buffer: Buffer.alloc(1), callback: onread } }),
      })
      guests.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => guests.delete(socket))
      socket.write('GET / HTTP/1.1\r\nHost: hub\r\n\r\n')
      return socket
    },
  }
}

const open = (hub: Hub): number => [...hub.connections()].length
const closed = (hub: Hub, reason: string): number =>
  hub.counters()[`closed_total{reason="${reason}"}`] ?? 0

/** Sends large events until `done`; returns their number. Each turn of the loop lets sockets move. */
async function sayUntil({ say }: Stage, done: () => boolean): Promise<number> {
  const padding = 'x'.repeat(8_192)
  for (let count = 0; count < 20_000; count += 1) {
    if (done()) return count
    say(`${count} ${padding}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error('That had no end.')
}

test('who never reads is closed, holds no more than his share, and costs the others nothing', async (context) => {
  const s = await stage(context)
  const stalled = 40
  for (let count = 0; count < stalled; count += 1) s.guest().pause()
  await until('all are there', () => open(s.hub) === stalled + 1)
  let most = 0
  const said = await sayUntil(s, () => {
    most = Math.max(most, s.hub.counters().buffered_bytes ?? 0)
    return closed(s.hub, 'slow_consumer') === stalled
  })
  ok(most > 0 && most <= (stalled + 1) * defaultLimits.closeAboveBytes, `${most} bytes were held`)
  await until('the good listener heard all', () => s.heard.length === said)
  deepEqual(
    s.heard.map((text) => Number.parseInt(text, 10)),
    Array.from({ length: said }, (_, index) => index),
  )
  await until('nothing is held any more', () => s.hub.counters().buffered_bytes === 0)
  equal(open(s.hub), 1)
})

test('who reads a byte a second is closed as one who never reads', async (context) => {
  const s = await stage(context, { ...many, stallMs: 2_000 })
  let read = 0
  const slow = s.guest({
    onread() {
      read += 1
      return false // no more until resumed
    },
  })
  const timer = setInterval(() => slow.resume(), 1_000)
  context.after(() => clearInterval(timer))
  await until('it is there', () => open(s.hub) === 2)
  const said = await sayUntil(s, () => closed(s.hub, 'slow_consumer') === 1)
  ok(read > 0 && read < 60, `${read} bytes were read`)
  await until('the good listener heard all', () => s.heard.length === said)
})

test('who says goodbye and stays, or half asks, or asks and leaves at once, holds nothing', async (context) => {
  const s = await stage(context)
  const goodbye = s.guest()
  await until('it is there', () => open(s.hub) === 2)
  goodbye.end()
  await until('its place is free', () => open(s.hub) === 1)
  const port = Number(new URL(s.server.url).port)
  const halves = Array.from({ length: 200 }, () => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHo')
    return socket
  })
  for (let count = 0; count < 200; count += 1) s.guest().destroy()
  s.say('still here')
  await until('the good listener hears on', () => s.heard.includes('still here'))
  for (const socket of halves) socket.destroy()
  await until('nobody else is there', () => open(s.hub) === 1)
})

test('storms of resets in the middle of events leave the others their events and no place taken', async (context) => {
  const s = await stage(context)
  let said = 0
  for (let wave = 0; wave < 10; wave += 1) {
    const guests = Array.from({ length: 100 }, () => s.guest())
    await until('the wave is there', () => open(s.hub) === 101)
    for (const guest of guests) {
      s.say(`${said}`)
      said += 1
      guest.resetAndDestroy()
    }
    await until('the wave is gone', () => open(s.hub) === 1)
  }
  await until('the good listener heard all', () => s.heard.length === said)
  deepEqual(
    s.heard,
    Array.from({ length: said }, (_, index) => `${index}`),
  )
  equal(s.hub.counters().buffered_bytes, 0)
  equal(closed(s.hub, 'client'), 1_000)
})

test('thousands of connects by one user meet his limits, take little memory, and his places come back', async (context) => {
  const s = await stage(context, { connectsPerMinute: 100_000 })
  const before = process.memoryUsage().rss
  let refused = 0
  let waiting = 0
  for (let count = 0; count < 3_000; count += 1) {
    waiting += 1
    const guest = s.guest()
    guest.once('data', (answer) => {
      waiting -= 1
      if (!String(answer).startsWith('HTTP/1.1 503')) return
      refused += 1
      guest.destroy()
    })
    if (waiting >= 100) await until('answers come', () => waiting < 50)
  }
  await until('all are answered', () => waiting === 0)
  equal(open(s.hub), defaultLimits.streamsPerUser)
  equal(refused, 3_000 - (defaultLimits.streamsPerUser - 1))
  equal(s.hub.counters()['rejected_total{status="429"}'], refused)
  ok(process.memoryUsage().rss - before < 200 * 2 ** 20)
  s.say('still here')
  await until('the good listener hears on', () => s.heard.includes('still here'))
  s.hub.closeWhere(({ caller }) => caller.tenantId === acme, 'draining', 'a test')
  await until('places are free', () => open(s.hub) < defaultLimits.streamsPerUser)
})
