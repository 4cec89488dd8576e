// One listener: from its subscription until its last byte. While it waits for its socket, and whenever the socket is
// full, events queue here, bounded and aware of verbs.

import type { Caller, Seat } from './admission.ts'
import type { Clock } from './clock.ts'
import type { Counters } from './counters.ts'
import {
  type Batch,
  commentFrame,
  encodeChunk,
  encodeClosing,
  encodeFrame,
  encodeRetry,
  lastChunk,
} from './encoder.ts'
import type { EncodedEvent } from './events.ts'
import type { Limits } from './limits.ts'
import type { AnyChannel } from './names.ts'
import { FrameQueue } from './queue.ts'

/** The part of a net.Socket or ServerResponse that a connection uses. */
export type StreamSocket = {
  readonly write: (bytes: Buffer) => boolean
  readonly writableLength: number
  readonly destroyed: boolean
  readonly end: () => unknown
  readonly destroy: () => unknown
  readonly on: (event: 'drain' | 'close' | 'error', handler: () => void) => unknown
}

/**
 * `chunked`: the socket is a raw HTTP/1.1 connection whose response head has `Transfer-Encoding: chunked`; connections
 * then write the same Buffer, which is the cheapest way. `plain`: the socket frames for itself, such as a
 * ServerResponse or an HTTP/2 stream.
 */
export type Framing = 'chunked' | 'plain'

/** Why the server ends a stream: the code of its last event. */
export const closeCodes = [
  'token_expired',
  'access_revoked',
  'auth_unavailable',
  'lifetime_reached',
  'slow_consumer',
  'events_lost',
  'draining',
] as const
export type CloseCode = (typeof closeCodes)[number]

/** What a connection needs of its hub. */
export type ConnectionContext = {
  readonly clock: Clock
  readonly random: () => number
  readonly limits: Limits
  readonly counters: Counters
  readonly opened: (connection: Connection) => void
  /** Hears no more: called once, with why. */
  readonly closed: (connection: Connection, reason: string) => void
  /** The bytes queued for this connection changed by `delta`. */
  readonly weighed: (delta: number) => void
}

const flushBytes = 16 * 1024
/** How long before its expiry a token's streams begin to close, so that they do not close at once. */
const expirySpreadMs = 10_000
/** The interval of the timer. A stream ends at the latest one interval before its expiry. */
export const wheelMs = 1_000

export class Connection {
  readonly seat: Seat
  readonly channels: readonly AnyChannel[]
  readonly tenantId: string
  readonly createdAt: number
  /** The subscriptions are acknowledged: from here on a backend's loss is this listener's loss. */
  subscribed = false

  readonly #context: ConnectionContext
  readonly #queue = new FrameQueue()
  readonly #closesAt: number
  /** What `closesAt` is: the token's expiry, or the longest life of a stream. */
  readonly #expires: boolean
  #state: 'waiting' | 'open' | 'closing' | 'closed' = 'waiting'
  #socket: StreamSocket | null = null
  #framing: Framing = 'chunked'
  #blocked = false
  #drainedAt = 0
  #lastLength = 0
  #wroteAt = 0
  #wroteSinceTurn = false
  #heartbeatMs = 0
  #weight = 0
  #farewell: { code: CloseCode; detail: string } | null = null
  #cancelDestroy: (() => void) | null = null

  /** `tenantId` is the caller's, as the channel spells it: the same text, so that comparing it is cheap. */
  constructor(
    seat: Seat,
    tenantId: string,
    channels: readonly AnyChannel[],
    context: ConnectionContext,
  ) {
    const { limits, clock, random } = context
    this.seat = seat
    this.channels = channels
    this.tenantId = tenantId
    this.#context = context
    this.createdAt = clock.now()
    const expiresAt = seat.caller.expiresAt ?? Number.POSITIVE_INFINITY
    const lifetime = limits.lifetimeMs * (0.8 + 0.2 * random())
    // The timer ticks once a second, so the latest planned time is one tick before the expiry.
    const spread = Math.min(expirySpreadMs - wheelMs, Math.max(0, (expiresAt - this.createdAt) / 2))
    const expiry = expiresAt - wheelMs - spread * random()
    this.#expires = expiry <= this.createdAt + lifetime
    this.#closesAt = this.#expires ? expiry : this.createdAt + lifetime
  }

