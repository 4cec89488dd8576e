import { type AnyField, failed, type Value } from '@plumbline/jsonapi'
import type { Turn, Tx } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Permission } from '../tenancy/index.ts'
import type { Task } from './resource.ts'
import type { Lease } from './leases.ts'
import { insert } from './store.ts'

type Fields = Readonly<Record<string, AnyField>>
type Input<F extends Fields> = { readonly [K in keyof F]: Value<F[K]> }

/** What a running task is given. Every row it touches is opened through `inTenant`. */
export interface Running {
  readonly tenantId: string
  /** The kind of task. */
  readonly name: string
  readonly taskId: string
  inTenant<T>(work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>
  /** Aborted when the process leaves, when the task is cancelled or when its lease is lost. */
  readonly signal: AbortSignal
  readonly log: Log
  /**
   * Has a lease renewed until the function that it gives is called, whose promise is kept when no renewal is
   * on its way any more. `lost` is called when the row is another's, or over.
   */
  hold(lease: Lease, lost: () => void): () => Promise<void>
}

/** Why a task was given up, for programs and for people. */
export interface Failure {
  readonly code: string
  readonly detail: string
}

export type Result = Readonly<Record<string, unknown>>

export interface Definition<F extends Fields> {
  readonly input: F
  /** Who may cancel or delete it. */
  readonly may: Permission
  /** Never deleted through the API. */
  readonly protected?: boolean
  /** The task's own rows carry lease and attempts, as a scan's do: nothing is counted here. */
  readonly leased?: boolean
  /** Another kind with which it shares how many run at a time; its own name without one. */
  readonly besides?: string
  /**
   * The work; its result ends the task as completed. `undefined` leaves the task as it is, because it
   * ended itself or waits its turn. May run twice without harm.
   */
  run(input: Input<F>, running: Running): Promise<Result | undefined>
  /** Called once when the task has failed for good. */
  gaveUp?(input: Input<F>, running: Running, failure: Failure): Promise<void>
}

/** A kind of background work, named `<resource>-<verb>` as on the wire. */
export interface TaskKind {
  readonly name: string
  readonly may: Permission
  readonly protected: boolean
  readonly leased: boolean
  readonly besides: string
  run(input: unknown, running: Running): Promise<Result | undefined>
  gaveUp(input: unknown, running: Running, failure: Failure): Promise<void>
}

export interface Queued<F extends Fields> extends TaskKind {
  /** Writes the task and its job in the transaction that causes it: no ghost, nothing lost. */
  enqueue(
    tx: Tx,
    input: Input<F>,
    more?: {
      readonly id?: string
      readonly provider_id?: string
      readonly user_id?: string | null
      readonly task_args?: Readonly<Record<string, unknown>>
      readonly metadata?: Readonly<Record<string, unknown>>
      readonly afterSeconds?: number
    },
  ): Promise<Task>
}

export function task<const F extends Fields>(name: string, definition: Definition<F>): Queued<F> {
  /** The input comes back from our own row; another shape is a bug of ours. */
  const read = (input: unknown): Input<F> => {
    const values = input as Record<string, unknown>
    for (const [member, field] of Object.entries(definition.input)) {
      const value = field.read(values[member], () => failed)
      if (value === failed) throw new Error(`The input of ${name} has no good ${member}.`)
    }
    return values as Input<F>
  }
  return {
    name,
    may: definition.may,
    protected: definition.protected ?? false,
    leased: definition.leased ?? false,
    besides: definition.besides ?? name,
    run: (input, running) => definition.run(read(input), running),
    gaveUp: async (input, running, failure) => definition.gaveUp?.(read(input), running, failure),
    enqueue: (tx, input, more = {}) => insert(tx, name, { input, ...more }),
  }
}

/** A kind of work that needs services to run. Its name is known before them, for the queue it waits in. */
export const taskWith = <const F extends Fields, S extends readonly unknown[]>(
  name: string,
  define: (...services: S) => Definition<F>,
) =>
  Object.assign((...services: S): Queued<F> => task(name, define(...services)), { taskName: name })
