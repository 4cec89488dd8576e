import { deepEqual, equal, ok } from 'node:assert/strict'
import test from 'node:test'
import { type TestClock, testClock } from '../testing/clock.ts'
import type { TestSocket } from '../testing/socket.ts'
import { type TestLink, TestValkey } from '../testing/valkey.ts'
import {
  acme,
  acmeScan,
  nextTurn,
  scanId,
  scanProgress,
  type World,
  world,
} from '../testing/world.ts'
import { reconnectDelay, ValkeyBackend } from './valkey.ts'

type Node = World & { publisher: TestLink; subscriber: TestLink }

function node(server: TestValkey, clock: TestClock, database = 2, namespace = 'main'): Node {
  const publisher = server.connect()
  const subscriber = server.connect()
  const backend = new ValkeyBackend({ publisher, subscriber, database, namespace, clock })
  return { ...world({ backend, clock }), publisher, subscriber }
}

const codes = (socket: TestSocket): unknown[] =>
  socket.events().flatMap(({ payload }) => (payload.code ? [payload.code] : []))

const end = ({ hub }: World): void => hub.send(acmeScan, 'scan.end', { scan_id: scanId })

test('a topic carries database index and namespace, so that deployments do not hear each other', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const mine = node(server, clock)
  const otherIndex = await node(server, clock, 3).listener()
  const otherName = await node(server, clock, 2, 'staging').listener()
  const { socket } = await mine.listener()
  deepEqual(mine.subscriber.topics(), [`es:2:main:${acmeScan}`])
  end(mine)
  clock.turns()
  equal(socket.events().length, 1)
  deepEqual(otherIndex.socket.events(), [])
  deepEqual(otherName.socket.events(), [])
})

test('after a cut every listener gets events_lost once, and the next one gets events', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const w = node(server, clock)
  const one = await w.listener()
  const two = await w.listener({ channels: [scanProgress.channel(acme, 'other')] })
  server.stop()
  equal(w.hub.counters().upstream_up, 0)
  clock.advance(3_000)
  deepEqual(codes(one.socket), [], 'connections stay while it may come back')
  server.start()
  await nextTurn()
  deepEqual(codes(one.socket), ['events_lost'])
  deepEqual(codes(two.socket), ['events_lost'])
  equal(w.hub.counters().upstream_up, 1)
  const again = await w.listener()
  end(w)
  clock.turns()
  equal(again.socket.events()[0]?.type, 'scan.end')
  for (let second = 0; second < 15; second += 1) {
    clock.advance(1_000)
    await nextTurn()
  }
  deepEqual(codes(again.socket), [])
})

test('the resubscription is one command for all topics', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const w = node(server, clock)
  for (let count = 0; count < 5; count += 1)
    await w.listener({ channels: [scanProgress.channel(acme, `s${count}`)] })
  server.stop()
  server.subscribes.length = 0
  server.start()
  await nextTurn()
  equal(server.subscribes.length, 1)
  equal(server.subscribes[0]?.length, 5)
})

test('a backend away for ten seconds costs the listeners their streams, with the reason', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const w = node(server, clock)
  const { socket } = await w.listener()
  server.stop()
  clock.advance(9_000)
  deepEqual(codes(socket), [])
  clock.advance(1_000)
  deepEqual(codes(socket), ['events_lost'])
  const refused = w.hub.subscribe(w.seat(), [acmeScan]).then(
    () => 200,
    (error) => error.status,
  )
  clock.advance(1_000)
  equal(await refused, 503)
})

test('while the backend is away, a channel with listeners takes no new one', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const w = node(server, clock)
  const { socket } = await w.listener()
  server.stop()
  const refused = w.hub.subscribe(w.seat(), [acmeScan]).then(
    () => 200,
    (error) => error.status,
  )
  clock.advance(1_000)
  equal(await refused, 503)
  deepEqual(codes(socket), [])
})

test('a short absence during a connect is waited out, and the newcomer has lost nothing', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const w = node(server, clock)
  server.stop()
  const pending = w.listener()
  clock.advance(500)
  server.start()
  const { socket } = await pending
  end(w)
  clock.turns()
  deepEqual(
    socket.events().map(({ type }) => type),
    ['scan.end'],
  )
})

