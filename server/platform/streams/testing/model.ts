/**
 * The isolation model: random tenants, users, rights, connects, notices and events through hub, gate and
 * guard, beside plain sets of who may hear what at every moment. Every event carries the secret of its tenant. Two
 * processes share a broker; the database answers when the model lets it.
 */
import { seeded } from '@plumbline/scanner/testing'
import assert from 'node:assert/strict'
import { forbidden, notFound, unauthenticated } from '@plumbline/jsonapi'
import {
  type Channels,
  defineEventStream,
  type EventBackend,
  Hub,
  integer,
  MemoryBroker,
  memoryBackend,
  StreamRefused,
  text,
} from '@plumbline/sse'
import { type TestClock, testClock } from '@plumbline/sse/testing'
import { silent } from '../../log.ts'
import { connect } from '../connect.ts'
import { type Access, Guard } from '../guard.ts'
import { noticeOf } from '../notices.ts'
import { ModelListener } from './model-listener.ts'
import { type Change, Rights } from './rights.ts'

export const secrets = defineEventStream({
  prefix: 'secrets',
  events: { 'secret.delta': { secret: text, resource: text, n: integer } },
})

export interface ModelResult {
  readonly operations: number
  readonly connected: number
  readonly refused: number
  readonly delivered: number
  /** Streams that ended, by why. */
  readonly closed: Readonly<Record<string, number>>
}

interface Process {
  readonly hub: Hub
  readonly guard: Guard
  readonly backend: Interruptible
}

/** How long a right that has ended may still be served: with a notice of it, without one, and without a database. */
const bounds = { announced: 1_000, swept: 35_000, unanswered: 95_000 }
const mostListeners = 60

/** Runs so many operations; throws at the first byte that is not right. */
export async function runModel(seed: number, operations: number): Promise<ModelResult> {
  const model = new Model(seed)
  for (let done = 0; done < operations; done += 1) await model.step()
  return { operations, ...(await model.finish()) }
}

class Model {
  readonly #random: () => number
  readonly #clock: TestClock = testClock()
  readonly #rights: Rights
  readonly #processes: readonly Process[]
  readonly #listeners = new Set<ModelListener>()
  readonly #asked: (() => void)[] = []
  readonly #connecting = new Set<Promise<void>>()
  readonly #closed: Record<string, number> = {}
  #outageUntil = 0
  /** Changes without a notice: a listener who connects meanwhile waits for the sweep. */
  #unannounced = 0
  #failure: unknown
  #sent = 0
  #connected = 0
  #refused = 0
  #delivered = 0

  constructor(seed: number) {
    this.#random = seeded(seed)
    this.#rights = new Rights(this.#random)
    const broker = new MemoryBroker()
    this.#processes = [this.#process(broker), this.#process(broker)]
  }

