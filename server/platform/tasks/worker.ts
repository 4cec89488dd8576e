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
import { Loop } from '../due/index.ts'
import type { Log } from '../log.ts'
import { Leases, type LeaseSettings } from './leases.ts'
import { Places } from './places.ts'
import * as store from './store.ts'
import { type Ending, type Failure, HandedBack, type Running, type TaskKind } from './task.ts'

export interface WorkerSettings extends LeaseSettings {
  /** Tasks of one kind at a time; one more for a second tenant. */
  readonly concurrency: number
  /** Milliseconds between two looks for tasks that are due. */
  readonly pollMs: number
  /** The same while other processes send hints about what they queue. */
  readonly pollWithHintsMs: number
  /** Milliseconds between two runs of a sweep, and until work that was handed back is taken again. */
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
  pollWithHintsMs: 2_000,
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

/** Looks for what a feature's own rows make due, and does it. */
export type Sweep = () => Promise<void>

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

/** Takes tasks that are due, and runs them. */
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
  readonly #loop = new Loop()
  /** Waits until the searches and sweeps have ended. */
  #ended: () => Promise<unknown> = async () => {}
  /** The tenant that had the last slot of a group. */
  readonly #served = new Map<string, string>()

  constructor(
    database: Database,
    kinds: readonly TaskKind[],
    { sweeps, settings, log }: { sweeps: readonly Sweep[]; settings: WorkerSettings; log: Log },
  ) {
    this.#database = inTurn(database, { lane: 'work' })
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]))
    this.#sweeps = sweeps
    this.#settings = settings
    this.#places = new Places(settings.concurrency)
    this.#leases = new Leases(database, settings, log)
    this.#log = log
  }

  async start(): Promise<void> {
    await this.#leases.start()
    const { pollMs, pollWithHintsMs, sweepMs } = this.#settings
    const hints = store.queued.listen(this.#database, this.#loop.wake)
    const pauseMs = hints.ofOthers ? pollWithHintsMs : pollMs
    const loops = [
      this.#loop.run(() => this.#search(), this.#looping('search for due tasks', pauseMs)),
      // Each by itself: one that fails, or that has much to do, keeps no other from its work.
      ...this.#sweeps.map((sweep) =>
        new Loop().run(() => sweep().then(() => false), this.#looping('sweep', sweepMs)),
      ),
    ]
    this.#ended = () => Promise.all([...loops, hints.close()])
  }

  /** Stops taking work, signals running tasks to hand their lease back, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended() // before what they may just have started
    await Promise.all(this.#running.values())
    await this.#leases.close()
  }

  #looping(what: string, pauseMs: number) {
    const failed = (error: unknown): void =>
      this.#log.warn(`${what} failed, retrying`, { error: error as Error })
    return { pauseMs, signal: this.#stopping.signal, failed }
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted
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
    this.#loop.wake()
    let isReleased = true
    return () => {
      if (!isReleased) return
      isReleased = false
      this.#aside.set(group, (this.#aside.get(group) ?? 0) - 1)
      this.#places.take(group, tenant)
    }
  }

  /** The groups of kinds that have a free slot. */
  async #slots(): Promise<store.Slots[]> {
    const hasRoom = (await this.#settings.disk?.hasRoom()) ?? true
    const kinds = [...this.#kinds.values()].filter(({ resumed }) => hasRoom || !resumed)
    return [...Map.groupBy(kinds, ({ concurrencyGroup }) => concurrencyGroup)]
      .map(([group, members]) => ({
        kinds: members.map(({ name }) => name),
        served: this.#served.get(group),
        ...this.#places.free(group),
      }))
      .filter(({ most }) => most > 0)
  }

  /** Starts tasks that are due; false if there were none. */
  async #search(): Promise<boolean> {
    const slots = await this.#slots()
    if (slots.length === 0 || this.#isStopping()) return false
    const taken = await this.#database.outsideTenants((tx) => store.takeDue(tx, slots), {
      lane: 'lease',
    })
    if (this.#isStopping()) await this.#giveBack(taken)
    else for (const due of taken) this.#start(due)
    return taken.length > 0
  }

  /** Other workers need not wait for what this one does not start. */
  async #giveBack(taken: readonly store.Due[]): Promise<void> {
    for (const { tenant_id, id } of taken)
      await this.#database.inTenant(tenant_id, (tx) => store.wakeTask(tx, id))
  }

  #start({ tenant_id, id: task_id, name }: store.Due): void {
    const kind = this.#kinds.get(name)
    if (!kind || this.#running.has(task_id)) return
    const { concurrencyGroup: group } = kind
    this.#served.set(group, tenant_id)
    this.#places.take(group, tenant_id)
    const done = this.#run(kind, tenant_id, task_id)
      .catch((error: unknown) => {
        this.#log[levelOf(error)]('task could not be run', { task_id, error: error as Error })
      })
      .finally(() => {
        this.#running.delete(task_id)
        this.#places.giveBack(group, tenant_id)
        this.#loop.wake()
      })
    this.#running.set(task_id, done)
  }

  async #run(kind: TaskKind, tenantId: string, taskId: string): Promise<void> {
    const inTenant: Running['inTenant'] = (work, turn) =>
      patient(() => this.#database.inTenant(tenantId, work, turn), {
        ...this.#settings.retries,
        signal: this.#stopping.signal,
      })
    const claimed = await inTenant((tx) => this.#claim(tx, kind, taskId)).catch(
      async (error: unknown) => {
        const seconds = this.#settings.sweepMs / 1_000
        await inTenant((tx) => store.dueIn(tx, taskId, seconds)).catch(() => {}) // or in ten seconds
        throw error
      },
    )
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
        takePlaceBack = this.#releasePlace(kind.concurrencyGroup, tenantId)
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

  async #claim(tx: Tx, kind: TaskKind, id: string): Promise<store.Claimed | undefined> {
    const found = await store.inputOf(tx, id)
    if (!found) return undefined // deleted with its tenant
    const answer = (await kind.resumed?.begin(tx, found.input)) ?? 'begins'
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
      await this.#release(kind, claimed, running, isHandedBack)
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
    } else if (again) return // it is due when its lease has run out
    await this.#giveUp(kind, claimed, running, failure).catch((late: unknown) => {
      if (!(late instanceof store.LostLease)) throw late
    })
  }

  /** Lets unavailable work rest. If even that cannot be written, it is due when its lease has run out. */
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

  #release(
    { resumed }: TaskKind,
    claimed: store.Claimed,
    { inTenant }: Running,
    isHandedBack: boolean,
  ): Promise<void> {
    const afterSeconds = isHandedBack ? this.#settings.sweepMs / 1_000 : 0
    const releasing = { hasStarted: resumed !== undefined, afterSeconds }
    return inTenant(async (tx) => {
      await resumed?.released?.(tx, claimed.input)
      if (!(await store.release(tx, claimed, releasing))) throw new store.LostLease()
      if (!isHandedBack) await store.queued.send(tx)
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
