/**
 * Leases are renewed from a separate thread with its own connection, so that a busy main thread does not lose its work.
 * A main thread that does not respond for minutes is considered dead, and its leases expire.
 */
import { type Database, type Sql, sql, toStatement } from '../db/index.ts'
import type { Log } from '../log.ts'
import { Thread } from '../threads/index.ts'
import type { LeaseFunctions, LeaseThreadData, Renewal } from './lease-thread.ts'

/** A leased task: each claim raises its fence. */
export interface Lease {
  readonly id: string
  readonly fence: number
}

/** Renews a lease, as a statement whose row is `Renewed`. Never waits: a row being written is renewed next time. */
function renewal(tenantId: string, { id, fence }: Lease, leaseSeconds: number): Sql {
  const own = sql`
    r.tenant_id = ${tenantId} and r.id = ${id} and r.fence = ${fence} and r.state = 'executing'`
  return sql`
    with free as (
      select r.id from tasks r where ${own} for no key update skip locked),
    renewed as (
      update tasks r
         set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from free
       where r.tenant_id = ${tenantId} and r.id = free.id
      returning r.id)
    select exists (select from renewed) as renewed, exists (select from tasks r where ${own}) as held`
}

export interface LeaseSettings {
  readonly leaseSeconds: number
  /** A main thread that is silent for longer is taken for dead. */
  readonly silentMs?: number
}

interface Held {
  readonly tenantId: string
  readonly lease: Lease
  readonly lost: () => void
}

const module = new URL('./lease-thread.ts', import.meta.url)

export class Leases {
  readonly #database: Database
  readonly #leaseSeconds: number
  readonly #silentMs: number
  readonly #log: Log
  readonly #held = new Map<number, Held>()
  #last = 0
  #thread: Thread | undefined
  #life: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(
    database: Database,
    { leaseSeconds, silentMs = 5 * 60_000 }: LeaseSettings,
    log: Log,
  ) {
    this.#database = database
    this.#leaseSeconds = leaseSeconds
    this.#silentMs = silentMs
    this.#log = log
  }

  /** Resolves when leases are renewed. */
  async start(): Promise<void> {
    await this.#begin()
    this.#life = setInterval(() => void this.#call('alive'), this.#silentMs / 10)
    this.#life.unref()
  }

  /**
   * Renews the lease until the returned function is called, whose promise resolves when no renewal is in flight. `lost`
   * is called when another worker has the row, or it has ended.
   */
  hold(tenantId: string, lease: Lease, lost: () => void): () => Promise<void> {
    const number = (this.#last += 1)
    const held: Held = { tenantId, lease, lost }
    this.#held.set(number, held)
    void this.#renew(number, held)
    return () => {
      this.#held.delete(number)
      return this.#call('end', number)
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#life)
    await this.#call('close')
    await this.#thread?.close()
  }

  async #begin(): Promise<void> {
    const address = this.#database.threadAddress()
    const data: LeaseThreadData = {
      address,
      // Often enough, too, that a canceled scan stops calling the cloud at once.
      renewMs: Math.min(this.#leaseSeconds * 250, 1_000),
      silentMs: this.#silentMs,
    }
    const answers = {
      lost: (number: number) => this.#held.get(number)?.lost(),
      failed: (number: number, message: string) => this.#failed(number, message),
    }
    const transfer = address.kind === 'embedded' ? [address.port] : []
    const thread = await Thread.start(module, { name: 'leases', answers, data, transfer })
    this.#thread = thread
    thread.ended.then(() => this.#ended())
    for (const [number, held] of this.#held) void this.#renew(number, held)
  }

  /**
   * It ends when its connection is lost, as after a restart of the embedded database. A new thread takes over the
   * leases.
   */
  #ended(): void {
    this.#thread = undefined
    if (this.#isClosing) return
    this.#log.warn('lease thread exited, restarting', {})
    this.#again()
  }

  #again(): void {
    setTimeout(() => {
      if (this.#isClosing) return
      this.#begin().catch((error: Error) => {
        this.#log.error('lease thread could not be started', { error })
        this.#again()
      })
    }, 1_000).unref()
  }

  #failed(number: number, message: string): void {
    const held = this.#held.get(number)
    if (!held) return
    const facts = { task_id: held.lease.id, error: new Error(message) }
    this.#log.warn('lease renewal failed', facts)
  }

  #renew(number: number, { tenantId, lease }: Held): Promise<void> {
    const { text, values } = toStatement(renewal(tenantId, lease, this.#leaseSeconds))
    return this.#call('hold', number, { tenantId, text, values } satisfies Renewal)
  }

  /** If the thread ends meanwhile, there is nothing to wait for: its successor receives the leases. */
  async #call(name: keyof LeaseFunctions, ...input: readonly unknown[]): Promise<void> {
    await this.#thread?.call(name, input).catch(() => {})
  }
}
