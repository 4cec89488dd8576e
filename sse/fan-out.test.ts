import { deepEqual, equal, ok } from 'node:assert/strict'
import test from 'node:test'
import type { TestSocket } from './testing/socket.ts'
import { acme, acmeAnswer, acmeScan, rival, scanProgress, world } from './testing/world.ts'

const words = (socket: TestSocket): unknown[] => socket.events().map(({ payload }) => payload.text)

test('events of one turn of the loop leave in one write, in their order', async () => {
  const { hub, clock, listener } = world()
  const { socket } = await listener()
  const before = socket.writes.length
  for (let checked = 1; checked <= 50; checked += 1)
    hub.send(acmeScan, 'scan.progress', { checked, total: 50 })
  equal(socket.writes.length, before)
  clock.turns()
  equal(socket.writes.length, before + 1)
  deepEqual(
    socket.events().map(({ payload }) => payload.checked),
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
})

test('a stream with a window gathers its events for so long, and keeps their order', async () => {
  const { hub, clock, listener } = world()
  const { socket } = await listener({ channels: [acmeAnswer] })
  const before = socket.writes.length
  hub.send(acmeAnswer, 'answer.delta', { text: 'a' })
  clock.advance(4)
  hub.send(acmeAnswer, 'answer.delta', { text: 'b' })
  equal(socket.writes.length, before)
  clock.advance(1)
  equal(socket.writes.length, before + 1)
  hub.send(acmeAnswer, 'answer.delta', { text: 'c' })
  clock.advance(5)
  deepEqual(words(socket), ['a', 'b', 'c'])
})

test('every listener writes the same Buffer', async () => {
  const { hub, clock, listener } = world()
  const one = await listener()
  const two = await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turns()
  equal(one.socket.writes.at(-1), two.socket.writes.at(-1))
})

test('a turn makes at most so many writes, and the order of events holds across turns', async () => {
  const { hub, clock, listener } = world({ limits: { writesPerSlice: 3 } })
  const sockets: TestSocket[] = []
  for (let count = 0; count < 10; count += 1) sockets.push((await listener()).socket)
  const writes = (): number => sockets.reduce((sum, { writes: made }) => sum + made.length, 0)
  const before = writes()
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turn()
  equal(writes(), before + 3)
  hub.send(acmeScan, 'scan.progress', { checked: 2, total: 2 })
  clock.turn()
  equal(writes(), before + 6)
  clock.turns()
  for (const socket of sockets)
    deepEqual(
      socket.events().map(({ payload }) => payload.checked),
      [1, 2],
    )
})

test('a turn that takes its time makes fewer writes', async () => {
  const { hub, clock, listener } = world()
  const sockets: TestSocket[] = []
  for (let count = 0; count < 120; count += 1)
    sockets.push((await listener({ caller: { tenantId: acme } })).socket)
  const slow = sockets[10]
  ok(slow)
  slow.onWrite = () => clock.stall(5)
  const served = (): number => sockets.filter((socket) => socket.events().length > 0).length
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turn()
  equal(served(), 50)
  clock.turns()
  equal(served(), 120)
})

test('events that arrive while a batch is still written leave together after it', async () => {
  const { hub, clock, listener } = world({ limits: { writesPerSlice: 1 } })
  const sockets: TestSocket[] = []
  for (let count = 0; count < 4; count += 1) sockets.push((await listener()).socket)
  const writes = (): number => sockets.reduce((sum, { writes: made }) => sum + made.length, 0)
  const before = writes()
  for (let checked = 1; checked <= 4; checked += 1) {
    hub.send(acmeScan, 'scan.progress', { checked, total: 4 })
    clock.turn()
  }
  equal(writes(), before + 4)
  clock.turns()
  equal(writes(), before + 8)
  for (const socket of sockets)
    deepEqual(
      socket.events().map(({ payload }) => payload.checked),
      [1, 2, 3, 4],
    )
})

test('who joins while an event is on its way hears only what comes after', async () => {
  const { hub, clock, listener } = world({ limits: { writesPerSlice: 1 } })
  const first = await listener()
  await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turn()
  const late = await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 2, total: 2 })
  clock.turns()
  equal(first.socket.events().length, 2)
  deepEqual(
    late.socket.events().map(({ payload }) => payload.checked),
    [2],
  )
})

test('who joins between two events of one turn hears the second only', async () => {
  const { hub, clock, listener } = world()
  const first = await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  const late = await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 2, total: 2 })
  clock.turns()
  const checked = ({ socket }: typeof late): unknown[] =>
    socket.events().map(({ payload }) => payload.checked)
  deepEqual(checked(first), [1, 2])
  deepEqual(checked(late), [2])
})

test('who leaves in the middle of a fan-out costs nobody an event', async () => {
  const { hub, clock, listener } = world({ limits: { writesPerSlice: 1 } })
  const [one, two, three] = [await listener(), await listener(), await listener()]
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turn()
  two.socket.destroy()
  clock.turns()
  deepEqual(
    [one, two, three].map(({ socket }) => socket.events().length),
    [1, 0, 1],
  )
})

test('when too much waits to be written, the event is dropped, counted, and the listeners get events_lost', async () => {
  const { hub, clock, listener } = world({ limits: { queuedEvents: 2 } })
  const { socket } = await listener()
  for (let checked = 0; checked < 3; checked += 1)
    hub.send(acmeScan, 'scan.progress', { checked, total: 3 })
  clock.turns()
  equal(hub.counters()['publish_dropped_total{reason="fan_out_full"}'], 1)
  deepEqual(
    socket.events().map(({ payload }) => payload.code),
    ['events_lost'],
  )
  const { socket: next } = await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 9, total: 9 })
  clock.turns()
  equal(next.events().length, 1)
})

test('a listener found on a channel of another tenant is expelled without a byte of it', async () => {
  const { hub, clock, listener, reports } = world()
  const foreign = await listener({ caller: { tenantId: rival }, channels: [rivalScan] })
  // The gate would never let this happen; the fan-out must not rely on it.
  Object.defineProperty(foreign.connection, 'tenantId', { value: acme })
  hub.send(rivalScan, 'scan.progress', { checked: 1, total: 2 })
  clock.turns()
  deepEqual(
    foreign.socket.events().map(({ payload }) => payload.code),
    ['access_revoked'],
  )
  equal(reports[0]?.event, 'listener on a foreign channel')
  equal(hub.counters().gate_rejections_total, 1)
})

test('deliveries, bytes and the time from publish to write are counted', async () => {
  const { hub, clock, listener } = world()
  await listener()
  const { socket } = await listener()
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  clock.advance(3)
  const counters = hub.counters()
  equal(counters['deliveries_total{prefix="scan-progress"}'], 2)
  equal(counters.bytes_total, 2 * socket.writes.reduce((sum, { length }) => sum + length, 0))
  equal(counters.delivery_seconds_count, 1)
  equal(counters['connections{prefix="scan-progress"}'], 2)
})

const rivalScan: ReturnType<typeof scanProgress.channel> = scanProgress.channel(rival, 's')
