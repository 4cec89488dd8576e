// What a process has published and the server has not yet taken. Bounded in number, bytes and time;
// what exceeds the limit is dropped, counted, and reported to the listeners of its topic later.

import type { Clock } from '../clock.ts'
import { labelled } from '../counters.ts'
import { lossMessage } from '../message.ts'

export type OutboxLimits = {
  readonly events: number
  readonly bytes: number
  /** How long a message may wait for a connection. */
  readonly waitMs: number
}

export type DropReason = 'queue_full' | 'backend_down' | 'backend_refused'

type Waiting = { readonly topic: string; readonly message: Buffer; readonly since: number }

/** Bounds the memory of an outage that touches very many channels. */
const mostLossyTopics = 100_000

export class Outbox {
  readonly #clock: Clock
  readonly #limits: OutboxLimits
  readonly #put: (topic: string, message: Buffer) => Promise<unknown>
  readonly #dropped: Record<string, number> = {}
  #lossy = new Set<string>()
  #waiting: Waiting[] = []
  #events = 0
  #bytes = 0
  #connected = false
  #cancelExpiry: (() => void) | null = null

  /** `put` hands a message to the server and settles when the server has it, or has not. */
  constructor(
    clock: Clock,
    limits: OutboxLimits,
    put: (topic: string, message: Buffer) => Promise<unknown>,
  ) {
    this.#clock = clock
    this.#limits = limits
    this.#put = put
  }

  publish(topic: string, message: Buffer): void {
    if (this.#events >= this.#limits.events || this.#bytes + message.length > this.#limits.bytes)
      return this.#drop(topic, 'queue_full')
    this.#events += 1
    this.#bytes += message.length
    if (this.#connected) this.#hand(topic, message)
    else {
      this.#waiting.push({ topic, message, since: this.#clock.now() })
      this.#cancelExpiry ??= this.#clock.after(this.#limits.waitMs, () => this.#expire())
    }
  }

  connected(): void {
    this.#connected = true
    this.#expire()
    const waiting = this.#waiting
    this.#waiting = []
    for (const { topic, message } of waiting) this.#hand(topic, message)
    this.#publishLosses()
  }

  disconnected(): void {
    this.#connected = false
  }

  counts(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.#dropped).map(([reason, count]) => [
        labelled('publish_dropped_total', { reason }),
        count,
      ]),
    )
  }

  close(): void {
    this.#cancelExpiry?.()
  }

  #hand(topic: string, message: Buffer): void {
    this.#put(topic, message).then(
      () => {
        this.#release(message)
        this.#publishLosses()
      },
      () => {
        this.#release(message)
        this.#drop(topic, 'backend_refused')
      },
    )
  }

  /**
   * Losses are published on the topics themselves: their listeners may sit in any process. They wait for
   * a connection and a half-empty queue, so that they do not crowd out the events still to send.
   */
  #publishLosses(): void {
    if (!this.#connected || this.#events * 2 > this.#limits.events) return
    const topics = this.#lossy
    this.#lossy = new Set()
    for (const topic of topics) this.publish(topic, lossMessage(this.#clock.now()))
  }

  #release(message: Buffer): void {
    this.#events -= 1
    this.#bytes -= message.length
  }

  #drop(topic: string, reason: DropReason): void {
    this.#dropped[reason] = (this.#dropped[reason] ?? 0) + 1
    if (this.#lossy.size < mostLossyTopics) this.#lossy.add(topic)
  }

  #expire(): void {
    this.#cancelExpiry?.()
    this.#cancelExpiry = null
    const now = this.#clock.now()
    const stale = this.#waiting.filter(({ since }) => now - since >= this.#limits.waitMs)
    this.#waiting = this.#waiting.slice(stale.length)
    for (const { topic, message } of stale) {
      this.#release(message)
      this.#drop(topic, 'backend_down')
    }
    const [oldest] = this.#waiting
    if (oldest)
      this.#cancelExpiry = this.#clock.after(oldest.since + this.#limits.waitMs - now, () =>
        this.#expire(),
      )
  }
}
