import { Worker } from 'node:worker_threads'
import { compiledCode } from '../compiled-code.ts'
import type { Call, Said } from './answering.ts'

export interface ThreadOptions {
  readonly name: string
  readonly memoryMb?: number
}

const defaultMemoryMb = 256
/** For its module to be read, which on a busy machine takes seconds. */
const startMs = 60_000

/** The work was ended: `time` or `memory` ran out. */
export class OutOfBounds extends Error {
  override name = 'OutOfBounds'
  readonly bound: 'time' | 'memory'
  constructor(message: string, bound: 'time' | 'memory') {
    super(message)
    this.bound = bound
  }
}

/** One thread from its start to its end. It is asked one thing at a time. */
export class Thread {
  readonly #name: string
  readonly #worker: Worker
  #said: PromiseWithResolvers<Said>
  isOver = false

  /** Resolves when it answers calls; throws why it never will. */
  static async start(module: URL, options: ThreadOptions): Promise<Thread> {
    const thread = new Thread(module, options)
    await thread.#heard(startMs)
    return thread
  }

  private constructor(module: URL, { name, memoryMb = defaultMemoryMb }: ThreadOptions) {
    this.#name = name
    this.#said = expected()
    this.#worker = new Worker(module, {
      name,
      env: compiledCode(),
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    this.#worker.on('message', (said: Said) => this.#said.resolve(said))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const reason = new OutOfBounds(`${name} needed more than ${memoryMb} MB.`, 'memory')
      this.end(isMemory ? reason : error)
    })
    this.#worker.on('exit', (code) => this.end(new Error(`${name} left with status ${code}.`)))
  }

  /** What the function gives, or throws; OutOfBounds when that takes longer than `deadlineMs`. */
  async call(call: Call, deadlineMs: number): Promise<unknown> {
    this.#said = expected()
    this.#worker.ref()
    this.#worker.postMessage(call)
    const said = await this.#heard(deadlineMs)
    this.#worker.unref() // a process that has nothing else to do may end
    if (said === 'ready') throw new Error(`${this.#name} began twice.`)
    if ('error' in said) throw said.error
    return said.value
  }

  end(reason: unknown = new Error(`${this.#name} was let go.`)): void {
    if (this.isOver) return
    this.isOver = true
    void this.#worker.terminate()
    this.#said.reject(reason)
  }

  async #heard(longestMs: number): Promise<Said> {
    const late = new OutOfBounds(`${this.#name} took longer than ${longestMs} ms.`, 'time')
    const deadline = setTimeout(() => this.end(late), longestMs)
    try {
      return await this.#said.promise
    } finally {
      clearTimeout(deadline)
    }
  }
}

function expected(): PromiseWithResolvers<Said> {
  const said = Promise.withResolvers<Said>()
  said.promise.catch(() => {}) // a thread may end while nobody waits for it
  return said
}
