// The memory backend across a port: the process with the broker serves, worker threads (over a MessagePort) and child
// processes (over their parent's IPC) connect. Messages travel as Latin-1 text, which both kinds of port carry
// unchanged.

import type { EventBackend } from './backend.ts'
import { type MemoryBroker, memoryBackend } from './memory.ts'

/** A MessagePort, a Worker, or an IPC channel: `{ postMessage: (note) => child.send(note), on: … }`. */
export type Port = {
  readonly postMessage: (note: Note) => unknown
  readonly on: (event: 'message', handler: (note: unknown) => void) => unknown
}

export type Note =
  | { readonly sse: 'publish' | 'message'; readonly topic: string; readonly message: string }
  | { readonly sse: 'subscribe' | 'subscribed' | 'unsubscribe' | 'close'; readonly topic: string }

/** Serves the other end of `port`. It ends with a `close` note or with what the returned function does. */
export function serveBridge(broker: MemoryBroker, port: Port): () => void {
  const backend = memoryBackend(broker)
  const close = (): void => void backend.close()
  backend.onMessage((topic, message) =>
    port.postMessage({ sse: 'message', topic, message: message.toString('latin1') }),
  )
  port.on('message', (note) => {
    if (!isNote(note)) return
    if (note.sse === 'publish') broker.publish(note.topic, Buffer.from(note.message, 'latin1'))
    else if (note.sse === 'subscribe')
      void backend
        .subscribe(note.topic)
        .then(() => port.postMessage({ sse: 'subscribed', topic: note.topic }))
    else if (note.sse === 'unsubscribe') backend.unsubscribe(note.topic)
    else if (note.sse === 'close') close()
  })
  return close
}

/** The backend of a worker thread or child process whose parent serves the bridge. */
export function bridgeBackend(port: Port): EventBackend {
  const listeners: ((topic: string, message: Buffer) => void)[] = []
  const waiting = new Map<string, (() => void)[]>()
  port.on('message', (note) => {
    if (!isNote(note)) return
    if (note.sse === 'message') {
      const message = Buffer.from(note.message, 'latin1')
      for (const handler of listeners) handler(note.topic, message)
    } else if (note.sse === 'subscribed') {
      for (const resolve of waiting.get(note.topic) ?? []) resolve()
      waiting.delete(note.topic)
    }
  })
  return {
    publish: (topic, message) =>
      void port.postMessage({ sse: 'publish', topic, message: message.toString('latin1') }),
    subscribe: (topic) =>
      new Promise((resolve) => {
        waiting.set(topic, [...(waiting.get(topic) ?? []), resolve])
        port.postMessage({ sse: 'subscribe', topic })
      }),
    unsubscribe: (topic) => void port.postMessage({ sse: 'unsubscribe', topic }),
    onMessage: (handler) => void listeners.push(handler),
    onState: (changed) => changed('up'),
    counts: () => ({}),
    close: async () => void port.postMessage({ sse: 'close', topic: '' }),
  }
}

/** Ports carry other modules' messages too. */
const isNote = (note: unknown): note is Note =>
  typeof note === 'object' &&
  note !== null &&
  'sse' in note &&
  'topic' in note &&
  typeof note.topic === 'string' &&
  (note.sse === 'publish' || note.sse === 'message'
    ? 'message' in note && typeof note.message === 'string'
    : true)
