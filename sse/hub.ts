// The only object of a process that sends events and tracks its listeners.

import { Admission, type Caller, type Seat } from './admission.ts'
import type { BackendState, EventBackend } from './backends/backend.ts'
import { type Channel, ChannelTable } from './channels.ts'
import { type Clock, systemClock } from './clock.ts'
import { type CloseCode, Connection, type ConnectionContext, wheelMs } from './connection.ts'
import { Counters, labelled } from './counters.ts'
import { type AnyEventStream, encodeUndefined, type Payload } from './events.ts'
import type { Scalar } from './fields.ts'
import { FanOut } from './fan-out.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { announcementType, decodeMessage, encodeMessage, lossType } from './message.ts'
import { type ChannelName, type Channels, prefixOfChannel, tenantIdFromChannel } from './names.ts'
import { StreamRefused } from './refusal.ts'

/** A flat notice from one process to all of them, such as "this user lost this role". */
export type Announcement = Readonly<Record<string, Scalar>>

export type HubOptions = {
  readonly backend: EventBackend
  /** Streams whose payloads are checked field by field and whose `coalesceMs` counts. */
  readonly streams?: readonly AnyEventStream[]
  readonly limits?: Partial<Limits>
  readonly clock?: Clock
  readonly random?: () => number
  /** Hears the announcements of every process on this backend, this one included. */
  readonly onAnnouncement?: (announcement: Announcement) => void
  /** Words and facts for a log: what was dropped or refused and should not have been. */
  readonly report?: (event: string, facts: Record<string, unknown>) => void
}

/** No channel name: it has one segment. */
const announcements = 'announcements'
const drainStepMs = 50

/**
 * The steps of a route: `admit` → resolve the channels → `subscribe` → read the snapshot → write the response head →
 * `connection.open`. When a step in between fails, `seat.release()` undoes the ones before.
 */
export class Hub {
  readonly #backend: EventBackend
  readonly #clock: Clock
  readonly #limits: Limits
  readonly #counters = new Counters()
  readonly #report: NonNullable<HubOptions['report']>
  readonly #onAnnouncement: HubOptions['onAnnouncement']
  readonly #streams = new Map<string, AnyEventStream>()
  readonly #admission: Admission
  readonly #table: ChannelTable
  readonly #fanOut: FanOut
  readonly #context: ConnectionContext
  readonly #connections = new Set<Connection>()
  #queuedBytes = 0
  #backendUp = true
  #cancelLoss: (() => void) | null = null
  #cancelWheel: () => void = () => {}
  #turnedAt = 0
  #closed = false

