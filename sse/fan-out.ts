// From heard events to written bytes. Events of one turn of the loop, or of a stream's window, become
// one batch per channel; batches are written in slices, so that listeners do not stall the process.

import type { Channel } from './channels.ts'
import type { Clock } from './clock.ts'
import type { Connection } from './connection.ts'
import { type Counters, labelled } from './counters.ts'
import { type Batch, encodeBatch } from './encoder.ts'
import type { Limits } from './limits.ts'
import type { ReceivedEvent } from './message.ts'

type Job = {
  readonly channel: Channel
  readonly batch: Batch
  readonly bytes: number
  readonly published: readonly number[]
  /** Who listened when the batch was sealed, and how many of them have it. */
  readonly listeners: readonly Connection[]
  served: number
}

/** Writes between two looks at the clock. */
const writesPerLook = 50

export type FanOutOptions = {
  readonly clock: Clock
  readonly limits: Limits
  readonly counters: Counters
  readonly coalesceMs: (prefix: string) => number
  /** Events for this channel were dropped here: its listeners must hear of it. */
  readonly lost: (channel: Channel) => void
  /** A listener is subscribed to a channel of another tenant. That cannot happen; if it does, it must not be served. */
  readonly foreign: (connection: Connection, channel: Channel) => void
  /** Runs ahead of each slice: ends the streams whose time is up. */
  readonly before: (now: number) => void
}

export class FanOut {
  readonly #options: FanOutOptions
  #waitingEvents = 0
  #waitingBytes = 0
  /** Channels with pending events and no window to wait for. */
  #due: Channel[] = []
  #jobs: Job[] = []
  #running = false

  constructor(options: FanOutOptions) {
    this.#options = options
  }

  /** Takes an event for every listener the channel has now. */
  add(channel: Channel, event: ReceivedEvent): void {
    const { clock, limits, counters, lost, coalesceMs } = this.#options
    if (
      this.#waitingEvents >= limits.queuedEvents ||
      this.#waitingBytes + event.json.length > limits.queuedBytes
    ) {
      counters.add(labelled('publish_dropped_total', { reason: 'fan_out_full' }))
      lost(channel)
      return
    }
    this.#waitingEvents += 1
    this.#waitingBytes += event.json.length
    channel.pendingBytes += event.json.length
    if (channel.pending.push(event) > 1) return
    const windowMs = coalesceMs(channel.prefix)
    if (windowMs > 0) clock.after(windowMs, () => this.#nowDue(channel))
    else this.#nowDue(channel)
  }

  /**
   * Seals in the next turn, or once every listener has the previous batches: so a late process writes larger batches,
   * instead of the same small ones ever later.
   */
  #nowDue(channel: Channel): void {
    if (channel.pending.length === 0) return // sealed meanwhile
    channel.isDue = true
    this.#takeTurn(channel)
  }

  #takeTurn(channel: Channel): void {
    if (!channel.isDue || channel.unfinished > 0) return
    this.#due.push(channel)
    this.#wake()
  }

  /** Seals what is pending as one batch for the present listeners: later listeners do not get it. */
  seal(channel: Channel): void {
    const { pending, pendingBytes } = channel
    if (pending.length === 0) return
    channel.pending = []
    channel.pendingBytes = 0
    channel.isDue = false
    channel.unfinished += 1
    this.#jobs.push({
      channel,
      batch: encodeBatch(channel.name, pending),
      bytes: pendingBytes,
      published: pending.map((event) => event.publishedAt),
      listeners: channel.listeners,
      served: 0,
    })
    this.#wake()
  }

  #wake(): void {
    if (this.#running) return
    this.#running = true
    this.#options.clock.soon(() => this.#run())
  }

  #run(): void {
    const { clock, limits, counters, before } = this.#options
    const due = this.#due
    this.#due = []
    for (const channel of due) this.seal(channel)
    const started = clock.now()
    before(started)
    let writes = limits.writesPerSlice
    let finished = 0
    for (const job of this.#jobs) {
      while (writes > 0 && job.served < job.listeners.length) {
        writes -= this.#write(job, Math.min(writes, writesPerLook), started)
        if (clock.now() - started >= limits.sliceMs) writes = 0
      }
      if (job.served < job.listeners.length) break
      finished += 1
      this.#finish(job)
    }
    this.#jobs = this.#jobs.slice(finished)
    counters.observe('fanout_slice_seconds', (clock.now() - started) / 1000)
    this.#running = false
    if (this.#jobs.length > 0 || this.#due.length > 0) this.#wake()
  }

  /** Serves at most `most` listeners; returns their number. */
  #write(job: Job, most: number, now: number): number {
    const { channel, batch, listeners } = job
    const end = Math.min(job.served + most, listeners.length)
    const begin = job.served
    let delivered = 0
    for (; job.served < end; job.served += 1) {
      const connection = listeners[job.served]
      if (connection?.tenantId === channel.tenantId) delivered += connection.deliver(batch, now)
      else if (connection) this.#options.foreign(connection, channel)
    }
    const deliveries = labelled('deliveries_total', { prefix: channel.prefix })
    this.#options.counters.add(deliveries, delivered * batch.frames.length)
    return end - begin
  }

  #finish(job: Job): void {
    job.channel.unfinished -= 1
    this.#takeTurn(job.channel)
    const now = this.#options.clock.now()
    this.#waitingEvents -= job.published.length
    this.#waitingBytes -= job.bytes
    for (const publishedAt of job.published)
      this.#options.counters.observe('delivery_seconds', (now - publishedAt) / 1000)
  }
}
