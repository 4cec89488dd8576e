// The backend of a single process: a direct call. Worker threads and child processes reach it over
// their port (bridge.ts).

import type { BackendState, EventBackend } from './backend.ts'

type Handler = (topic: string, message: Buffer) => void

/** What the backends of one process share. */
export class MemoryBroker {
  readonly #subscribers = new Map<string, Set<Handler>>()

  publish(topic: string, message: Buffer): void {
    for (const handler of this.#subscribers.get(topic) ?? []) handler(topic, message)
  }

  subscribe(topic: string, handler: Handler): void {
    const present = this.#subscribers.get(topic)
    if (present) present.add(handler)
    else this.#subscribers.set(topic, new Set([handler]))
  }

  unsubscribe(topic: string, handler: Handler): void {
    const present = this.#subscribers.get(topic)
    present?.delete(handler)
    if (present?.size === 0) this.#subscribers.delete(topic)
  }
}

/** A backend on `broker`; backends on the same broker hear each other. */
export function memoryBackend(broker: MemoryBroker = new MemoryBroker()): EventBackend {
  const listeners: Handler[] = []
  const topics = new Set<string>()
  const deliver: Handler = (topic, message) => {
    for (const listener of listeners) listener(topic, message)
  }
  return {
    publish: (topic, message) => broker.publish(topic, message),
    subscribe: async (topic) => {
      topics.add(topic)
      broker.subscribe(topic, deliver)
    },
    unsubscribe: (topic) => {
      topics.delete(topic)
      broker.unsubscribe(topic, deliver)
    },
    onMessage: (listener) => void listeners.push(listener),
    onState: (changed: (state: BackendState) => void) => changed('up'),
    counts: () => ({}),
    close: async () => {
      for (const topic of topics) broker.unsubscribe(topic, deliver)
      topics.clear()
    },
  }
}
