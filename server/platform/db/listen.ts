import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { unlessAborted } from '../ends.ts'

/** Where the product's processes notify each other; the text names what is due. */
const channel = 'plumbline_due'
/** Until the next attempt to connect. */
const againMs = 2_000

/** The connection of a process that receives notifications. It is open while there is a listener. */
export class Notifications {
  readonly #config: ClientConfig
  readonly #listeners = new Set<{ readonly name: string; readonly notified: () => void }>()
  #closing = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(config: ClientConfig) {
    this.#config = config
  }

  /** Calls `notified` for each notification of this name, and when some may have been lost, until the result is called. */
  listen(name: string, notified: () => void): () => Promise<void> {
    const listener = { name, notified }
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#closing = new AbortController()
      this.#working = this.#work(this.#closing.signal)
    }
    return async () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#closing.abort()
      await this.#working
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#connected(signal).catch(() => {}) // workers look by themselves meanwhile
      await sleep(againMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Listens on one connection until it is lost, or `signal` aborts. */
  async #connected(signal: AbortSignal): Promise<void> {
    const client = new Client(this.#config)
    const ended = new Promise<void>((resolve) =>
      client.once('end', resolve).on('error', () => resolve()),
    )
    client.on('notification', ({ payload }) => this.#heard(payload))
    try {
      await unlessAborted(client.connect(), signal)
      await unlessAborted(client.query(`listen ${channel}`), signal)
      this.#heard()
      await unlessAborted(ended, signal)
    } finally {
      client.connection.stream.destroy() // a polite end would wait for a server that may not answer
    }
  }

  /** Without a name: notifications may have been lost before. */
  #heard(name?: string): void {
    for (const listener of this.#listeners)
      if (name === undefined || listener.name === name) listener.notified()
  }
}
