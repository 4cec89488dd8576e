import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@plumbline/jsonapi'
import {
  type Database,
  inTurn,
  isDiskFull,
  isPassing,
  levelOf,
  patient,
  type Retries,
  type Tx,
} from '../db/index.ts'
import type { DiskSpace } from '../disk-space.ts'
import type { Log } from '../log.ts'
import { Leases, type LeaseSettings } from './leases.ts'
import { type Free, Places } from './places.ts'
import { type Job, openQueue, type Queue } from './queue.ts'
import * as store from './store.ts'
import { type Ending, type Failure, HandedBack, type Running, type TaskKind } from './task.ts'
import { onWake } from './wake.ts'

export interface WorkerSettings extends LeaseSettings {
  /** Tasks of one kind at a time; one more for a second tenant. */
  readonly concurrency: number
  readonly pollMs: number
  /** Milliseconds between two looks for work whose holder has stopped renewing. */
  readonly sweepMs: number
  /** While it has no room, scans and imports wait. */
  readonly disk?: DiskSpace | undefined
  /** The pauses of work that waits for a database or a store. */
  readonly postponing: store.Postponing
  /** Of one transaction, before its task is postponed. */
  readonly retries?: Retries
}

export const workerDefaults: WorkerSettings = {
  concurrency: 2,
  pollMs: 1_000,
  leaseSeconds: 20,
  sweepMs: 5_000,
  postponing: { leastSeconds: 10, mostSeconds: 300, hours: 12 },
}

/** Attempts of a task in which an unexpected error was thrown. */
const mostErrors = 3
/**
 * Attempts in a row whose worker stopped before any progress. Workers also stop for reasons outside of the task, and
 * a start may take longer than a worker lives; a task that stops its worker must still end.
 */
export const mostStops = 12
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface Found extends Job {
  /** The task's. */
  readonly name: string
}
/** Looks for more work than the queue knows of: expired leases of a feature's own rows. */
export type Sweep = (found: (job: Found) => void) => Promise<void>

const ourFault: Failure = {
  code: 'error',
  detail: 'The task failed because of an internal error. The server log has details under its ID.',
}

export const failureOf = (error: unknown, { resumed }: Pick<TaskKind, 'resumed'>): Ending => {
  if (!(error instanceof Problem)) return { ...(resumed?.ourFault ?? ourFault), isOurs: true }
  return { code: error.code, detail: error.detail, isOurs: error.status >= 500 }
}

/** The process died during each attempt, so the cause is unknown. */
const workerLost = ({ resumed }: TaskKind): Ending => ({
  code: 'worker_lost',
  detail:
    resumed?.workersEnded ??
    `${mostStops} workers in a row stopped before they made progress with this task.`,
  isOurs: true,
})

/** The sentences for users while work waits. A store's own problem has a separate sentence. */
function delayOf(error: unknown): Failure {
  if (error instanceof Problem) return { code: error.code, detail: error.detail }
  if (isDiskFull(error)) return { code: 'no_space', detail: 'A disk of the server is full.' }
  return { code: 'database_unavailable', detail: 'The database was unavailable.' }
}

/** The end of such a wait. */
function waitedTooLong(error: unknown, { hours }: store.Postponing): Ending {
  const { code, detail } = delayOf(error)
  return { code, detail: `${detail} The task made no progress for ${hours} hours.`, isOurs: true }
}

/** Takes jobs, runs their tasks, and sees to tasks whose worker died. */
export class Worker {
  readonly #database: Database
  readonly #kinds: ReadonlyMap<string, TaskKind>
  readonly #sweeps: readonly Sweep[]
  readonly #settings: WorkerSettings
  readonly #log: Log
  readonly #leases: Leases
  readonly #stopping = new AbortController()
  readonly #running = new Map<string, Promise<void>>()
  readonly #places: Places
  /** How many tasks of a group have released their place. */
  readonly #aside = new Map<string, number>()
  #queue: Queue | undefined
  #loops: Promise<void>[] = []
  #nudge = Promise.withResolvers<void>()
  /** What the sweeps found since the last poll. Only the poll starts tasks, so that each counts the places of all. */
  #found: Found[] = []
  #hasRoom = true

