/**
 * Leases are renewed from a thread of their own, over a connection of its own: whatever keeps the main thread
 * busy loses no work to another worker. A main thread that shows no sign of life for minutes is taken for
 * dead, and its leases run out.
 */
import { Worker } from 'node:worker_threads'
import { compiledCode } from '../compiled-code.ts'
import { type Database, raw, type Sql, sql, toStatement } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { LeaseSaid, LeaseThreadData, LeaseTold } from './lease-thread.ts'

/** A row that is held by a lease: whoever claims it raises its fence. */
export interface Lease {
  readonly table: 'scans' | 'ingestions' | 'tasks'
  readonly id: string
  /** The column of the fence, and what it was raised to. */
  readonly fence: { readonly column: 'fence' | 'attempts'; readonly value: number }
  /** The state in which the row is held. */
  readonly state: 'executing' | 'processing'
}

/** Renews a lease, as a statement whose row is `Renewed`. It waits for nobody: a row that its holder is writing is renewed next time. */
export function renewal(tenantId: string, lease: Lease, leaseSeconds: number): Sql {
  const { id, fence, state } = lease
  const table = raw(lease.table)
  const own = sql`
    r.tenant_id = ${tenantId} and r.id = ${id} and r.${raw(fence.column)} = ${fence.value} and r.state = ${state}`
  return sql`
    with free as (
      select r.id from ${table} r where ${own} for update skip locked),
    renewed as (
      update ${table} r
         set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from free
       where r.tenant_id = ${tenantId} and r.id = free.id
      returning r.id)
    select exists (select from renewed) as renewed, exists (select from ${table} r where ${own}) as held`
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
  readonly ended: PromiseWithResolvers<void>
  isEnding: boolean
}

export class Leases {
  readonly #database: Database
  readonly #leaseSeconds: number
  readonly #silentMs: number
  readonly #log: Log
  readonly #held = new Map<number, Held>()
  #last = 0
  #thread: Worker | undefined
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
    this.#life = setInterval(() => this.#tell({ tell: 'alive' }), this.#silentMs / 10)
    this.#life.unref()
  }

  /**
   * Has the lease renewed until the function that it gives is called, whose promise is kept when no renewal
   * is on its way any more. `lost` is called when the row is another's, or over.
   */
  hold(tenantId: string, lease: Lease, lost: () => void): () => Promise<void> {
    const number = (this.#last += 1)
    const ended = Promise.withResolvers<void>()
    const held: Held = { tenantId, lease, lost, ended, isEnding: false }
    this.#held.set(number, held)
    this.#tellHold(number, held)
    return () => {
      if (!this.#thread) this.#ended(number)
      else if (!held.isEnding) this.#tell({ tell: 'end', number })
      held.isEnding = true
      return ended.promise
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#life)
    const thread = this.#thread
    if (!thread) return
    const gone = new Promise((resolve) => thread.once('exit', resolve))
    this.#tell({ tell: 'stop' }) // not ended from here: it would leave a renewal half done
    await gone
  }

  async #begin(): Promise<void> {
    const address = this.#database.threadAddress()
    const data: LeaseThreadData = {
      address,
      // Often enough, too, that a scan that somebody cancels stops asking the cloud at once.
      renewMs: Math.min(this.#leaseSeconds * 250, 1_000),
      silentMs: this.#silentMs,
    }
    const thread = new Worker(new URL('./lease-thread.ts', import.meta.url), {
      name: 'leases',
      env: compiledCode(),
      workerData: data,
      transferList: address.kind === 'embedded' ? [address.port] : [],
    })
    this.#thread = thread
    const ready = Promise.withResolvers<void>()
    thread.on('message', (said: LeaseSaid) => {
      if (said.say === 'ready') ready.resolve()
      this.#heard(said)
    })
    thread.on('error', (error) => {
      this.#log.error('the thread of leases failed', { error })
      ready.reject(error)
    })
    thread.on('exit', () => this.#gone())
    for (const [number, held] of this.#held) this.#tellHold(number, held)
    return ready.promise
  }

  /** It never ends by itself; if it does, another goes on with what is held. */
  #gone(): void {
    this.#thread = undefined
    for (const [number, { isEnding }] of this.#held) if (isEnding) this.#ended(number)
    setTimeout(() => {
      if (this.#isClosing) return
      this.#begin().catch((error: Error) => {
        if (this.#thread) return // its end is heard
        this.#log.error('the thread of leases was not made', { error })
        this.#gone()
      })
    }, 1_000).unref()
  }

  #heard(said: LeaseSaid): void {
    if (said.say === 'ready') return
    const { number } = said
    const held = this.#held.get(number)
    if (said.say === 'ended') return this.#ended(number)
    if (said.say === 'lost') return held?.lost()
    if (!held) return
    const { table, id } = held.lease
    this.#log.warn('lease was not renewed', { table, id, error: new Error(said.message) })
  }

  #ended(number: number): void {
    this.#held.get(number)?.ended.resolve()
    this.#held.delete(number)
  }

  #tellHold(number: number, { tenantId, lease }: Held): void {
    const { text, values } = toStatement(renewal(tenantId, lease, this.#leaseSeconds))
    this.#tell({ tell: 'hold', number, tenantId, text, values })
  }

  #tell(told: LeaseTold): void {
    this.#thread?.postMessage(told)
  }
}