  async step(): Promise<void> {
    if (this.#failure) throw this.#failure
    const chance = this.#random()
    if (chance < 0.1) this.#connect()
    else if (chance < 0.35) await this.#answer()
    else if (chance < 0.72) await this.#publish()
    else if (chance < 0.75) await this.#change(this.#rights.takeAway())
    else if (chance < 0.79) await this.#change(this.#rights.give())
    else if (chance < 0.8) this.#leave()
    else if (chance < 0.8003) await this.#interrupt()
    else if (chance < 0.8007) this.#outageUntil = this.#clock.now() + this.#random() * 150_000
    else if (chance < 0.87) await this.#pass(this.#random() * 3_000)
    else await this.#publish()
  }

  async finish(): Promise<Omit<ModelResult, 'operations'>> {
    await this.#waitForAnswers()
    await Promise.all(this.#connecting)
    if (this.#failure) throw this.#failure
    for (const { hub, guard } of this.#processes) {
      guard.stop()
      await hub.close()
    }
    const [connected, refused, delivered] = [this.#connected, this.#refused, this.#delivered]
    return { connected, refused, delivered, closed: this.#closed }
  }

  #process(broker: MemoryBroker): Process {
    const many = Number.POSITIVE_INFINITY
    const backend = new Interruptible(broker)
    const hub = new Hub({
      backend,
      streams: [secrets],
      clock: this.#clock,
      random: this.#random,
      limits: {
        streamsPerUser: many,
        streamsPerTenant: many,
        streamsPerProcess: many,
        connectsPerMinute: 1e9,
        // A connect blocked by a change of the database takes as long as the model sets.
        openWithinMs: many,
      },
      onAnnouncement: (notice) => guard.announced(notice),
    })
    const guard: Guard = new Guard({
      hub,
      log: silent,
      clock: this.#clock,
      random: this.#random,
      everyMs: 30_000,
      versions: (identities) =>
        this.#database(() => identities.map((identity) => this.#rights.version(identity))),
    })
    return { hub, guard, backend }
  }

  #pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#random() * from.length)]
    assert.ok(found !== undefined)
    return found
  }

  /** A statement: it reads, and its response arrives, on command of the model. */
  #database<T>(read: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#asked.push(() => {
        let arrive: () => void
        try {
          if (this.#clock.now() < this.#outageUntil) throw new Error('no database')
          const value = read()
          arrive = () => resolve(value)
        } catch (error) {
          arrive = () => reject(error as Error)
        }
        this.#asked.push(arrive)
      })
    })
  }

  async #answer(): Promise<void> {
    const [answer] = this.#asked.splice(Math.floor(this.#random() * this.#asked.length), 1)
    answer?.()
    await turns()
  }

  async #waitForAnswers(): Promise<void> {
    do {
      for (const answer of this.#asked.splice(0)) answer()
      await turns()
      this.#clock.turns()
    } while (this.#asked.length > 0)
  }

  #connect(): void {
    if (this.#listeners.size + this.#connecting.size >= mostListeners) return
    const pending = this.#listen()
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => this.#connecting.delete(pending))
    this.#connecting.add(pending)
  }

  async #listen(): Promise<void> {
    const { hub, guard } = this.#pick(this.#processes)
    const credential = this.#rights.credential(this.#clock.now())
    const { identity } = credential
    const resources = this.#rights.someResources(identity.tenantId)
    const unannounced = this.#unannounced
    const isLenient = this.#random() < 0.5
    const foreign = this.#random() < 0.03 ? this.#pick(this.#rights.tenants) : null
    const channels = (): Channels => {
      this.#rights.check(identity)
      const own = resources.map((resource) => {
        if (!this.#rights.sees(identity, resource)) throw notFound()
        return secrets.channel(identity.tenantId, resource)
      })
      // The bug that the gate must catch: a feature that names another tenant's channel.
      const all = foreign ? [...own, secrets.channel(foreign.id, this.#pick(resources))] : own
      return all as unknown as Channels
    }
    /** Some features leave out what was removed; others throw that it is not there. */
    const access = (): Access => {
      const version = this.#rights.version(identity)
      if (!isLenient) return { version, channels: channels() }
      this.#rights.check(identity)
      const visible = resources.filter((resource) => this.#rights.sees(identity, resource))
      return { version, channels: visible.map((one) => secrets.channel(identity.tenantId, one)) }
    }
    const seat = hub.admit({
      tenantId: identity.tenantId,
      userId: identity.userId,
      credentialId: identity.credentialId,
      expiresAt: identity.expiresAt * 1_000,
    })
    try {
      const { connection } = await connect(hub, guard, seat, {
        identity,
        channels: () => this.#database(channels),
        ask: () => this.#database(access),
        begin: () => this.#database(() => ({ ...access(), snapshot: [] })),
      })
      assert.ok(!foreign || foreign.id === identity.tenantId, 'a foreign channel was let in')
      const listener = new ModelListener(credential, resources, this.#clock, () => this.#received())
      connection.open(listener)
      if (listener.ended) return this.#over(listener)
      this.#connected += 1
      this.#listeners.add(listener)
      // A right that ended during the connect counts from here.
      this.#judge(listener, unannounced === this.#unannounced ? bounds.announced : bounds.swept)
    } catch (error) {
      seat.release()
      const refusals = [forbidden(), notFound(), unauthenticated()]
      const isExpected =
        error instanceof StreamRefused ||
        refusals.some(({ code }) => code === (error as { code?: string }).code) ||
        (error as Error).message === 'no database'
      if (!isExpected) throw error
      if (foreign && error instanceof StreamRefused) assert.equal(error.code, 'foreign_channel')
      this.#refused += 1
    }
  }

  #received(): void {
    this.#delivered += 1
  }

  async #publish(): Promise<void> {
    const tenant = this.#pick(this.#rights.tenants)
    const resource = this.#pick(tenant.resources)
    const { hub, backend } = this.#pick(this.#processes)
    const n = (this.#sent += 1)
    for (const listener of this.#listeners) listener.expects(tenant.id, resource, n)
    hub.send(secrets.channel(tenant.id, resource), 'secret.delta', {
      secret: tenant.secret,
      resource,
      n,
    })
    if (this.#random() < 0.7) this.#deliver()
    assert.ok(backend.isUp)
  }

  /** What was sent has arrived: every remaining listener has received all of it. */
  #deliver(): void {
    this.#clock.turns()
    for (const listener of this.#listeners) {
      if (listener.ended) this.#over(listener)
      else listener.checkComplete()
    }
  }

  #over(listener: ModelListener): void {
    this.#listeners.delete(listener)
    const code = listener.closeCode ?? 'client'
    this.#closed[code] = (this.#closed[code] ?? 0) + 1
    if (code === 'access_revoked') assert.ok(listener.wasEnded, 'a stream was ended without reason')
  }

  /** A committed change, with its notice or, now and then, without. */
  async #change(change: Change | null): Promise<void> {
    if (!change) return
    const isAnnounced = change.isUnversioned || this.#random() < 0.8
    if (!isAnnounced) this.#unannounced += 1
    this.#deliver()
    const ends = change.notice.kind
    for (const listener of this.#listeners) {
      this.#judge(listener, isAnnounced ? bounds.announced : bounds.swept)
      if (/^(user|membership|key|tenant)$/.test(ends))
        listener.mayEnd(change.tenant.id, change.notice)
    }
    if (isAnnounced)
      this.#pick(this.#processes).hub.announce(noticeOf(change.tenant.id, change.notice))
    this.#deliver()
  }

  /** Until when this listener may still receive events, if its right has ended. */
  #judge(listener: ModelListener, bound: number): void {
    const now = this.#clock.now()
    if (this.#rights.mayHear(listener.credential.identity, listener.resources))
      return listener.restored()
    listener.endsBy(now + (now < this.#outageUntil ? bounds.unanswered : bound))
  }

  #leave(): void {
    this.#deliver()
    const [listener] = [...this.#listeners].slice(Math.floor(this.#random() * this.#listeners.size))
    if (!listener) return
    listener.destroy()
    this.#over(listener)
  }

  /** The backend goes down and comes up: every stream of the process ends with `events_lost`. */
  async #interrupt(): Promise<void> {
    this.#deliver()
    await this.#waitForAnswers()
    const { backend, hub } = this.#pick(this.#processes)
    backend.go()
    backend.come()
    this.#deliver()
    assert.equal([...hub.connections()].filter((one) => one.isOpen).length, 0)
  }

  async #pass(ms: number): Promise<void> {
    this.#deliver()
    await this.#waitForAnswers()
    // An outage touches whatever has ended and is not noticed yet.
    if (this.#clock.now() < this.#outageUntil)
      for (const listener of this.#listeners) listener.prolong(bounds.unanswered)
    this.#clock.advance(ms)
    await this.#waitForAnswers()
    this.#deliver()
    for (const listener of this.#listeners) listener.checkBounds()
  }
}

/** Answers go through several promises before they are acted upon. */
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The memory backend, with interruptions as a server's. */
class Interruptible implements EventBackend {
  readonly #memory: EventBackend
  #reportState: (state: 'up' | 'down' | 'resumed') => void = () => {}
  isUp = true

  constructor(broker: MemoryBroker) {
    this.#memory = memoryBackend(broker)
  }
  publish(topic: string, message: Buffer): void {
    this.#memory.publish(topic, message)
  }
  subscribe(topic: string): Promise<void> {
    return this.#memory.subscribe(topic)
  }
  unsubscribe(topic: string): void {
    this.#memory.unsubscribe(topic)
  }
  onMessage(handler: (topic: string, message: Buffer) => void): void {
    this.#memory.onMessage((topic, message) => {
      if (this.isUp) handler(topic, message)
    })
  }
  onState(changed: (state: 'up' | 'down' | 'resumed') => void): void {
    this.#reportState = changed
  }
  counts(): Record<string, number> {
    return {}
  }
  close(): Promise<void> {
    return this.#memory.close()
  }
  go(): void {
    this.isUp = false
    this.#reportState('down')
  }
  come(): void {
    this.isUp = true
    this.#reportState('resumed')
  }
}
