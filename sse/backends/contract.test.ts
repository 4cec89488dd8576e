// The contract of backends, tested on each: in memory, across a port, over Valkey.

import { deepEqual, equal } from 'node:assert/strict'
import { MessageChannel } from 'node:worker_threads'
import test from 'node:test'
import { testClock } from '../testing/clock.ts'
import { TestValkey } from '../testing/valkey.ts'
import { acmeScan, nextTurn, scanId, world } from '../testing/world.ts'
import type { EventBackend } from './backend.ts'
import { bridgeBackend, serveBridge } from './bridge.ts'
import { MemoryBroker, memoryBackend } from './memory.ts'
import { ValkeyBackend } from './valkey.ts'

/** Two backends in what could be two processes, and the end of both. */
type Pair = { readonly here: EventBackend; readonly there: EventBackend; readonly end: () => void }

const valkeyBackend = (server: TestValkey): EventBackend =>
  new ValkeyBackend({
    publisher: server.connect(),
    subscriber: server.connect(),
    database: 2,
    namespace: 'test',
    clock: testClock(),
  })

const kinds: Record<string, () => Pair> = {
  'in memory': () => {
    const broker = new MemoryBroker()
    return { here: memoryBackend(broker), there: memoryBackend(broker), end: () => {} }
  },
  'across a port': () => {
    const broker = new MemoryBroker()
    const { port1, port2 } = new MessageChannel()
    serveBridge(broker, port1)
    return {
      here: memoryBackend(broker),
      there: bridgeBackend(port2),
      end: () => port1.close(),
    }
  },
  'over Valkey': () => {
    const server = new TestValkey()
    return { here: valkeyBackend(server), there: valkeyBackend(server), end: () => {} }
  },
}

const note = (backend: EventBackend): string[] => {
  const received: string[] = []
  backend.onMessage((topic, message) => received.push(`${topic}=${message.toString('latin1')}`))
  return received
}

/** Ports deliver asynchronously: waits until `done`, or fails. */
async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!done() && Date.now() < deadline) await nextTurn()
  equal(done(), true)
}

for (const [kind, connect] of Object.entries(kinds)) {
  const promise = (name: string, run: (pair: Pair) => Promise<void>): void =>
    void test(`${kind}: ${name}`, async () => {
      const pair = connect()
      try {
        await run(pair)
      } finally {
        await pair.here.close()
        await pair.there.close()
        pair.end()
      }
    })

  promise(
    'a message reaches every subscriber of its topic, byte for byte, in order',
    async (pair) => {
      const { here, there } = pair
      const heardHere = note(here)
      const heardThere = note(there)
      await Promise.all([here.subscribe('a'), there.subscribe('a')])
      const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
      there.publish('a', every)
      there.publish('a', Buffer.from('2'))
      here.publish('b', Buffer.from('nobody'))
      const expected = [`a=${every.toString('latin1')}`, 'a=2']
      await until(() => heardHere.length >= 2 && heardThere.length >= 2)
      deepEqual(heardHere, expected)
      deepEqual(heardThere, expected)
    },
  )

  promise(
    'after an unsubscribe nothing comes, after a new subscription it does again',
    async (pair) => {
      const { here, there } = pair
      const received = note(there)
      await there.subscribe('a')
      there.unsubscribe('a')
      await there.subscribe('fence')
      here.publish('a', Buffer.from('1'))
      await there.subscribe('a')
      here.publish('a', Buffer.from('2'))
      await until(() => received.length > 0)
      deepEqual(received, ['a=2'])
    },
  )

  promise('subscribing twice resolves twice and is heard once', async ({ here, there }) => {
    const received = note(there)
    await Promise.all([there.subscribe('a'), there.subscribe('a')])
    await there.subscribe('a')
    here.publish('a', Buffer.from('1'))
    here.publish('a', Buffer.from('2'))
    await until(() => received.length >= 2)
    deepEqual(received, ['a=1', 'a=2'])
  })

  promise('a hub on it serves a listener of what another hub sends', async ({ here, there }) => {
    const worker = world({ backend: here })
    const node = world({ backend: there })
    const { socket } = await node.listener()
    worker.hub.send(acmeScan, 'scan.progress', { checked: 1, total: 2 })
    worker.hub.send(acmeScan, 'scan.end', { scan_id: scanId })
    await until(() => {
      node.clock.turns()
      return socket.events().length >= 2
    })
    deepEqual(
      socket.events().map(({ type }) => type),
      ['scan.progress', 'scan.end'],
    )
    equal(node.hub.counters().upstream_up, 1)
  })
}
