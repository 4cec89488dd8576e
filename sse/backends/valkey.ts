// Events between processes over Valkey or Redis publish/subscribe. The two connections are handed in,
// so that this package imports no client. Pub/sub ignores the database index, so the topic carries it.

import { type Clock, systemClock } from '../clock.ts'
import { defaultLimits } from '../limits.ts'
import type { BackendState, EventBackend } from './backend.ts'
import { Outbox } from './outbox.ts'

/** What this needs of a client. An iovalkey connection with `enableOfflineQueue: false` has it. */
export type ValkeyConnection = {
  /** "ready" while commands are taken. */
  readonly status: string
  readonly ping: () => Promise<unknown>
  /** Drops the connection; `true` reconnects. */
  readonly disconnect: (reconnect?: boolean) => void
  readonly on: (event: 'ready' | 'close' | 'error', handler: () => void) => unknown
}
export type ValkeyPublisher = ValkeyConnection & {
  readonly publish: (topic: string, message: Buffer) => Promise<unknown>
}
/** `autoResubscribe` of the client must be off: this resubscribes, and knows when it is done. */
export type ValkeySubscriber = Omit<ValkeyConnection, 'on'> & {
  readonly subscribe: (...topics: string[]) => Promise<unknown>
  readonly unsubscribe: (...topics: string[]) => Promise<unknown>
  readonly on: {
    (event: 'ready' | 'close' | 'error', handler: () => void): unknown
    (event: 'messageBuffer', handler: (topic: Buffer, message: Buffer) => void): unknown
  }
}

export type ValkeyBackendOptions = {
  readonly publisher: ValkeyPublisher
  readonly subscriber: ValkeySubscriber
  /** The index the connections selected; two indexes never hear each other. */
  readonly database: number
  /** Separates deployments on one server. */
  readonly namespace: string
  readonly clock?: Clock
}

/** Callers that wait for the acknowledgment of a subscription; null once it is acknowledged. */
type Subscription = { waiting: (() => void)[] | null }

const publisherWaitMs = 1_000
/** A server that hangs without closing (a stopped process) is noticed after a ping unanswered for so long. */
const pingEveryMs = 2_000
const pongWithinMs = 3_000

/**
 * Milliseconds to wait before reconnect attempt `attempt` (1-based), for the client's retry setting: 50 ms doubling to
 * 1.6 s, of which the upper half is random: every client reconnects within 2 s of the server's return. `random` returns
 * [0, 1).
 */
export const reconnectDelay = (attempt: number, random: () => number): number => {
  const most = Math.min(1_600, 100 * 2 ** Math.min(attempt - 1, 10))
  return Math.round(most / 2 + (most / 2) * random())
}

export class ValkeyBackend implements EventBackend {
  readonly #publisher: ValkeyPublisher
  readonly #subscriber: ValkeySubscriber
  readonly #clock: Clock
  readonly #topicHead: string
  readonly #outbox: Outbox
  readonly #messageListeners: ((topic: string, message: Buffer) => void)[] = []
  readonly #stateListeners: ((state: BackendState) => void)[] = []
  /**
   * Every wanted topic. One that is wanted again has a new object, so that the late acknowledgement of an abandoned
   * subscription is not mistaken for its own.
   */
  readonly #topics = new Map<string, Subscription>()
  #state: 'new' | 'up' | 'down' = 'new'
  /** Counts connections, so that an answer from an old one is not taken for the present one's. */
  #epoch = 0
  #closed = false
  #cancelPings: (() => void)[] = []

