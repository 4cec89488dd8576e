// Whether listeners may still listen: checked after a notice, and every half minute in case a notice was missed.

import { Problem } from '@plumbline/jsonapi'
import { type Announcement, type Clock, type Connection, type Hub, labelled } from '@plumbline/sse'
import type { Identity } from '../auth/index.ts'
import type { Log } from '../log.ts'
import { concernedBy } from './notices.ts'

/** What a listener may hear at a moment, and the version of the rights that it was read under. */
export interface Access {
  readonly version: string | undefined
  readonly channels: readonly string[]
}

/** A listener as the guard sees it. */
export interface Watched {
  readonly identity: Identity
  /** Resolves its channels again; throws a Problem if it may no longer listen, anything else if that is unknown. */
  readonly ask: () => Promise<Access>
}

/** One statement over all identities: the version of each one's rights, undefined where they ended. */
export type Versions = (identities: readonly Identity[]) => Promise<readonly (string | undefined)[]>

export interface GuardOptions {
  readonly hub: Pick<Hub, 'connections' | 'count'>
  readonly versions: Versions
  readonly log: Log
  readonly clock: Clock
  readonly random: () => number
  readonly everyMs: number
}

interface Entry extends Watched {
  readonly connection: Connection
  version: string | undefined
  /** Sweeps in a row without an answer. */
  missed: number
}
type Result = 'unchanged' | 'kept' | 'revoked' | 'unavailable'

/** Sweeps in a row without an answer, after which no listener is trusted on an old one. */
const mostMissed = 3
/** A database that hangs has not answered. With three sweeps of 30 s it bounds a wrong trust at 95 s. */
const answerWithinMs = 5_000
/** About 0.2 s of PostgreSQL's time (2026-11-21, busy machine), far from what counts as no answer. */
const identitiesAtATime = 2_000
/** Changes come in bursts: a role of fifty users, a group of thirty accounts. */
const gatherMs = 20
/** Questions at a time: changes take a few connections of the pool, not all. */
const lanes = 4

/**
 * So many at a time, the others in the order they came. A round has as many in line as may be open, so another
 * tenant's question waits for a few of each tenant, and not for all listeners of one.
 */
class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(most: number) {
    this.#free = most
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

export class Guard {
  readonly #options: GuardOptions
  readonly #entries = new Map<Connection, Entry>()
  /**
   * By tenant, the listeners that a notice concerns, and whether their channels must be resolved though their rights
   * are unchanged. A tenant is removed after its last round.
   */
  readonly #doubtful = new Map<string, Map<Entry, boolean>>()
  readonly #turns = new Turns(lanes)
  /** Sweeps have separate turns, because their maximum delay is guaranteed. */
  readonly #sweepTurns = new Turns(lanes)
  #cancelSweep: () => void = () => {}
  #stopped = false

  constructor(options: GuardOptions) {
    this.#options = options
    this.#schedule()
  }

  /** From here on notices reach this listener; `confirm` sets the rights under which it was admitted. */
  watch(connection: Connection, watched: Watched): void {
    this.#entries.set(connection, { ...watched, connection, version: undefined, missed: 0 })
  }

  /** Whether an access that was read after `watch` covers what was subscribed, and nothing ended it meanwhile. */
  confirm(connection: Connection, access: Access): boolean {
    const entry = this.#entries.get(connection)
    if (!entry || !covers(connection, access)) return false
    entry.version = access.version
    return true
  }

  /** A notice of the control topic. */
  announced(notice: Announcement): void {
    const concerned = concernedBy(notice)
    if (!concerned) return this.#options.log.warn('invalid permission notice')
    const found = [...this.#options.hub.connections()].filter(concerned.matches)
    for (const connection of found) {
      const entry = this.#entries.get(connection)
      if (concerned.must === 'end') this.#revoke(connection)
      // Without an entry the listener is yet to be confirmed, by a transaction that begins after this.
      else if (entry) this.#doubt(entry, concerned.must === 'resolve')
    }
  }

  #doubt(entry: Entry, mustResolve: boolean): void {
    const { tenantId } = entry.connection
    const known = this.#doubtful.get(tenantId)
    if (known) return void known.set(entry, mustResolve || known.get(entry) === true)
    this.#doubtful.set(tenantId, new Map([[entry, mustResolve]]))
    this.#options.clock.after(gatherMs, () => void this.#answerDoubts(tenantId))
  }

  stop(): void {
    this.#stopped = true
    this.#cancelSweep()
  }

  /**
   * Rounds of one tenant until no doubt is left. Other tenants' rounds run concurrently, so that one tenant's changes
   * never delay revocations of another. What fails here is left to the sweep, which counts failures.
   */
  async #answerDoubts(tenantId: string): Promise<void> {
    try {
      for (;;) {
        const doubtful = this.#doubtful.get(tenantId)
        if (!doubtful || doubtful.size === 0 || this.#stopped) return
        this.#doubtful.set(tenantId, new Map())
        await this.#check(
          [...doubtful.keys()],
          this.#turns,
          (entry) => doubtful.get(entry) === true,
        )
      }
    } finally {
      this.#doubtful.delete(tenantId)
    }
  }