  get caller(): Caller {
    return this.seat.caller
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get queuedBytes(): number {
    return this.#weight
  }

  /**
   * Writes the first bytes, then `snapshot`, then what was heard since the subscription; from here on events are
   * written to the socket. The caller writes the response head before. A connection closed meanwhile sends the reason
   * and ends; a closed socket ends it silently.
   */
  open(
    socket: StreamSocket,
    options: { readonly snapshot?: readonly EncodedEvent[]; readonly framing?: Framing } = {},
  ): void {
    if (this.#socket) throw new Error('A connection opens once.')
    if (socket.destroyed) return this.abandon()
    this.#socket = socket
    this.#framing = options.framing ?? 'chunked'
    socket.on('close', () => this.#socketClosed())
    socket.on('error', () => socket.destroy())
    if (this.#farewell) return this.#end(this.#farewell.code, this.#farewell.detail)
    if (this.#state !== 'waiting') return void socket.destroy()
    socket.on('drain', () => this.#drained())
    this.#state = 'open'
    this.#context.opened(this)
    if (this.#context.clock.now() >= this.#closesAt) return this.#endOfTime()
    this.#rollHeartbeat()
    const first = [encodeRetry(2_000 + this.#context.random() * 3_000), commentFrame]
    this.#writeParts([...first, ...(options.snapshot ?? []).map(encodeFrame)])
    this.#flush()
  }

  /**
   * Takes the events of one channel; returns 1, or 0 if it is closed. The timer handles expiry, and ticks in time for
   * every write. This runs once a listener and event, on memory that the last write drove out of the caches: it touches
   * as few objects as it can.
   */
  deliver(batch: Batch, now: number): 0 | 1 {
    const socket = this.#socket
    if (this.#state === 'open' && !this.#blocked && socket) {
      this.#wroteSinceTurn = true
      this.#write(socket, this.#framing === 'chunked' ? batch.chunk : batch.body, now)
      if (socket.writableLength > 0 || this.#weight > 0) this.#weigh()
      return 1
    }
    if (this.#state !== 'open' && this.#state !== 'waiting') return 0
    for (const frame of batch.frames) this.#queue.push(frame)
    this.#weigh()
    return 1
  }

  /** One tick of the timer: expiry, stall, heartbeat. */
  tick(now: number): void {
    const { limits } = this.#context
    if (this.#state === 'waiting' && now - this.createdAt >= limits.openWithinMs)
      return this.abandon()
    if (this.#state !== 'open') return
    if (now >= this.#closesAt) return this.#endOfTime()
    if (this.#wroteSinceTurn) {
      this.#wroteSinceTurn = false
      this.#wroteAt = now
    }
    if (this.#blocked) this.#checkStall(now)
    else if (now - this.#wroteAt >= this.#heartbeatMs) {
      this.#rollHeartbeat()
      this.#writeParts([commentFrame])
      this.#weigh()
    }
  }

  #endOfTime(): void {
    if (this.#expires) this.close('token_expired', 'The token expires.')
    else this.close('lifetime_reached', 'The stream reached its longest life.')
  }

  /** Ends the stream with its reason as the last event. Events still queued are dropped: a client refetches. */
  close(code: CloseCode, detail: string): void {
    if (this.#state === 'waiting') {
      this.#farewell = { code, detail }
      this.#leave(code)
    } else if (this.#state === 'open') {
      this.#leave(code)
      this.#end(code, detail)
    }
  }

  /** Ends the connection without a word, for a stream that never opened or a socket of no use. */
  abandon(): void {
    if (this.#state === 'closing' || this.#state === 'closed') return
    this.#leave('abandoned')
    this.#socket?.destroy()
  }

  #leave(reason: string): void {
    if (this.#state === 'closing' || this.#state === 'closed') return
    this.#state = 'closing'
    this.#queue.clear()
    this.#reweigh(0)
    this.#context.closed(this, reason)
  }

  #end(code: CloseCode, detail: string): void {
    const socket = this.#socket
    if (!socket) return
    this.#state = 'closing'
    const { clock, limits, random } = this.#context
    const words = encodeClosing(code, detail, 500 + random() * 4_500)
    if (socket.writableLength + words.length > limits.closeAboveBytes) return void socket.destroy()
    // An unread final event must not keep the socket open.
    this.#cancelDestroy = clock.after(limits.closingMs, () => socket.destroy())
    this.#writeParts([words])
    if (this.#framing === 'chunked') this.#put(socket, lastChunk)
    socket.end()
  }

  #socketClosed(): void {
    this.#cancelDestroy?.()
    this.#leave('client')
    this.#state = 'closed'
  }

  #drained(): void {
    if (this.#state !== 'open') return
    this.#blocked = false
    this.#flush()
  }

  #flush(): void {
    while (!this.#blocked && this.#queue.bytes > 0) this.#writeParts(this.#queue.take(flushBytes))
    this.#weigh()
  }

  #writeParts(parts: readonly Buffer[]): void {
    const bytes = this.#framing === 'chunked' ? encodeChunk(parts) : Buffer.concat(parts)
    const now = this.#context.clock.now()
    this.#wroteAt = now
    if (this.#socket) this.#write(this.#socket, bytes, now)
  }

  #write(socket: StreamSocket, bytes: Buffer, now: number): void {
    this.#context.counters.bytes += bytes.length
    if (this.#put(socket, bytes)) return
    this.#blocked = true
    this.#drainedAt = now
    this.#lastLength = socket.writableLength
  }

  /** A socket that throws is closed, and must not cost other listeners their events. */
  #put(socket: StreamSocket, bytes: Buffer): boolean {
    try {
      return socket.write(bytes)
    } catch {
      socket.destroy()
      this.#leave('client')
      return false
    }
  }

  /** Enforces the bounds: conflates, then closes. */
  #weigh(): void {
    if (this.#state !== 'open' && this.#state !== 'waiting') return
    const { limits, counters } = this.#context
    const inSocket = this.#socket?.writableLength ?? 0
    if (this.#queue.bytes > 0 && inSocket + this.#queue.bytes > limits.conflateAboveBytes)
      counters.add('conflated_total', this.#queue.conflate())
    const weight = inSocket + this.#queue.bytes
    if (weight > limits.closeAboveBytes)
      return this.close('slow_consumer', 'The listener reads slower than events arrive.')
    this.#reweigh(weight)
  }

  #reweigh(weight: number): void {
    const delta = weight - this.#weight
    if (delta === 0) return
    this.#weight = weight
    this.#context.weighed(delta)
  }

  #checkStall(now: number): void {
    const length = this.#socket?.writableLength ?? 0
    if (length < this.#lastLength) this.#drainedAt = now
    this.#lastLength = length
    if (now - this.#drainedAt >= this.#context.limits.stallMs)
      this.close('slow_consumer', 'The listener stopped reading.')
  }

  /** Two ticks of the timer short of plus 20 %: it may notice a write, and a silence, one tick late. */
  #rollHeartbeat(): void {
    const { limits, random } = this.#context
    const spread = Math.max(0, 0.4 * limits.heartbeatMs - 2 * wheelMs)
    this.#heartbeatMs = 0.8 * limits.heartbeatMs + spread * random()
  }
}
