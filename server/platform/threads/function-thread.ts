/**
 * A thread for work whose cost its input decides: parsing and matching of what people send. Work that takes
 * too long or too much memory ends with its thread, and the next call starts a new one.
 */
import { Worker } from 'node:worker_threads'
import { unavailable } from '@plumbline/jsonapi'
import { compiledCode } from '../compiled-code.ts'
import type { Call, Functions, Outcome } from './answering.ts'

export interface ThreadOptions {
  readonly name: string
  /** For one call, once it is its turn. */
  readonly deadlineMs: number
  readonly memoryMb?: number
}

/** Calls of one owner that wait or run, and of all. Beyond it a caller is told to come back. */
const mostOfOne = 8
const mostOfAll = 64
/** A thread that has nothing to do for so long is let go, with its memory. */
const idleMs = 60_000
const defaultMemoryMb = 256

/** The work was ended: `time` or `memory` ran out. */
export class OutOfBounds extends Error {
  override name = 'OutOfBounds'
  readonly bound: 'time' | 'memory'
  constructor(message: string, bound: 'time' | 'memory') {
    super(message)
    this.bound = bound
  }
}

interface Job {
  readonly call: Call
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

type Answer<F> = F extends (...input: never[]) => infer R ? Promise<Awaited<R>> : never
type Input<F> = F extends (...input: infer I) => unknown ? I : never

/** One thread over a module that calls `answering` with functions of type `F`. */
export class FunctionThread<F extends Functions> {
  readonly #module: URL
  readonly #options: ThreadOptions
  /** By owner, whose turns come round: many calls of one do not keep the others waiting. */
  readonly #waiting = new Map<string, Job[]>()
  #count = 0
  #worker: Worker | undefined
  #running: { readonly owner: string; readonly job: Job } | undefined
  #deadline: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(module: URL, options: ThreadOptions) {
    this.#module = module
    this.#options = options
  }

  /**
   * What the function gives, in a copy. `owner` is the tenant, or the address of somebody unknown.
   * Throws OutOfBounds when it was ended, and a 503 when too many calls wait.
   */
  run<K extends keyof F & string>(owner: string, name: K, ...input: Input<F[K]>): Answer<F[K]> {
    return new Promise<unknown>((resolve, reject) => {
      const own = this.#waiting.get(owner) ?? []
      if (own.length >= mostOfOne || this.#count >= mostOfAll) {
        throw unavailable('Too much of this work waits at the moment.', 'busy', 1)
      }
      own.push({ call: { name, input }, resolve, reject })
      this.#waiting.set(owner, own)
      this.#count += 1
      this.#next()
    }) as Answer<F[K]>
  }

  #next(): void {
    if (this.#running) return
    const [first] = this.#waiting
    if (!first) return this.#rest()
    const [owner, jobs] = first
    const [job, ...others] = jobs
    this.#waiting.delete(owner)
    if (!job) return this.#next()
    if (others.length > 0) this.#waiting.set(owner, others) // behind all who wait
    this.#count -= 1
    this.#running = { owner, job }
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const { deadlineMs, name } = this.#options
    this.#deadline = setTimeout(
      () =>
        this.#giveUp(worker, new OutOfBounds(`${name} took longer than ${deadlineMs} ms.`, 'time')),
      deadlineMs,
    )
    worker.postMessage(job.call)
  }

  #start(): Worker {
    const { name, memoryMb = defaultMemoryMb } = this.#options
    const worker = new Worker(this.#module, {
      name,
      env: compiledCode(),
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('message', (outcome: Outcome) => {
      if (worker !== this.#worker) return
      this.#settle((job) =>
        'error' in outcome ? job.reject(outcome.error) : job.resolve(outcome.value),
      )
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const reason = new OutOfBounds(`${name} needed more than ${memoryMb} MB.`, 'memory')
      this.#giveUp(worker, isMemory ? reason : error)
    })
    worker.on('exit', (code) =>
      this.#giveUp(worker, new Error(`The thread ${name} left with status ${code}.`)),
    )
    return worker
  }

  #giveUp(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    void worker.terminate()
    this.#settle((job) => job.reject(error))
  }

  #settle(finish: (job: Job) => void): void {
    clearTimeout(this.#deadline)
    const running = this.#running
    this.#running = undefined
    if (running) finish(running.job)
    this.#next()
  }

  #rest(): void {
    const worker = this.#worker
    if (!worker) return
    worker.unref() // a process that has nothing else to do may end
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#running || worker !== this.#worker) return
      this.#worker = undefined
      void worker.terminate()
    }, idleMs).unref()
  }
}