  constructor(
    database: Database,
    kinds: readonly TaskKind[],
    { sweeps, settings, log }: { sweeps: readonly Sweep[]; settings: WorkerSettings; log: Log },
  ) {
    this.#database = inTurn(database, { lane: 'work' })
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]))
    this.#sweeps = [...sweeps, (found) => this.#expired(found)]
    this.#settings = settings
    this.#places = new Places(settings.concurrency)
    this.#leases = new Leases(database, settings, log)
    this.#log = log
  }

  async start(): Promise<void> {
    const renewing = this.#leases.start() // its thread takes longer than the queue
    renewing.catch(() => {})
    this.#queue = await openQueue(inTurn(this.#database, { lane: 'lease' }), this.#log)
    await renewing
    const unsubscribe = onWake(() => this.#nudge.resolve())
    this.#stopping.signal.addEventListener('abort', () => {
      unsubscribe()
      this.#nudge.resolve()
    })
    this.#loops = [
      this.#forever('queue', () => this.#poll()),
      // Each by itself: one that fails, or that has much to do, keeps no other from its work.
      ...this.#sweeps.map((sweep) => this.#forever('sweep', () => this.#sweep(sweep))),
    ]
  }

  /** Stops taking work, signals running tasks to hand their lease back, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops) // before what they may just have started
    await Promise.all(this.#running.values())
    await this.#queue?.close()
    await this.#leases.close()
  }

  async #forever(what: string, turn: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await turn()
      } catch (error) {
        this.#log.warn(`${what} failed, retrying`, { error: error as Error })
        await this.#pause(this.#settings.pollMs)
      }
    }
  }

  #pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  /** The group that limits tasks of this name. */
  #groupOf(name: string): string {
    return this.#kinds.get(name)?.concurrencyGroup ?? name
  }

  /**
   * A task that waits keeps its memory, so the number of waiting tasks has the same limit as that of running ones. It
   * takes its place back at once, so for a while a group may run as many tasks more as were waiting.
   */
  #releasePlace(group: string, tenant: string): () => void {
    const aside = this.#aside.get(group) ?? 0
    if (aside >= this.#settings.concurrency) return () => {}
    this.#aside.set(group, aside + 1)
    this.#places.giveBack(group, tenant)
    this.#nudge.resolve()
    let isReleased = true
    return () => {
      if (!isReleased) return
      isReleased = false
      this.#aside.set(group, (this.#aside.get(group) ?? 0) - 1)
      this.#places.take(group, tenant)
    }
  }

  #free(name: string): Free {
    if (!this.#hasRoom && this.#kinds.get(name)?.resumed) return { most: 0 }
    return this.#places.free(this.#groupOf(name))
  }

  async #poll(): Promise<void> {
    this.#nudge = Promise.withResolvers()
    let taken = 0
    this.#hasRoom = (await this.#settings.disk?.hasRoom()) ?? true
    this.#startFound()
    for (const name of this.#kinds.keys()) {
      const free = this.#free(name)
      if (this.#stopping.signal.aborted) return
      if (free.most === 0 || !this.#queue) continue
      for (const job of await this.#queue.take(name, free)) {
        taken += 1
        this.#start(name, job)
      }
    }
    if (taken === 0) await Promise.race([this.#nudge.promise, this.#pause(this.#settings.pollMs)])
  }

  async #sweep(sweep: Sweep): Promise<void> {
    try {
      await sweep((job) => void this.#found.push(job))
    } finally {
      if (this.#found.length > 0) this.#nudge.resolve()
    }
    await this.#pause(this.#settings.sweepMs)
  }

  /** No more at a time than the queue would hand out; what finds no place is found again. */
  #startFound(): void {
    for (const job of this.#found.splice(0)) {
      const { most, except } = this.#free(job.name)
      if (most > 0 && except !== job.tenant_id) this.#start(job.name, job)
    }
  }

  async #expired(found: (job: Found) => void): Promise<void> {
    const rows = await this.#database.outsideTenants((tx) => store.expired(tx, 20), {
      lane: 'lease',
    })
    for (const { tenant_id, id, name } of rows) found({ tenant_id, task_id: id, name })
  }

  #start(name: string, job: Job): void {
    const { tenant_id, task_id } = job
    if (this.#running.has(task_id)) return
    const group = this.#groupOf(name)
    this.#places.take(group, tenant_id)
    const done = this.#run(tenant_id, task_id)
      .catch((error: unknown) => {
        this.#log[levelOf(error)]('task could not be run', { task_id, error: error as Error })
      })
      .finally(() => {
        this.#running.delete(task_id)
        this.#places.giveBack(group, tenant_id)
        this.#nudge.resolve()
      })
    this.#running.set(task_id, done)
  }

  async #run(tenantId: string, taskId: string): Promise<void> {
    if (!uuid.test(tenantId) || !uuid.test(taskId)) {
      return this.#log.error('job without a task was dropped', {})
    }
    const inTenant: Running['inTenant'] = (work, turn) =>
      patient(() => this.#database.inTenant(tenantId, work, turn), {
        ...this.#settings.retries,
        signal: this.#stopping.signal,
      })
    const found = await inTenant((tx) => store.read(tx, taskId))
    const kind = found && this.#kinds.get(found.name)
    if (!found || !kind) {
      // The payload names a tenant that has no such task: it was not written by us.
      return this.#log.error('job without a task was dropped', {
        tenant_id: tenantId,
        task_id: taskId,
      })
    }
    const claimed = await inTenant((tx) => this.#claim(tx, kind, { ...found, id: taskId }))
    if (!claimed) return
    const lost = new AbortController()
    let takePlaceBack = (): void => {}
    const letGo = this.#leases.hold(tenantId, claimed, () => lost.abort(new store.LostLease()))
    const running: Running = {
      tenantId,
      name: kind.name,
      taskId,
      fence: claimed.fence,
      inTenant,
      hold: (tx) => store.hold(tx, claimed),
      releasePlace: () => {
        takePlaceBack()
        takePlaceBack = this.#releasePlace(this.#groupOf(kind.name), tenantId)
        return takePlaceBack
      },
      countStored: (userId, bytes) => this.#settings.disk?.add({ tenantId, userId }, bytes),
      progressed: (tx) => store.progress(tx, taskId),
      signal: AbortSignal.any([this.#stopping.signal, lost.signal]),
      log: this.#log,
    }
    try {
      if (claimed.attempts > mostStops) await this.#giveUp(kind, claimed, running, workerLost(kind))
      else await this.#perform(kind, claimed, running)
    } catch (error) {
      await this.#failed(kind, claimed, running, { error, lost: lost.signal, letGo })
    } finally {
      takePlaceBack()
      await letGo()
    }
  }

  async #claim(
    tx: Tx,
    kind: TaskKind,
    { id, input }: store.Found & { readonly id: string },
  ): Promise<store.Claimed | undefined> {
    const answer = (await kind.resumed?.begin(tx, input)) ?? 'begins'
    if (answer === 'missing') await store.end(tx, id, 'cancelled', null)
    return answer === 'begins' ? store.claim(tx, id, this.#settings.leaseSeconds) : undefined
  }

  async #perform(kind: TaskKind, claimed: store.Claimed, running: Running): Promise<void> {
    const { taskId: task_id, inTenant } = running
    const result = await kind.run(claimed.input, running)
    if (result) await inTenant((tx) => store.end(tx, task_id, 'completed', result, claimed.fence))
    this.#log.info('task finished', { task: kind.name, task_id })
  }

  async #failed(
    kind: TaskKind,
    claimed: store.Claimed,
    running: Running,
    { error, lost, letGo }: { error: unknown; lost: AbortSignal; letGo: () => Promise<void> },
  ): Promise<void> {
    const { taskId: task_id } = running
    const facts = { task: kind.name, task_id }
    const isHandedBack = error instanceof HandedBack
    if (lost.aborted || error instanceof store.LostLease)
      return this.#log.info('task abandoned', facts) // cancelled, or another's
    if (this.#stopping.signal.aborted || isHandedBack) {
      await letGo() // a renewal behind the release would keep others off
      await this.#release(kind, claimed, running, !isHandedBack)
      return this.#log.info('task requeued', { ...facts, ...(isHandedBack && { error }) })
    }
    const isTemporary = isPassing(error)
    // A bug may be an accident, unless the work is long.
    const again =
      isTemporary || (!kind.resumed && claimed.attempts < mostErrors && !(error instanceof Problem))
    const level = again ? 'warn' : error instanceof Problem ? 'info' : 'error'
    this.#log[level]('task failed', { ...facts, again, error: error as Error })
    let failure = failureOf(error, kind)
    if (isTemporary) {
      await letGo() // a renewal behind it would end the pause
      if (await this.#postponed(kind, claimed, running, error)) return
      failure = waitedTooLong(error, this.#settings.postponing)
    } else if (again) return // its lease runs out, and the sweep hands it out again
    await this.#giveUp(kind, claimed, running, failure).catch((late: unknown) => {
      if (!(late instanceof store.LostLease)) throw late
    })
  }

  /** Lets unavailable work rest. If even that cannot be written, its lease runs out, and the sweep hands it out again. */
  async #postponed(
    { resumed }: TaskKind,
    claimed: store.Claimed,
    { inTenant }: Running,
    error: unknown,
  ): Promise<boolean> {
    return inTenant(async (tx) => {
      await resumed?.released?.(tx, claimed.input)
      return store.postpone(tx, claimed, delayOf(error), this.#settings.postponing)
    }).catch((late: unknown) => {
      if (!isPassing(late)) throw late
      return true
    })
  }

  /** With a job, so that the next free worker finds it at once. */
  #release(
    { resumed }: TaskKind,
    claimed: store.Claimed,
    { inTenant, taskId }: Running,
    isWoken: boolean,
  ): Promise<void> {
    return inTenant(async (tx) => {
      await resumed?.released?.(tx, claimed.input)
      if (!(await store.release(tx, claimed, resumed !== undefined))) throw new store.LostLease()
      if (isWoken) await store.again(tx, taskId)
    }).catch((error: unknown) => {
      if (!(error instanceof store.LostLease)) throw error
    })
  }

  async #giveUp(
    kind: TaskKind,
    { input, fence }: store.Claimed,
    running: Running,
    failure: Ending,
  ): Promise<void> {
    await kind.gaveUp(input, running, failure)
    const { code, detail } = failure
    await running.inTenant((tx) => store.end(tx, running.taskId, 'failed', { code, detail }, fence))
  }
}