test('events sent while the publisher is away wait a second, then are dropped, counted, and reported', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const worker = node(server, clock)
  const api = node(server, clock)
  const { socket } = await api.listener()
  worker.publisher.cut()
  end(worker)
  clock.advance(500)
  worker.publisher.open()
  await nextTurn()
  clock.turns()
  equal(socket.events()[0]?.type, 'scan.end', 'half a second is waited out')
  worker.publisher.cut()
  end(worker)
  clock.advance(2_000)
  const drops = (): number =>
    worker.hub.counters()['publish_dropped_total{reason="backend_down"}'] ?? 0
  equal(drops(), 1)
  deepEqual(codes(socket), [])
  worker.publisher.open()
  await nextTurn()
  clock.turns()
  equal(socket.events().length, 2)
  deepEqual(codes(socket), ['events_lost'], 'the listener in the other process hears of the loss')
})

test('a publisher at its limit drops the newest, and reports the loss once it is below the limit', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const worker = node(server, clock)
  const api = node(server, clock)
  const { socket } = await api.listener()
  worker.publisher.cut()
  for (let count = 0; count < 10_005; count += 1) end(worker)
  equal(worker.hub.counters()['publish_dropped_total{reason="queue_full"}'], 5)
  worker.publisher.open()
  await nextTurn()
  clock.turns()
  equal(codes(socket).at(-1), 'events_lost')
})

test('a server that hangs is noticed by its silence, and its listeners get events_lost', async () => {
  const server = new TestValkey()
  const clock = testClock()
  const w = node(server, clock)
  const { socket } = await w.listener()
  for (let second = 0; second < 20; second += 1) {
    clock.advance(1_000)
    await nextTurn()
  }
  equal(w.hub.counters().upstream_up, 1, 'answered pings keep the connection')
  server.hung = true
  for (let second = 0; second < 6; second += 1) {
    clock.advance(1_000)
    await nextTurn()
  }
  equal(w.hub.counters().upstream_up, 0)
  server.hung = false
  server.start()
  await nextTurn()
  deepEqual(codes(socket), ['events_lost'])
  const again = await w.listener()
  end(w)
  clock.turns()
  equal(again.socket.events().length, 1)
})

test('a server that is not there at the start is no error, and is used when it comes', async () => {
  const server = new TestValkey()
  server.up = false
  const clock = testClock()
  const w = node(server, clock)
  equal(w.hub.counters().upstream_up, 0)
  end(w)
  clock.advance(60_000)
  server.start()
  await nextTurn()
  equal(w.hub.counters().upstream_up, 1)
  const { socket } = await w.listener()
  end(w)
  clock.turns()
  equal(socket.events().length, 1)
})

test('reconnects begin at 50 to 100 ms and stay within two seconds', () => {
  equal(
    reconnectDelay(1, () => 0),
    50,
  )
  for (let attempt = 1; attempt < 100; attempt += 1)
    for (const chance of [0, 0.5, 0.999]) {
      const ms = reconnectDelay(attempt, () => chance)
      ok(ms >= 50 && ms <= 2_000, `${ms}`)
    }
})

test('a subscription stands when it is acknowledged itself, not when one that was given up is', async () => {
  const acknowledge: (() => void)[] = []
  const backend = new ValkeyBackend({
    publisher: new TestValkey().connect(),
    subscriber: {
      status: 'ready',
      ping: async () => 'PONG',
      disconnect: () => {},
      on: () => {},
      subscribe: (...topics: string[]) =>
        topics.length === 0
          ? Promise.resolve()
          : new Promise<void>((done) => void acknowledge.push(done)),
      unsubscribe: async () => {},
    },
    database: 0,
    namespace: 'main',
    clock: testClock(),
  })
  await nextTurn()
  const stands: string[] = []
  void backend.subscribe('topic').then(() => stands.push('first'))
  backend.unsubscribe('topic')
  void backend.subscribe('topic').then(() => stands.push('second'))
  acknowledge[0]?.()
  await nextTurn()
  deepEqual(stands, [])
  acknowledge[1]?.()
  await nextTurn()
  deepEqual(stands, ['second'])
  await backend.close()
})
