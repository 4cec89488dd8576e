// A publish/subscribe server in memory, and connections to it that can be cut, as iovalkey's behave
// without an offline queue.

import type { ValkeyPublisher, ValkeySubscriber } from '../backends/valkey.ts'

type Handler = (topic: Buffer, message: Buffer) => void

const nothing = Buffer.alloc(0)

export class TestValkey {
  /** Every SUBSCRIBE command with its topics. */
  readonly subscribes: string[][] = []
  up = true
  /** Hung: connected, and answers nothing. */
  hung = false
  readonly #links = new Set<TestLink>()

  connect(): TestLink {
    const link = new TestLink(this)
    this.#links.add(link)
    if (this.up) link.open()
    return link
  }

  /** Ends every connection and takes no new one until `start`. */
  stop(): void {
    this.up = false
    for (const link of this.#links) link.cut()
  }

  start(): void {
    this.up = true
    for (const link of this.#links) link.open()
  }

  deliver(topic: string, message: Buffer): number {
    let receivers = 0
    for (const link of this.#links) receivers += link.receive(topic, message)
    return receivers
  }
}

export class TestLink implements ValkeyPublisher, ValkeySubscriber {
  status = 'connecting'
  readonly #server: TestValkey
  readonly #topics = new Set<string>()
  readonly #handlers: { event: string; handler: Handler }[] = []

  constructor(server: TestValkey) {
    this.#server = server
  }

  on(event: 'ready' | 'close' | 'error', handler: () => void): void
  on(event: 'messageBuffer', handler: Handler): void
  on(event: string, handler: Handler): void {
    this.#handlers.push({ event, handler })
  }

  open(): void {
    if (this.status === 'ready' || this.status === 'end') return
    this.status = 'ready'
    this.#emit('ready')
  }

  cut(): void {
    if (this.status !== 'ready') return
    this.status = 'reconnecting'
    this.#topics.clear()
    this.#emit('close')
  }

  disconnect(reconnect = false): void {
    this.cut()
    if (!reconnect) this.status = 'end'
    else if (this.#server.up && !this.#server.hung) this.open()
  }

  ping(): Promise<unknown> {
    return this.#command(() => 'PONG')
  }

  publish(topic: string, message: Buffer): Promise<unknown> {
    return this.#command(() => this.#server.deliver(topic, message))
  }

  subscribe(...topics: string[]): Promise<unknown> {
    return this.#command(() => {
      this.#server.subscribes.push(topics)
      for (const topic of topics) this.#topics.add(topic)
      return topics.length
    })
  }

  unsubscribe(...topics: string[]): Promise<unknown> {
    return this.#command(() => {
      for (const topic of topics) this.#topics.delete(topic)
      return topics.length
    })
  }

  /** The topics the server would deliver here. */
  topics(): string[] {
    return [...this.#topics]
  }

  receive(topic: string, message: Buffer): number {
    if (!this.#topics.has(topic)) return 0
    this.#emit('messageBuffer', Buffer.from(topic), message)
    return 1
  }

  #command<T>(run: () => T): Promise<T> {
    if (this.status !== 'ready') return Promise.reject(new Error('The connection is closed.'))
    if (this.#server.hung) return new Promise(() => {})
    return Promise.resolve(run())
  }

  #emit(event: string, topic: Buffer = nothing, message: Buffer = nothing): void {
    for (const listener of this.#handlers)
      if (listener.event === event) listener.handler(topic, message)
  }
}
