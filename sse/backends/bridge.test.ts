import { deepEqual, equal } from 'node:assert/strict'
import test from 'node:test'
import { bridgeBackend, type Note, type Port, serveBridge } from './bridge.ts'
import { MemoryBroker, memoryBackend } from './memory.ts'

/** Two ports that carry JSON, as the IPC channel of a child process does. */
function jsonPorts(): [Port, Port] & { inject: (note: unknown) => void } {
  const handlers: ((note: unknown) => void)[][] = [[], []]
  const port = (mine: number): Port => ({
    postMessage: (note: Note) => {
      for (const run of handlers[1 - mine] ?? []) run(JSON.parse(JSON.stringify(note)))
    },
    on: (_event, run) => handlers[mine]?.push(run),
  })
  const inject = (note: unknown): void => {
    for (const run of handlers[0] ?? []) run(note)
  }
  return Object.assign([port(0), port(1)] satisfies [Port, Port], { inject })
}

test('the IPC of a child process carries every byte', async () => {
  const broker = new MemoryBroker()
  const [parent, child] = jsonPorts()
  serveBridge(broker, parent)
  const backend = bridgeBackend(child)
  const received: Buffer[] = []
  backend.onMessage((_topic, message) => received.push(message))
  await backend.subscribe('a')
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  backend.publish('a', every)
  deepEqual(received, [every])
})

test('a bridge passes over other modules’ messages, and ends with its port', async () => {
  const broker = new MemoryBroker()
  const ports = jsonPorts()
  const close = serveBridge(broker, ports[0])
  const received: string[] = []
  const local = memoryBackend(broker)
  local.onMessage((topic) => received.push(topic))
  await local.subscribe('a')
  for (const note of [null, 'text', { kind: 'task' }, { sse: 'publish', topic: 'a' }])
    ports.inject(note)
  deepEqual(received, [])
  const backend = bridgeBackend(ports[1])
  let messages = 0
  backend.onMessage(() => {
    messages += 1
  })
  await backend.subscribe('a')
  broker.publish('a', Buffer.from('1'))
  close()
  broker.publish('a', Buffer.from('2'))
  equal(messages, 1)
})
