// The backend of a single process: a direct call. Worker threads and child processes reach it over
// their port (bridge.ts).

import type { BackendState, EventBackend } from './backend.ts'

type Heard = (topic: string, message: Buffer) => void

/** What the backends of one process share. */
export class MemoryBroker {
  readonly #subscribers = new Map<string, Set<Heard>>()

  publish(topic: string, message: Buffer): void {
    for (const heard of this.#subscribers.get(topic) ?? []) heard(topic, message)
  }

  subscribe(topic: string, heard: Heard): void {
    const present = this.#subscribers.get(topic)
    if (present) present.add(heard)
    else this.#subscribers.set(topic, new Set([heard]))
  }

  unsubscribe(topic: string, heard: Heard): void {
    const present = this.#subscribers.get(topic)
    present?.delete(heard)
    if (present?.size === 0) this.#subscribers.delete(topic)
  }
}

/** A backend on `broker`; backends on the same broker hear each other. */
export function memoryBackend(broker: MemoryBroker = new MemoryBroker()): EventBackend {
  const listeners: Heard[] = []
  const topics = new Set<string>()
  const heard: Heard = (topic, message) => {
    for (const listener of listeners) listener(topic, message)
  }
  return {
    publish: (topic, message) => broker.publish(topic, message),
    subscribe: async (topic) => {
      topics.add(topic)
      broker.subscribe(topic, heard)
    },
    unsubscribe: (topic) => {
      topics.delete(topic)
      broker.unsubscribe(topic, heard)
    },
    onMessage: (listener) => void listeners.push(listener),
    onState: (changed: (state: BackendState) => void) => changed('up'),
    counts: () => ({}),
    close: async () => {
      for (const topic of topics) broker.unsubscribe(topic, heard)
      topics.clear()
    },
  }
}