  #schedule(): void {
    const { clock, random, everyMs } = this.#options
    // Jittered, so that processes started together do not query together; never later than `everyMs`.
    this.#cancelSweep = clock.after(everyMs * (0.8 + 0.2 * random()), () => {
      if (this.#stopped) return
      this.#schedule()
      void this.#sweep()
    })
  }

  async #sweep(): Promise<void> {
    const open = new Set(this.#options.hub.connections())
    for (const connection of this.#entries.keys())
      if (!open.has(connection)) this.#entries.delete(connection)
    const entries = [...this.#entries.values()]
    if (entries.length === 0) return
    const unanswered = await this.#check(entries, this.#sweepTurns, () => false)
    for (const entry of unanswered) {
      entry.missed += 1
      if (entry.missed < mostMissed) continue
      this.#entries.delete(entry.connection)
      entry.connection.close('auth_unavailable', 'Your access could not be verified.')
    }
  }

  /** Checks these listeners; returns those whose check had no result. */
  async #check(
    entries: readonly Entry[],
    turns: Turns,
    mustResolve: (entry: Entry) => boolean,
  ): Promise<readonly Entry[]> {
    let versions: ReadonlyMap<string, string | undefined>
    try {
      versions = await this.#versionsOf(entries, turns)
    } catch (error) {
      this.#options.log.warn('permission check of listeners failed', {
        error: error as Error,
        listeners: entries.length,
      })
      for (const entry of entries) this.#noAnswer(entry, mustResolve(entry))
      return entries
    }
    const changed = entries.filter((entry) => {
      const version = versions.get(keyOf(entry.identity))
      if (version === undefined) this.#revoke(entry.connection)
      else if (version !== entry.version || mustResolve(entry)) return true
      else this.#answered(entry, 'unchanged')
      return false
    })
    const unanswered: Entry[] = []
    const next = changed.values()
    const lane = async (): Promise<void> => {
      for (const entry of next) {
        if (await this.#ask(entry, turns)) continue
        this.#noAnswer(entry, true)
        unanswered.push(entry)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return unanswered
  }

  async #versionsOf(
    entries: readonly Entry[],
    turns: Turns,
  ): Promise<Map<string, string | undefined>> {
    const distinct = [...new Map(entries.map(({ identity }) => [keyOf(identity), identity]))]
    const versions = new Map<string, string | undefined>()
    for (let start = 0; start < distinct.length; start += identitiesAtATime) {
      const some = distinct.slice(start, start + identitiesAtATime)
      const answers = await this.#asked(turns, () =>
        this.#options.versions(some.map(([, identity]) => identity)),
      )
      for (const [index, [key]] of some.entries()) versions.set(key, answers[index])
    }
    return versions
  }

  /** Whether there was an answer. */
  async #ask(entry: Entry, turns: Turns): Promise<boolean> {
    try {
      const access = await this.#asked(turns, entry.ask)
      if (!covers(entry.connection, access)) this.#revoke(entry.connection)
      else {
        entry.version = access.version
        this.#answered(entry, 'kept')
      }
      return true
    } catch (error) {
      if (error instanceof Problem && error.status < 500) {
        this.#revoke(entry.connection)
        return true
      }
      this.#options.log.warn('permission check of a listener failed', { error: error as Error })
      return false
    }
  }

  #revoke(connection: Connection): void {
    this.#count('revoked')
    this.#entries.delete(connection)
    connection.close('access_revoked', 'Your access has ended.')
  }

  #answered(entry: Entry, result: Result): void {
    this.#count(result)
    entry.missed = 0
  }

  /** Without a version the next sweep resolves the channels, even if the rights are unchanged. */
  #noAnswer(entry: Entry, mustResolve: boolean): void {
    this.#count('unavailable')
    if (mustResolve) entry.version = undefined
  }

  #count(result: Result): void {
    this.#options.hub.count(labelled('reauth_total', { result }))
  }

  /** The deadline of a check does not include the wait for a turn. */
  #asked<T>(turns: Turns, ask: () => Promise<T>): Promise<T> {
    return turns.take(() => this.#within(ask()))
  }

  #within<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.after(answerWithinMs, () =>
        reject(new Error('The database did not respond in time.')),
      )
      answer.then(resolve, reject).finally(cancel)
    })
  }
}

const covers = ({ channels }: Connection, access: Access): boolean => {
  const may = new Set(access.channels)
  return channels.every((channel) => may.has(channel))
}

/** Who, where, by which credential: streams of one of these share every answer about rights. */
const keyOf = ({ tenantId, userId, credentialId }: Identity): string =>
  `${tenantId} ${userId} ${credentialId}`
