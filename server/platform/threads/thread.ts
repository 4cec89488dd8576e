/** The one driver of worker threads: start, calls in both directions, bounds of time and memory, the end. */
import { type MessagePort, Worker } from 'node:worker_threads'
import { unavailable } from '@plumbline/jsonapi'
import { compiledCode } from '../compiled-code.ts'
import { Calls, type Functions, type Message } from './calls.ts'

export interface ThreadOptions {
  readonly name: string
  readonly memoryMb?: number
  /** What the thread sees of the environment, beside the folder of compiled code. */
  readonly env?: Readonly<Record<string, string>>
  /** Functions that the thread may call: one at a time, in order. One that throws ends the thread with its error. */
  readonly answers?: Functions
  readonly data?: unknown
  readonly transfer?: readonly MessagePort[]
  /** For its module to be read, which on a busy machine takes seconds; 60 s. */
  readonly startMs?: number
}

export interface CallOptions {
  readonly deadlineMs?: number
  /** When aborted, the thread receives `stop`, and is terminated if it does not end. */
  readonly signal?: AbortSignal
}

const defaultMemoryMb = 256
const defaultStartMs = 60_000
/** Time for a stopping thread to close its sockets. */
const graceMs = 1_500

/** The work was ended: `time` or `memory` ran out. Only this depends on the input. */
export class OutOfBounds extends Error {
  override name = 'OutOfBounds'
  readonly bound: 'time' | 'memory'
  constructor(message: string, bound: 'time' | 'memory') {
    super(message)
    this.bound = bound
  }
}

/** One thread from its start to its end. */
export class Thread {
  readonly #name: string
  readonly #worker: Worker
  readonly #calls: Calls
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  /** The responses to calls of the thread. */
  #answered: Promise<void> = Promise.resolve()
  isOver = false

  /**
   * Resolves when it answers calls; throws why it never will. A start that takes too long is a 503: it says something
   * about the machine and nothing about the input.
   */
  static async start(module: URL, options: ThreadOptions): Promise<Thread> {
    const { name, startMs = defaultStartMs } = options
    const thread = new Thread(module, options)
    await thread.#within(startMs, thread.#ready.promise).catch((cause: unknown) => {
      if (!(cause instanceof OutOfBounds)) throw cause
      const detail = `The thread for this work (${name}) could not start in time.`
      throw Object.assign(unavailable(detail, 'busy', 2), { cause })
    })
    thread.#worker.unref() // a process that has nothing else to do may end
    return thread
  }

  private constructor(module: URL, options: ThreadOptions) {
    const { name, memoryMb = defaultMemoryMb, env = {}, answers = {}, data, transfer } = options
    this.#name = name
    this.#worker = new Worker(module, {
      name,
      env: { ...compiledCode(), ...env },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      workerData: data,
      ...(transfer && { transferList: [...transfer] }),
    })
    this.#calls = new Calls(this.#guarded(answers), (message, bytes = []) => {
      if (!this.isOver) this.#worker.postMessage(message, bytes as ArrayBuffer[])
    })
    this.#ready.promise.catch(() => {}) // the code that starts it gets the error
    this.#worker.on('message', (message: Message) => this.#received(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const reason = new OutOfBounds(`${name} needed more than ${memoryMb} MB.`, 'memory')
      this.end(isMemory ? reason : error)
    })
    this.#worker.on('exit', (code) => {
      this.end(new Error(`${name} exited with status ${code}.`))
      this.#ended.resolve()
    })
  }

  /** Resolves when the thread has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /**
   * Returns or throws what a function of the thread does. Throws OutOfBounds when that takes longer than `deadlineMs`
   * or too much memory, and the reason of `signal` soon after it is aborted.
   */
  async call(
    name: string,
    input: readonly unknown[],
    { deadlineMs, signal }: CallOptions = {},
  ): Promise<unknown> {
    if (this.isOver) throw new Error(`${this.#name} has ended.`)
    signal?.throwIfAborted()
    let grace: NodeJS.Timeout | undefined
    const stop = (): void => {
      this.#worker.postMessage('stop' satisfies Message)
      grace = setTimeout(() => this.end(signal?.reason), graceMs)
    }
    signal?.addEventListener('abort', stop, { once: true })
    this.#worker.ref()
    try {
      const called = this.#calls.call(name, input)
      const value = await (deadlineMs === undefined ? called : this.#within(deadlineMs, called))
      signal?.throwIfAborted()
      return value
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    } finally {
      clearTimeout(grace)
      signal?.removeEventListener('abort', stop)
      if (this.#calls.isIdle) this.#worker.unref()
    }
  }

  end(reason: unknown = new Error(`${this.#name} was ended.`)): void {
    if (this.isOver) return
    this.isOver = true
    void this.#worker.terminate()
    this.#ready.reject(reason)
    this.#calls.fail(reason)
  }

  /** Ends the thread after answering its last calls: the caller may close a database afterwards. */
  async close(): Promise<void> {
    this.end()
    this.#worker.ref() // keeps the process alive until the thread has ended
    await this.#answered
    await this.ended
  }

  /** Errors lose their class between threads. */
  #guarded(answers: Functions): Functions {
    const guarded = Object.entries(answers).map(([name, answer]) => [
      name,
      async (...input: never[]) => {
        try {
          return await answer(...input)
        } catch (error) {
          this.end(error)
          throw error
        }
      },
    ])
    return Object.fromEntries(guarded) as Functions
  }

  #received(message: Message): void {
    if (message === 'ready') return this.#ready.resolve()
    if (typeof message !== 'string' && 'answer' in message) return void this.#calls.receive(message)
    this.#answered = this.#answered.then(() =>
      this.isOver ? undefined : this.#calls.receive(message),
    )
  }

  async #within<T>(longestMs: number, work: Promise<T>): Promise<T> {
    const late = new OutOfBounds(`${this.#name} took longer than ${longestMs} ms.`, 'time')
    const deadline = setTimeout(() => this.end(late), longestMs)
    try {
      return await work
    } finally {
      clearTimeout(deadline)
    }
  }
}

/** Calls one function of a module in a separate thread, and ends the thread. */
export async function runInThread(
  module: URL,
  { signal, ...options }: ThreadOptions & { readonly signal: AbortSignal },
  name: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  const thread = await Thread.start(module, options)
  try {
    return await thread.call(name, input, { signal })
  } finally {
    await thread.close()
  }
}
