import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { tlsEgress } from '../../platform/egress/index.ts'
import { unlessAborted } from '../../platform/ends.ts'
import { NotDelivered } from '../target.ts'
import { forwarded } from '../testing/findings.ts'
import { deliver, testConnection } from './index.ts'
import { FakeReceiver } from './testing/fake-receiver.ts'

let receiver: FakeReceiver
before(async () => {
  receiver = await FakeReceiver.start()
})
after(() => receiver.close())
afterEach(() => {
  receiver.messages.length = 0
  receiver.mishaps.length = 0
  assert.deepEqual(receiver.complaints, [])
})

const accessOf = () => ({ host: 'localhost', port: receiver.port, ca: receiver.ca, facility: 16 })
const open: ReturnType<typeof tlsEgress> = (place) =>
  tlsEgress({ trusted: [`localhost:${receiver.port}`], timeoutMs: 1_000 })(place)
const many = (count: number) => Array.from({ length: count }, (_, n) => forwarded(n + 1))
const delivering = (count: number, signal?: AbortSignal) =>
  deliver(accessOf(), open, { id: 'delivery-1', findings: many(count), version: '0.1.0' }, signal)
const refusedWith =
  (code: string, sentence: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof NotDelivered, String(error))
    assert.deepEqual([error.code, error.isFinal], [code, code === 'refused_address'])
    assert.match(error.message, sentence)
    return true
  }

test('a connection test sends one message that says so', async () => {
  const at = new Date('2026-11-23T08:00:00.000Z')
  await testConnection(accessOf(), open, { id: 'test-1', at, version: '0.1.0' })
  const [message, ...others] = receiver.messages
  assert.deepEqual(
    [message?.kind, message?.header[4], others.length],
    ['test', 'integration.test', 0],
  )
})

test('findings arrive one message each, in their order, with the id of their delivery', async () => {
  assert.equal(await delivering(1_000), 1_000)
  assert.deepEqual(
    receiver.messages.map(({ extensions }) => extensions['externalId']),
    many(1_000).map(({ id }) => id),
  )
  assert.ok(
    receiver.messages.every(({ extensions }) => extensions['deviceExternalId'] === 'delivery-1'),
  )
})

test('a receiver that nobody vouches for is sent nothing', async () => {
  await assert.rejects(
    deliver({ ...accessOf(), ca: null }, open, { id: 'd', findings: many(1), version: '1' }),
    refusedWith('unreachable', /certificate/),
  )
  assert.equal(receiver.messages.length, 0)
})

test('an address inside is not connected to', async () => {
  const inside = { ...accessOf(), host: '10.0.0.1', port: 6_514 }
  await assert.rejects(
    deliver(inside, open, { id: 'd', findings: many(1), version: '1' }),
    refusedWith('refused_address', /does not resolve to a public address/),
  )
})

test('a receiver that is away is unreachable', async () => {
  const away: typeof open = (place) =>
    tlsEgress({ trusted: ['localhost:9'], timeoutMs: 1_000 })({ ...place, port: 9 })
  await assert.rejects(
    deliver(accessOf(), away, { id: 'd', findings: many(1), version: '1' }),
    refusedWith('unreachable', /ECONNREFUSED/),
  )
})

for (const mishap of ['reset', { resetAfter: 5_000 }] as const) {
  const name = typeof mishap === 'object' ? 'breaks off within' : 'ends at once'
  test(`a connection that ${name} leaves open what arrived, and what is sent again arrives`, async () => {
    receiver.mishaps.push(mishap)
    await assert.rejects(
      delivering(2_000),
      refusedWith('uncertain', /The connection to localhost ended/),
    )
    receiver.messages.length = 0
    assert.equal(await delivering(3), 3)
    assert.equal(receiver.messages.length, 3)
  })
}

test('a delivery to a receiver that reads nothing ends when it is cancelled', async () => {
  receiver.mishaps.push('deaf')
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 200)
  await assert.rejects(delivering(20_000, stop.signal), { name: 'AbortError' })
})

test('a receiver that takes a byte now and then is given up as one that takes nothing', async () => {
  const socket = new Duplex({ read() {}, write() {} }) as Socket // never done, and never silent
  const opened = async () => socket
  const sending = deliver(accessOf(), opened, { id: 'd', findings: many(100), version: '1' })
  await assert.rejects(
    unlessAborted(sending, AbortSignal.timeout(60_000)),
    refusedWith('uncertain', /did not accept the data within 10 s/),
  )
  assert.ok(socket.destroyed)
})

test('a connection that is closed while findings are read is open in its outcome, and does not hang', async () => {
  for (const before of [0, 1]) {
    receiver.mishaps.push(before === 0 ? 'reset' : { resetAfter: 10 })
    async function* slowly() {
      yield* many(before)
      await sleep(300)
      yield* many(3)
    }
    const sending = deliver(accessOf(), open, { id: 'd', findings: slowly(), version: '1' })
    const late = AbortSignal.timeout(60_000)
    await assert.rejects(
      unlessAborted(sending, late),
      refusedWith('uncertain', /The connection to localhost ended/),
    )
  }
})
