/**
 * Event streams for features: `listen` is a route that holds a listener, `send` and
 * `publishAfterCommit` are how events leave. The hub is the process's only one.
 */
import {
  type AnyEventStream,
  type ChannelName,
  type Channels,
  type EncodedEvent,
  type EventBackend,
  Hub,
  type Limits,
  type Payload,
  memoryBackend,
} from '@plumbline/sse'
import type { Authenticate } from '../auth/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Asked, Endpoint } from '../http/index.ts'
import type { Log } from '../log.ts'
import type { May } from '../tenancy/index.ts'
import { streamEndpoint } from './route.ts'
import { type Sweep, startSweep } from './sweep.ts'

export interface StreamSettings {
  /** Prefixes of the feature streams to mount. */
  readonly mounted: readonly string[]
  readonly limits: Partial<Limits>
  /** Milliseconds between two questions whether a listener still may. */
  readonly sweepMs: number
}

export interface StreamAbout {
  readonly may: May
  readonly stream: AnyEventStream
  readonly summary: string
  readonly tag: string
  readonly operationId: string
}

export interface Resolve {
  /** Finds the resource first and throws what is the matter, so that whoever may not listen knows why. */
  channels(asked: Asked): Promise<Channels>
  /** Events from durable state, read once the subscription stands: state, not history. */
  snapshot?(asked: Asked): Promise<readonly EncodedEvent[]>
}

export interface Streams {
  /** Sends one event at once; never throws into its caller. */
  readonly send: Hub['send']
  /** Sends it once the transaction is committed, so that whoever refetches sees what it tells of. */
  publishAfterCommit<E, T extends keyof E & string>(
    tx: Tx,
    channel: ChannelName<E>,
    type: T,
    payload: Payload<E[T]>,
  ): void
  /** The route of a stream; none when its prefix is not among those to mount. */
  listen(path: string, about: StreamAbout, resolve: Resolve): Endpoint[]
  readonly mounted: readonly AnyEventStream[]
  /** Prefixes of all streams that features declare, mounted or not. */
  readonly declared: ReadonlySet<string>
  counters(): Record<string, number>
  /** Closes all listeners over some seconds, each told to come back; at once when there is none. */
  drain(seconds: number): Promise<void>
  close(): Promise<void>
}

export function createStreams(
  { database, authenticate, log }: { database: Database; authenticate: Authenticate; log: Log },
  { mounted: prefixes, limits, sweepMs }: StreamSettings,
  backend: EventBackend = memoryBackend(),
): Streams {
  const hub = new Hub({
    backend,
    limits,
    report: (event, facts) => log.warn(event, facts as Parameters<Log['warn']>[1]),
  })
  const mounted: AnyEventStream[] = []
  const declared = new Set<string>()
  const sweep: Sweep = startSweep(hub, log, sweepMs)
  const send: Hub['send'] = (channel, type, payload) => hub.send(channel, type, payload)
  return {
    send,
    publishAfterCommit: (tx, channel, type, payload) =>
      tx.afterCommit(() => send(channel, type, payload)),
    listen(path, about, resolve) {
      declared.add(about.stream.prefix)
      if (!prefixes.includes(about.stream.prefix)) return []
      hub.mount(about.stream)
      mounted.push(about.stream)
      return [streamEndpoint(hub, { authenticate, database, sweep, log }, path, about, resolve)]
    },
    mounted,
    declared,
    counters: () => hub.counters(),
    async drain(seconds) {
      const [anyone] = hub.connections()
      if (anyone) await hub.drain({ seconds })
    },
    async close() {
      sweep.stop()
      await hub.close()
    },
  }
}
