import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict'
import test from 'node:test'
import type { EventBackend } from './backends/backend.ts'
import { MemoryBroker, memoryBackend } from './backends/memory.ts'
import { defineEventStream } from './events.ts'
import { text } from './fields.ts'
import type { AnyChannel } from './names.ts'
import { StreamRefused } from './refusal.ts'
import type { TestSocket } from './testing/socket.ts'
import {
  acme,
  acmeAnswer,
  acmeScan,
  nextTurn,
  rival,
  scanId,
  scanProgress,
  world,
} from './testing/world.ts'

/** A backend that records its subscriptions and acknowledges on command of the test. */
function slowBackend(): EventBackend & { subscribed: string[]; acknowledge: () => void } {
  const inner = memoryBackend()
  const waiting: (() => void)[] = []
  const subscribed: string[] = []
  return {
    ...inner,
    subscribed,
    subscribe: (topic) => {
      subscribed.push(topic)
      return new Promise((resolve) => waiting.push(() => resolve(inner.subscribe(topic))))
    },
    unsubscribe: (topic) => {
      subscribed.splice(subscribed.indexOf(topic), 1)
      inner.unsubscribe(topic)
    },
    acknowledge: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

const codes = (socket: TestSocket): unknown[] => socket.events().map(({ payload }) => payload.code)

test('an event reaches the listeners of its channel and nobody else', async () => {
  const { hub, clock, listener } = world()
  const mine = await listener()
  const colleague = await listener()
  const otherScan = await listener({ channels: [scanProgress.channel(acme, 'other')] })
  const rivals = await listener({
    caller: { tenantId: rival },
    channels: [scanProgress.channel(rival, scanId)],
  })
  hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  clock.turns()
  for (const { socket } of [mine, colleague])
    deepEqual(socket.events(), [{ type: 'scan.end', payload: { scan_id: scanId } }])
  for (const { socket } of [otherScan, rivals]) deepEqual(socket.events(), [])
})

test('one connection hears several channels, each once', async () => {
  const { hub, clock, listener } = world()
  const { socket } = await listener({ channels: [acmeScan, acmeAnswer, acmeScan] })
  hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
  hub.send(acmeAnswer, 'answer.delta', { text: 'a' })
  clock.advance(5)
  deepEqual(
    socket.events().map(({ type }) => type),
    ['scan.progress', 'answer.delta'],
  )
})

test('no channel, too many, or a foreign one refuses the whole subscription', async () => {
  const { hub, seat, reports } = world()
  const refused = async (channels: AnyChannel[], status: number, code: string): Promise<void> => {
    const call = Reflect.apply(hub.subscribe, hub, [seat(), channels])
    await rejects(Promise.resolve(call), { name: 'StreamRefused', status, code })
  }
  await refused([], 400, 'no_channels')
  const many = Array.from({ length: 11 }, (_, index) => scanProgress.channel(acme, `${index}`))
  await refused(many, 400, 'too_many_channels')
  await refused([acmeScan, scanProgress.channel(rival, scanId)], 403, 'foreign_channel')
  equal(hub.counters().gate_rejections_total, 1)
  equal(hub.counters()['rejected_total{status="400"}'], 2)
  equal(reports[0]?.event, 'foreign channel refused')
  deepEqual([...hub.connections()], [])
})

test('sending never throws: what breaks a rule is dropped, counted and reported', async () => {
  const { hub, clock, listener, reports } = world()
  const { socket } = await listener()
  const send: (...given: unknown[]) => void = (...given) => Reflect.apply(hub.send, hub, given)
  send(acmeScan, 'scan.progress', { checked: 'many' })
  send(acmeScan, 'scan.finished', {})
  send('not a channel', 'scan.end', { scan_id: scanId })
  send(undefined, undefined, undefined)
  clock.turns()
  deepEqual(socket.events(), [])
  equal(hub.counters()['publish_dropped_total{reason="invalid"}'], 4)
  equal(reports.length, 4)
})

test('two streams cannot share a prefix', () => {
  const { hub } = world()
  const same = defineEventStream({ prefix: 'scan-progress', events: { 'a.delta': { text } } })
  throws(() => hub.mount(same), /prefix scan-progress/)
  hub.mount(scanProgress)
})

test('a subscription stands when the backend acknowledged it, and one upstream serves many', async () => {
  const backend = slowBackend()
  const { hub, seat, listener } = world({ backend })
  let done = false
  const pending = hub.subscribe(seat(), [acmeScan]).then((connection) => {
    done = true
    return connection
  })
  await nextTurn()
  ok(!done)
  backend.acknowledge()
  await pending
  await listener()
  deepEqual(backend.subscribed, [acmeScan])
})

test('a backend that does not acknowledge within a second refuses the stream with 503', async () => {
  const backend = slowBackend()
  const { hub, seat, clock } = world({ backend })
  const pending = hub.subscribe(seat(), [acmeScan])
  const refusal = rejects(pending, (error) => {
    ok(error instanceof StreamRefused)
    equal(error.status, 503)
    ok((error.retryAfterSeconds ?? 0) > 0)
    return true
  })
  clock.advance(1_000)
  await refusal
  deepEqual([...hub.connections()], [])
})

test('a channel lingers five seconds after its last listener, then leaves the backend', async () => {
  const backend = slowBackend()
  const w = world({ backend })
  const first = w.listener()
  backend.acknowledge()
  const { socket } = await first
  socket.destroy()
  w.clock.advance(4_000)
  deepEqual(backend.subscribed, [acmeScan])
  const again = await w.listener()
  w.clock.advance(20_000)
  deepEqual(backend.subscribed, [acmeScan], 'a reload keeps the subscription')
  again.socket.destroy()
  w.clock.advance(7_000)
  deepEqual(backend.subscribed, [])
  equal(w.hub.counters().upstream_subscriptions, 0)
})

test('a revocation closes whom it names at once: a user, a tenant, a credential', async () => {
  const { hub, clock, listener } = world()
  const kicked = await listener({ caller: { userId: 'eve' } })
  const token = await listener({ caller: { credentialId: 'stolen' } })
  const stays = await listener({ caller: { userId: 'adam' } })
  const close = (matches: Parameters<typeof hub.closeWhere>[0]): number =>
    hub.closeWhere(matches, 'access_revoked', 'Access ended.')
  equal(
    close(({ caller }) => caller.userId === 'eve'),
    1,
  )
  equal(
    close(({ caller }) => caller.credentialId === 'stolen'),
    1,
  )
  equal(
    close(({ caller }) => caller.tenantId === rival),
    0,
  )
  hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  clock.turns()
  deepEqual(codes(kicked.socket), ['access_revoked'])
  deepEqual(codes(token.socket), ['access_revoked'])
  equal(stays.socket.events().at(-1)?.type, 'scan.end')
})

test('a revocation between the send and the write withholds the event', async () => {
  const { hub, clock, listener } = world()
  const { socket } = await listener({ caller: { userId: 'eve' } })
  hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  hub.closeWhere(({ caller }) => caller.userId === 'eve', 'access_revoked', 'Access ended.')
  clock.turns()
  deepEqual(codes(socket), ['access_revoked'])
})

test('a drain spreads its closings evenly, and serves whoever connects meanwhile', async () => {
  const { hub, clock, listener } = world()
  const sockets: TestSocket[] = []
  for (let count = 0; count < 100; count += 1) sockets.push((await listener()).socket)
  const ended = (): number => sockets.filter(({ ended: has }) => has).length
  const drained = hub.drain({ seconds: 10 })
  clock.advance(5_000)
  ok(Math.abs(ended() - 50) <= 2, `${ended()} of 100 after half the time`)
  const late = await listener()
  hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  clock.turns()
  equal(late.socket.events()[0]?.type, 'scan.end')
  clock.advance(5_000)
  await drained
  equal(ended(), 100)
  equal(codes(late.socket).at(-1), 'draining')
  equal(hub.counters()['closed_total{reason="draining"}'], 101)
})

test('an announcement reaches every process, its own included', async () => {
  const broker = new MemoryBroker()
  const received: unknown[] = []
  const one = world({
    backend: memoryBackend(broker),
    onAnnouncement: (announcement) => received.push(['one', announcement]),
  })
  world({
    backend: memoryBackend(broker),
    onAnnouncement: (announcement) => received.push(['two', announcement]),
  })
  await nextTurn()
  one.hub.announce({ kind: 'membership', tenant: acme, user: 'eve' })
  const announcement = { kind: 'membership', tenant: acme, user: 'eve' }
  deepEqual(received, [
    ['one', announcement],
    ['two', announcement],
  ])
})

test('an event sent in one process is heard in another', async () => {
  const broker = new MemoryBroker()
  const worker = world({ backend: memoryBackend(broker) })
  const node = world({ backend: memoryBackend(broker) })
  const { socket } = await node.listener()
  worker.hub.send(acmeScan, 'scan.end', { scan_id: scanId })
  node.clock.turns()
  equal(socket.events().length, 1)
})

test('closing the hub ends every stream and takes no timer along', async () => {
  const { hub, clock, listener } = world()
  const { socket } = await listener()
  await hub.close()
  ok(socket.ended)
  clock.advance(60_000)
  deepEqual([...hub.connections()], [])
})

test('a count of the platform stands beside the hub’s own', () => {
  const { hub } = world()
  hub.count('reauth_total{result="kept"}', 3)
  equal(hub.counters()['reauth_total{result="kept"}'], 3)
  equal(hub.counters().upstream_up, 1)
})