  constructor(options: ValkeyBackendOptions) {
    const { publisher, subscriber, clock = systemClock } = options
    this.#publisher = publisher
    this.#subscriber = subscriber
    this.#clock = clock
    this.#topicHead = `es:${options.database}:${options.namespace}:`
    const { queuedEvents, queuedBytes } = defaultLimits
    this.#outbox = new Outbox(
      clock,
      { events: queuedEvents, bytes: queuedBytes, waitMs: publisherWaitMs },
      (topic, message) => publisher.publish(this.#topicHead + topic, message),
    )
    publisher.on('ready', () => this.#outbox.connected())
    publisher.on('close', () => this.#outbox.disconnected())
    subscriber.on('ready', () => void this.#subscriberReady())
    subscriber.on('close', () => this.#subscriberClosed())
    subscriber.on('messageBuffer', (topic, message) =>
      this.#received(topic.toString('latin1'), message),
    )
    // A client reports every failed attempt here; `close` is sufficient.
    for (const connection of [publisher, subscriber]) connection.on('error', () => {})
    if (publisher.status === 'ready') this.#outbox.connected()
    if (subscriber.status === 'ready') void this.#subscriberReady()
    this.#watch(publisher)
    this.#watch(subscriber)
  }

  publish(topic: string, message: Buffer): void {
    this.#outbox.publish(topic, message)
  }

  subscribe(topic: string): Promise<void> {
    const known = this.#topics.get(topic)
    if (known?.waiting === null) return Promise.resolve()
    return new Promise((resolve, reject) => {
      if (known) return void known.waiting?.push(resolve)
      const subscription: Subscription = { waiting: [resolve] }
      this.#topics.set(topic, subscription)
      if (this.#state !== 'up') return
      const epoch = this.#epoch
      this.#subscriber.subscribe(this.#topicHead + topic).then(
        () => this.#acknowledged(topic, subscription, epoch),
        (error: unknown) => {
          // A lost connection resubscribes by itself; a refusal by a live server is final.
          if (epoch !== this.#epoch || this.#subscriber.status !== 'ready') return
          if (this.#topics.get(topic) === subscription) this.#topics.delete(topic)
          reject(error)
        },
      )
    })
  }

  unsubscribe(topic: string): void {
    if (!this.#topics.delete(topic) || this.#state !== 'up') return
    this.#subscriber.unsubscribe(this.#topicHead + topic).catch(() => {})
  }

  onMessage(handler: (topic: string, message: Buffer) => void): void {
    this.#messageListeners.push(handler)
  }

  onState(changed: (state: BackendState) => void): void {
    this.#stateListeners.push(changed)
    changed(this.#state === 'up' ? 'up' : 'down')
  }

  counts(): Record<string, number> {
    return this.#outbox.counts()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#outbox.close()
    for (const cancel of this.#cancelPings) cancel()
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  #received(topic: string, message: Buffer): void {
    if (!topic.startsWith(this.#topicHead)) return
    const channel = topic.slice(this.#topicHead.length)
    for (const handler of this.#messageListeners) handler(channel, message)
  }

  async #subscriberReady(): Promise<void> {
    const epoch = ++this.#epoch
    const wasNew = this.#state === 'new'
    const topics = [...this.#topics]
    try {
      // One command for all: it is acknowledged topic by topic and settles with the last.
      if (topics.length > 0)
        await this.#subscriber.subscribe(...topics.map(([topic]) => this.#topicHead + topic))
    } catch {
      // Without its subscriptions a connection gets no events, so it does not count as up.
      if (epoch === this.#epoch && !this.#closed) this.#subscriber.disconnect(true)
      return
    }
    if (epoch !== this.#epoch) return
    this.#state = 'up'
    this.#reportState(wasNew ? 'up' : 'resumed')
    for (const [topic, subscription] of topics) this.#acknowledged(topic, subscription, epoch)
    const missed = [...this.#topics].filter(([, { waiting }]) => waiting !== null)
    for (const [topic, subscription] of missed)
      this.#subscriber.subscribe(this.#topicHead + topic).then(
        () => this.#acknowledged(topic, subscription, epoch),
        () => {},
      )
  }

  #acknowledged(topic: string, subscription: Subscription, epoch: number): void {
    const { waiting } = subscription
    if (epoch !== this.#epoch || this.#topics.get(topic) !== subscription || !waiting) return
    subscription.waiting = null
    for (const resolve of waiting) resolve()
  }

  #subscriberClosed(): void {
    this.#epoch += 1
    for (const subscription of this.#topics.values()) subscription.waiting ??= []
    if (this.#closed || this.#state !== 'up') return
    this.#state = 'down'
    this.#reportState('down')
  }

  #reportState(state: BackendState): void {
    for (const changed of this.#stateListeners) changed(state)
  }

  #watch(connection: Omit<ValkeyConnection, 'on'>): void {
    const place = this.#cancelPings.push(() => {}) - 1
    const later = (): void => {
      this.#cancelPings[place] = this.#clock.after(pingEveryMs, () => ask())
    }
    const ask = (): void => {
      if (connection.status !== 'ready') return later()
      let asked = true
      const finish = (): void => {
        if (!asked) return
        asked = false
        cancel()
        if (!this.#closed) later()
      }
      const cancel = this.#clock.after(pongWithinMs, () => {
        finish()
        connection.disconnect(true)
      })
      this.#cancelPings[place] = cancel
      connection.ping().then(finish, finish)
    }
    later()
  }
}
