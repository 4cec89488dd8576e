import { type AnyField, failed, type Value } from '@plumbline/jsonapi'
import type { Turn, Tx } from '../db/index.ts'
import type { Log } from '../log.ts'
import type { Permission } from '../tenancy/index.ts'
import type { Task } from './resource.ts'
import { end, insert } from './store.ts'

type Fields = Readonly<Record<string, AnyField>>
type Optional<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never
}[keyof F]
type Input<F extends Fields> = { readonly [K in Exclude<keyof F, Optional<F>>]: Value<F[K]> } & {
  readonly [K in Optional<F>]?: Value<F[K]>
}

/** The context of a running task. Every row of a tenant is opened through `inTenant`. */
export interface Running {
  readonly tenantId: string
  /** The kind of task. */
  readonly name: string
  readonly taskId: string
  /** Rises with each claim of the task. */
  readonly fence: number
  inTenant<T>(work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>
  /**
   * Keeps the task for this transaction: throws LostLease when it is another's, or over. Locks are taken in one
   * order: a provider first, then its tasks.
   */
  hold(tx: Tx): Promise<void>
  /** While it waits long for another process, another task may use its slot, until the returned function is called. */
  releasePlace(): () => void
  /** Counts bytes that the task stores for a user, for the share of the day of the user and the tenant. */
  countStored(userId: string, bytes: number): void
  /** Resets the count of attempts. */
  progressed(tx: Tx): Promise<unknown>
  /** Aborted when the process leaves, when the task is cancelled or when its lease is lost. */
  readonly signal: AbortSignal
  readonly log: Log
}

/** Thrown by work that waits for something: it is handed back, and taken again a few seconds later. */
export class HandedBack extends Error {
  override name = 'HandedBack'
}

/** Work that resumes where another worker stopped, and whose rows show on the wire that it has started. */
export interface Resumed<I> {
  /** In the transaction that takes the task, before it is taken. `waits`: it is not its turn; `missing`: it is about nothing. */
  begin(tx: Tx, input: I): Promise<'begins' | 'waits' | 'missing'>
  /** In the transaction that hands it back. */
  released?(tx: Tx, input: I): Promise<void>
  /** What people hear when its workers ended, one after the other. */
  readonly workersEnded: string
  /** What people hear of a bug, which fails the work at once; the log has it whole. */
  readonly ourFault: Failure
}

/** Why a task failed, for programs and for people. */
export interface Failure {
  readonly code: string
  readonly detail: string
}

/** Why a task ended. */
export interface Ending extends Failure {
  /** The server failed, not the input: the same work may succeed later. */
  readonly isOurs: boolean
}

export type Result = Readonly<Record<string, unknown>>

export interface Definition<F extends Fields> {
  readonly input: F
  /** Who may cancel or delete it. */
  readonly may: Permission
  /** Never canceled through the API: half of its work would be wrong. */
  readonly protected?: boolean
  readonly resumed?: Resumed<Input<F>>
  /** Kinds of one group share how many run at a time; a kind alone has its own name. */
  readonly concurrencyGroup?: string
  /**
   * The work; its result ends the task as completed. `undefined` leaves the task as it is, because it
   * ended itself or waits its turn. May run twice without harm.
   */
  run(input: Input<F>, running: Running): Promise<Result | undefined>
  /** Called when the task has failed for good, before it is ended. What it writes, it writes under `hold`. */
  gaveUp?(input: Input<F>, running: Running, failure: Ending): Promise<void>
  /**
   * Cancels work with separate state rows, such as a scan. False if it can no longer be canceled. A task without it is
   * ended immediately.
   */
  cancel?(tx: Tx, task: Task): Promise<boolean>
}

/** A kind of background work, named `<resource>-<verb>` as on the wire. */
export interface TaskKind {
  readonly name: string
  readonly may: Permission
  readonly protected: boolean
  readonly resumed: Resumed<unknown> | undefined
  readonly concurrencyGroup: string
  run(input: unknown, running: Running): Promise<Result | undefined>
  gaveUp(input: unknown, running: Running, failure: Ending): Promise<void>
  cancel(tx: Tx, task: Task): Promise<boolean>
}

export interface Queue<F extends Fields> {
  readonly name: string
  /** Writes the task in the transaction that causes it: no ghost, nothing lost. */
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
export type Queued<F extends Fields> = TaskKind & Queue<F>

/** A kind of work that needs services to run, but none to be queued. */
export interface DeclaredTask<F extends Fields, S> extends Queue<F> {
  readonly with: (services: S) => Queued<F>
}

const queue = <F extends Fields>(name: string): Queue<F> => ({
  name,
  enqueue: (tx, input, more = {}) => insert(tx, name, { input, ...more }),
})

export function task<const F extends Fields>(name: string, definition: Definition<F>): Queued<F> {
  /** The input comes back from our own row; another shape is a bug of ours. */
  const read = (input: unknown): Input<F> => {
    const values = input as Record<string, unknown>
    for (const [member, field] of Object.entries(definition.input)) {
      if (field.optional && values[member] === undefined) continue
      const value = field.read(values[member], () => failed)
      if (value === failed) throw new Error(`The input of ${name} has no good ${member}.`)
    }
    return values as Input<F>
  }
  const { resumed } = definition
  return {
    ...queue<F>(name),
    may: definition.may,
    protected: definition.protected ?? false,
    resumed: resumed && {
      ...resumed,
      begin: (tx, input) => resumed.begin(tx, read(input)),
      released: async (tx, input) => resumed.released?.(tx, read(input)),
    },
    concurrencyGroup: definition.concurrencyGroup ?? name,
    run: (input, running) => definition.run(read(input), running),
    gaveUp: async (input, running, failure) => definition.gaveUp?.(read(input), running, failure),
    cancel: async (tx, canceled) =>
      definition.cancel ? definition.cancel(tx, canceled) : end(tx, canceled.id, 'cancelled', null),
  }
}

export const taskWith = <const F extends Fields, S>(
  name: string,
  define: (services: S) => Definition<F>,
): DeclaredTask<F, S> => ({
  ...queue<F>(name),
  with: (services) => task(name, define(services)),
})
