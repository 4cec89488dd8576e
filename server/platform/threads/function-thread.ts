/**
 * A thread for work whose cost its input decides: parsing and matching of what people send. Work that takes
 * too long or too much memory ends with its thread, and the next call starts a new one.
 */
import { unavailable } from '@plumbline/jsonapi'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import type { Answer, Functions, Input } from './calls.ts'
import { Thread, type ThreadOptions } from './thread.ts'

/** For whom a call is made: a tenant, a tenant and its user, or the address of an anonymous user. */
export type Owner = string | readonly string[]

/** Calls of one tenant, user or address that wait, and of all. Beyond it a caller has to come back. */
const queue = { each: 8, overall: 64 }
/** The wait for a turn: less than clients wait, which time out after 30 s. */
const longestWaitMs = 20_000
/** A thread that is idle for so long is ended, which frees its memory. */
const idleMs = 60_000

export interface FunctionThreadOptions extends ThreadOptions {
  /** For one call, once it is its turn. */
  readonly deadlineMs: number
  /** For its turn; 20 s. */
  readonly patienceMs?: number
}

/** One thread over a module that calls `answering` with functions of type `F`. */
export class FunctionThread<F extends Functions> {
  readonly #module: URL
  readonly #options: FunctionThreadOptions
  /** One call at a time, and owners in turns: many calls of one do not delay the others. */
  readonly #turns = new ConcurrencyLimit({ overall: 1, queue })
  #thread: Thread | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(module: URL, options: FunctionThreadOptions) {
    this.#module = module
    this.#options = options
  }

  /**
   * Returns a copy of what the function returns.
   * Throws OutOfBounds when the call was stopped: only this depends on the input. Throws a 503 with `Retry-After` when
   * too many calls wait, when there was no turn in time, and when no thread could be started.
   */
  run<K extends keyof F & string>(owner: Owner, name: K, ...input: Input<F[K]>): Answer<F[K]> {
    return this.#inTurn(owner, name, input) as Answer<F[K]>
  }

  async #inTurn(owner: Owner, name: string, input: readonly unknown[]): Promise<unknown> {
    const { deadlineMs, patienceMs: longestMs = longestWaitMs } = this.#options
    const leave = await this.#turns.wait(owner, { longestMs })
    if (!leave) throw unavailable('Too much work of this kind is waiting at the moment.', 'busy', 1)
    clearTimeout(this.#idle)
    try {
      const thread = await this.#started()
      return await thread.call(name, input, { deadlineMs })
    } finally {
      this.#rest()
      leave()
    }
  }

  async #started(): Promise<Thread> {
    if (this.#thread && !this.#thread.isOver) return this.#thread
    try {
      this.#thread = await Thread.start(this.#module, this.#options)
      return this.#thread
    } catch (cause) {
      const { name } = this.#options
      const problem = unavailable('This work cannot start at the moment.', 'busy', 2)
      throw Object.assign(problem, {
        cause: new Error(`The thread ${name} did not start.`, { cause }),
      })
    }
  }

  #rest(): void {
    const thread = this.#thread
    this.#idle = setTimeout(() => thread?.end(), idleMs).unref()
  }
}
