/**
 * Event streams for features: `listen` is a route for listeners; `send` and `publishAfterCommit` send events. The hub
 * is the process's only one.
 */
import {
  type AnyEventStream,
  type ChannelName,
  type Channels,
  type Clock,
  type EncodedEvent,
  type EventBackend,
  type EventTypes,
  Hub,
  type Limits,
  type Payload,
  memoryBackend,
  systemClock,
} from '@plumbline/sse'
import type { Authenticate } from '../auth/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Asked, Endpoint } from '../http/index.ts'
import type { Log } from '../log.ts'
import { type May, type RightsChanged, rightsVersions } from '../tenancy/index.ts'
import { documentEndpoint, type MountedStream } from './asyncapi.ts'
import { Guard } from './guard.ts'
import { noticeOf } from './notices.ts'
import { streamEndpoint } from './route.ts'

export interface StreamSettings {
  /** Prefixes of the feature streams to mount. */
  readonly mounted: readonly string[]
  /** Of the product, for the document that describes its streams. */
  readonly version: string
  readonly limits: Partial<Limits>
  /** Milliseconds between two questions whether a listener still may. */
  readonly sweepMs: number
}

/** A stream of `defineEventStream`, whatever its events. */
export type DescribedStream = AnyEventStream & { readonly events: EventTypes }

export interface StreamAbout {
  readonly may: May
  readonly stream: DescribedStream
  readonly summary: string
  readonly tag: string
  readonly operationId: string
}

export interface Resolve {
  /** Loads the resource first and throws the real error, so that an unauthorized listener gets the reason. */
  channels(asked: Asked): Promise<Channels>
  /** Events from durable state, read after subscribing: state, not history. */
  snapshot?(asked: Asked): Promise<readonly EncodedEvent[]>
}

export interface Streams {
  /** Sends one event at once; never throws into its caller. */
  readonly send: Hub['send']
  /** Sends it once the transaction is committed, so that a refetch sees the change. */
  publishAfterCommit<E, T extends keyof E & string>(
    tx: Tx,
    channel: ChannelName<E>,
    type: T,
    payload: Payload<E[T]>,
  ): void
  /** Called by code that changes rights, in the same transaction: streams that lost access end at once. */
  readonly rightsChanged: RightsChanged
  /** The route of a stream; none when its prefix is not among those to mount. */
  listen(path: string, about: StreamAbout, resolve: Resolve): Endpoint[]
  readonly mounted: readonly MountedStream[]
  /** The route of the AsyncAPI document, read off the streams that are mounted. */
  readonly document: Endpoint
  /** Prefixes of all streams that features declare, mounted or not. */
  readonly declared: ReadonlySet<string>
  counters(): Record<string, number>
  /** Closes all listeners over some seconds, each with a reconnect delay; returns at once without listeners. */
  drain(seconds: number): Promise<void>
  /** Closes all remaining listeners and every new one: the listening socket is about to close. */
  end(): void
  close(): Promise<void>
}

export interface StreamParts {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly log: Log
  /** What carries events between processes; without one they stay in this one. */
  readonly backend?: EventBackend
  readonly clock?: Clock
  readonly random?: () => number
}

export function createStreams(
  {
    database,
    authenticate,
    log,
    backend = memoryBackend(),
    clock = systemClock,
    random = Math.random,
  }: StreamParts,
  { mounted: prefixes, version, limits, sweepMs }: StreamSettings,
): Streams {
  let isEnding = false
  const mounted: MountedStream[] = []
  const declared = new Set<string>()
  const hub = new Hub({
    backend,
    limits,
    clock,
    random,
    report: (event, facts) => log.warn(event, facts as Parameters<Log['warn']>[1]),
    // A worker has no listeners, and no use for notices about them.
    ...(prefixes.length > 0 && { onAnnouncement: (notice) => guard.announced(notice) }),
  })
  const guard = new Guard({
    hub,
    versions: (identities) => database.outsideTenants((tx) => rightsVersions(tx, identities)),
    log,
    clock,
    random,
    everyMs: sweepMs,
  })
  const send: Hub['send'] = (channel, type, payload) => hub.send(channel, type, payload)
  const parts = { authenticate, database, guard, log, isEnding: () => isEnding }
  return {
    send,
    publishAfterCommit: (tx, channel, type, payload) =>
      tx.afterCommit(() => send(channel, type, payload)),
    rightsChanged: (tx, change) =>
      tx.afterCommit(() => hub.announce(noticeOf(tx.tenantId, change))),
    listen(path, about, resolve) {
      declared.add(about.stream.prefix)
      if (!prefixes.includes(about.stream.prefix)) return []
      hub.mount(about.stream)
      mounted.push({ path, about })
      return [streamEndpoint(hub, parts, path, about, resolve)]
    },
    mounted,
    document: documentEndpoint(version, mounted),
    declared,
    counters: () => hub.counters(),
    async drain(seconds) {
      const [anyone] = hub.connections()
      if (anyone) await hub.drain({ seconds })
    },
    end() {
      isEnding = true
      hub.closeWhere(() => true, 'draining', 'The server is restarting.')
    },
    async close() {
      guard.stop()
      await hub.close()
    },
  }
}