  constructor(options: HubOptions) {
    this.#backend = options.backend
    this.#clock = options.clock ?? systemClock
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#report = options.report ?? (() => {})
    this.#onAnnouncement = options.onAnnouncement
    this.#admission = new Admission(this.#limits)
    this.#table = new ChannelTable(this.#backend)
    for (const stream of options.streams ?? []) this.mount(stream)
    this.#fanOut = new FanOut({
      clock: this.#clock,
      limits: this.#limits,
      counters: this.#counters,
      coalesceMs: (prefix) => this.#streams.get(prefix)?.coalesceMs ?? 0,
      lost: (channel) => this.#lose(channel),
      foreign: (connection, channel) => this.#rejectForeign(connection, channel.name),
      before: (now) => {
        if (now - this.#turnedAt >= wheelMs) this.#turn(now) // the loop was busy, and the timer is late
      },
    })
    this.#context = {
      clock: this.#clock,
      random: options.random ?? Math.random,
      limits: this.#limits,
      counters: this.#counters,
      opened: (connection) => this.#opened(connection),
      closed: (connection, reason) => this.#connectionClosed(connection, reason),
      weighed: (delta) => this.#weighed(delta),
    }
    this.#backend.onMessage((topic, message) => this.#received(topic, message))
    this.#backend.onState((state) => this.#backendChanged(state))
    if (this.#onAnnouncement)
      this.#backend.subscribe(announcements).catch((error: unknown) => {
        if (!this.#closed) this.#report('subscription to announcements failed', { error })
      })
    this.#turnWheel()
  }

  /** Makes a stream known. Throws when another stream has its prefix. */
  mount(stream: AnyEventStream): void {
    const known = this.#streams.get(stream.prefix)
    if (known && known !== stream)
      throw new TypeError(`Two streams have the prefix ${stream.prefix}.`)
    this.#streams.set(stream.prefix, stream)
  }

  /**
   * Sends an event to all listeners of the channel, in any process. Returns at once and never throws: an event that
   * breaks a rule, or exceeds a limit, is dropped, counted and reported.
   */
  send<E, T extends keyof E & string>(
    channel: ChannelName<E>,
    type: T,
    payload: Payload<E[T]>,
  ): void {
    try {
      if (tenantIdFromChannel(channel) === null)
        throw new TypeError(`${JSON.stringify(channel)} is not a valid channel name.`)
      const stream = this.#streams.get(prefixOfChannel(channel))
      const event = stream ? stream.encodeUnknown(type, payload) : encodeUndefined(type, payload)
      this.#backend.publish(channel, encodeMessage(event, this.#clock.now()))
      this.#counters.add(labelled('events_published_total', { event: type }))
    } catch (error) {
      this.#counters.add(labelled('publish_dropped_total', { reason: 'invalid' }))
      this.#report('event not sent', { channel, type, error })
    }
  }

  /** Notifies every process on this backend, this one included. Lost while the backend is unavailable. */
  announce(announcement: Announcement): void {
    const event = { type: announcementType, json: JSON.stringify(announcement) }
    this.#backend.publish(announcements, encodeMessage(event, this.#clock.now()))
  }

  /** Takes a slot, before any other lookup. Throws a StreamRefused of status 429. */
  admit(caller: Caller): Seat {
    return this.#counted(() => {
      const tenantId = caller.tenantId.toLowerCase()
      return this.#admission.admit({ ...caller, tenantId }, this.#clock.now())
    })
  }

  /**
   * Subscribes to every channel and resolves when the backend has acknowledged them all. From then on
   * events wait for `open`, so that a snapshot read now misses nothing. Throws a StreamRefused:
   * 400, 403 or 503. The caller releases the slot if a later step fails.
   */
  async subscribe(seat: Seat, channels: Channels): Promise<Connection> {
    const names = this.#counted(() => this.#checked(seat, channels))
    const opened = names.map((name) => this.#table.opened(name))
    const tenantId = opened[0]?.tenantId ?? seat.caller.tenantId
    const connection = new Connection(seat, tenantId, names, this.#context)
    seat.taken(() => connection.abandon())
    this.#connections.add(connection)
    for (const channel of opened) {
      this.#fanOut.seal(channel)
      this.#table.join(channel, connection)
    }
    try {
      await this.#inTime(Promise.all(opened.map((channel) => this.#table.acknowledged(channel))))
    } catch (error) {
      connection.abandon()
      this.#report('event stream refused', { error })
      this.#counters.add(labelled('rejected_total', { status: '503' }))
      throw new StreamRefused('backend_unavailable', 'Event streams are unavailable. Try again.', 2)
    }
    connection.subscribed = true
    return connection
  }

  /** The present listeners, those included that wait for their socket. */
  connections(): Iterable<Connection> {
    return this.#connections.values()
  }

  /** Closes the listeners that match, at once. Returns their number. */
  closeWhere(
    matches: (connection: Connection) => boolean,
    code: CloseCode,
    detail: string,
  ): number {
    const found = [...this.#connections].filter(matches)
    for (const connection of found) connection.close(code, detail)
    return found.length
  }

  /** Closes every listener, evenly over `seconds`. New listeners are served meanwhile, and closed too. */
  drain({ seconds }: { readonly seconds: number }): Promise<void> {
    const endsAt = this.#clock.now() + seconds * 1000
    return new Promise((resolve) => {
      let share = 0
      const step = (): void => {
        const remainingSteps = Math.max(1, Math.ceil((endsAt - this.#clock.now()) / drainStepMs))
        share += this.#connections.size / remainingSteps
        for (const connection of this.#connections) {
          if (share < 1) break
          share -= 1
          connection.close('draining', 'The server is restarting. Connect again.')
        }
        if (this.#connections.size === 0 || this.#clock.now() >= endsAt) resolve()
        else this.#clock.after(drainStepMs, step)
      }
      step()
    })
  }

  /** Adds to a counter of this hub's `counters`: for what is counted in front of it, such as the gate. */
  count(name: string, amount = 1): void {
    this.#counters.add(name, amount)
  }

  /** Every count and gauge as a plain number, by its Prometheus name without a prefix. */
  counters(): Record<string, number> {
    const gauges = new Counters()
    for (const { channels } of this.#connections) {
      const prefix = prefixOfChannel(channels[0] ?? '')
      gauges.add(labelled('connections', { prefix }))
    }
    return {
      ...this.#counters.read(),
      ...this.#backend.counts(),
      ...gauges.read(),
      bytes_total: this.#counters.bytes,
      buffered_bytes: this.#queuedBytes,
      upstream_up: this.#backendUp ? 1 : 0,
      upstream_subscriptions: this.#table.size,
    }
  }

  /** Ends everything now; `drain` first to do it gently. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelWheel()
    this.#cancelLoss?.()
    this.closeWhere(() => true, 'draining', 'The server is stopping.')
    await this.#backend.close()
  }

  #checked(seat: Seat, channels: Channels): Channels {
    const [first, ...more] = new Set(channels)
    if (first === undefined) throw new StreamRefused('no_channels', 'No channels specified')
    const names: Channels = [first, ...more]
    const most = this.#limits.channelsPerStream
    if (names.length > most)
      throw new StreamRefused('too_many_channels', `A stream can have at most ${most} channels.`)
    const foreign = names.find((name) => tenantIdFromChannel(name) !== seat.caller.tenantId)
    if (foreign !== undefined) {
      this.#counters.add('gate_rejections_total')
      this.#report('foreign channel refused', { channel: foreign, user_id: seat.caller.userId })
      throw new StreamRefused('foreign_channel', 'The caller is not allowed to read a channel.')
    }
    return names
  }

  #counted<T>(step: () => T): T {
    try {
      return step()
    } catch (error) {
      if (error instanceof StreamRefused)
        this.#counters.add(labelled('rejected_total', { status: String(error.status) }))
      throw error
    }
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(this.#limits.acknowledgeMs, () =>
        reject(new Error('The backend did not acknowledge in time.')),
      )
      promise.then(resolve, reject).finally(cancel)
    })
  }

  #received(topic: string, message: Buffer): void {
    const event = decodeMessage(message)
    if (!event) {
      this.#counters.add(labelled('publish_dropped_total', { reason: 'malformed' }))
      return
    }
    if (topic === announcements) return this.#receivedAnnouncement(event.json)
    const channel = this.#table.get(topic)
    if (!channel || channel.listeners.length === 0) return
    if (event.type === lossType) this.#lose(channel)
    else if (event.type !== announcementType) this.#fanOut.add(channel, event)
  }

  #receivedAnnouncement(json: Buffer): void {
    try {
      this.#onAnnouncement?.(JSON.parse(json.toString()))
    } catch (error) {
      this.#report('invalid announcement ignored', { error })
    }
  }

  #lose(channel: Channel): void {
    for (const connection of channel.listeners)
      connection.close('events_lost', 'Events were lost. Fetch the current state.')
  }

  #backendChanged(state: BackendState): void {
    this.#cancelLoss?.()
    this.#cancelLoss = null
    this.#backendUp = state !== 'down'
    if (state === 'up') return
    const closeSubscribed = (): void => {
      const isSubscribed = (connection: Connection): boolean => connection.subscribed
      this.closeWhere(isSubscribed, 'events_lost', 'Events were lost. Fetch the current state.')
    }
    if (state === 'resumed') return closeSubscribed()
    this.#table.clearAcknowledgements()
    this.#cancelLoss = this.#clock.after(this.#limits.lossMs, closeSubscribed)
  }

  #rejectForeign(connection: Connection, channel: string): void {
    this.#counters.add('gate_rejections_total')
    this.#report('listener on a foreign channel', { channel, user_id: connection.caller.userId })
    connection.close('access_revoked', 'The caller is not allowed to read this stream.')
  }

  #opened({ channels, caller }: Connection): void {
    const prefix = prefixOfChannel(channels[0] ?? '')
    this.#counters.add(labelled('opened_total', { prefix, auth: caller.auth ?? 'header' }))
  }

  #connectionClosed(connection: Connection, reason: string): void {
    const now = this.#clock.now()
    this.#connections.delete(connection)
    for (const name of connection.channels) this.#table.leave(name, connection, now)
    connection.seat.free()
    this.#counters.add(labelled('closed_total', { reason }))
    if (reason === 'slow_consumer') this.#counters.add('slow_closed_total')
    this.#counters.observe('lifetime_seconds', (now - connection.createdAt) / 1000)
  }

  #weighed(delta: number): void {
    this.#queuedBytes += delta
    if (delta < 0 || this.#queuedBytes <= this.#limits.processBytes) return
    let heaviest: Connection | null = null
    for (const connection of this.#connections)
      if (!heaviest || connection.queuedBytes > heaviest.queuedBytes) heaviest = connection
    heaviest?.close('slow_consumer', 'The client reads too slowly.')
  }

  #turnWheel(): void {
    this.#turnedAt = this.#clock.now()
    this.#cancelWheel = this.#clock.after(wheelMs, () => {
      this.#turn(this.#clock.now())
      this.#turnWheel()
    })
  }

  #turn(now: number): void {
    this.#turnedAt = now
    for (const connection of this.#connections) connection.tick(now)
    this.#table.sweep(now, this.#limits.lingerMs)
    this.#admission.sweep(now)
  }
}
