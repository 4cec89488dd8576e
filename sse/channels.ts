// Which channels this process hears, and who listens to each. A channel is subscribed upstream at its
// first listener and lingers after its last, because a page reload leaves and comes back.

import type { EventBackend } from './backends/backend.ts'
import type { Connection } from './connection.ts'
import type { ReceivedEvent } from './message.ts'
import { prefixOfChannel, tenantIdFromChannel } from './names.ts'

export class Channel {
  readonly name: string
  readonly tenantId: string | null
  readonly prefix: string
  /** Heard, not yet encoded. */
  pending: ReceivedEvent[] = []
  pendingBytes = 0
  /** Batches that not every listener has received yet. */
  unfinished = 0
  /** What is pending has waited long enough. */
  isDue = false
  /** Resolves when the backend has acknowledged; null while it must be subscribed (again). */
  acknowledged: Promise<void> | null = null
  idleSince: number | null = null
  readonly #present = new Set<Connection>()
  #listed: readonly Connection[] | null = null

  constructor(name: string) {
    this.name = name
    this.tenantId = tenantIdFromChannel(name)
    this.prefix = prefixOfChannel(name)
  }

  /** The current listeners: a list that does not change when listeners join or leave. */
  get listeners(): readonly Connection[] {
    this.#listed ??= [...this.#present]
    return this.#listed
  }

  add(connection: Connection): void {
    this.#present.add(connection)
    this.#listed = null
  }

  /** False when it was not there. */
  delete(connection: Connection): boolean {
    this.#listed = null
    return this.#present.delete(connection)
  }
}

export class ChannelTable {
  readonly #backend: EventBackend
  readonly #channels = new Map<string, Channel>()

  constructor(backend: EventBackend) {
    this.#backend = backend
  }

  get size(): number {
    return this.#channels.size
  }

  get(name: string): Channel | undefined {
    return this.#channels.get(name)
  }

  opened(name: string): Channel {
    const known = this.#channels.get(name)
    if (known) return known
    const channel = new Channel(name)
    this.#channels.set(name, channel)
    return channel
  }

  join(channel: Channel, connection: Connection): void {
    channel.idleSince = null
    channel.add(connection)
  }

  leave(name: string, connection: Connection, now: number): void {
    const channel = this.#channels.get(name)
    if (channel?.delete(connection) && channel.listeners.length === 0) channel.idleSince = now
  }

  /** Resolves on the backend's acknowledgement; rejects when the backend refuses. */
  acknowledged(channel: Channel): Promise<void> {
    if (channel.acknowledged) return channel.acknowledged
    const asked = this.#backend.subscribe(channel.name).catch((error: unknown) => {
      if (channel.acknowledged === asked) channel.acknowledged = null
      throw error
    })
    channel.acknowledged = asked
    return asked
  }

  /** The backend lost its memory: every subscription must be acknowledged again. */
  clearAcknowledgements(): void {
    for (const channel of this.#channels.values()) channel.acknowledged = null
  }

  sweep(now: number, lingerMs: number): void {
    for (const [name, { idleSince }] of this.#channels) {
      if (idleSince === null || now - idleSince < lingerMs) continue
      this.#channels.delete(name)
      this.#backend.unsubscribe(name)
    }
  }
}
