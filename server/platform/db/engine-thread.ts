import { Worker } from 'node:worker_threads'
import type { DatabaseFiles, Reply, Request, WorkerOptions } from './embedded-worker.ts'
import { compiledEngine } from './engine-code.ts'
import { DatabaseError } from './errors.ts'
import type { Row } from './port.ts'

/** What a request carries besides its number. */
export type Ask = Request extends infer R
  ? R extends { id: number }
    ? Omit<R, 'id'>
    : never
  : never

export interface Answer {
  readonly rows?: Row[]
  readonly count?: number
  readonly bytes?: Uint8Array
}

/** Why a thread ended that was not closed. */
export interface ThreadEnd {
  readonly error: DatabaseError
  /** The text of the statement that was running, without its values. */
  readonly statement: string | undefined
}

/** The thread ended before the request had its turn: another thread can take it. */
export class NotStarted extends Error {
  override name = 'NotStarted'
}

interface Waiting {
  readonly asked: Ask
  resolve(answer: Answer): void
  reject(error: Error): void
}

interface EngineStart {
  readonly deadlineMs: number
  readonly onEnd: (end: ThreadEnd) => void
  readonly signal?: AbortSignal | undefined
}

/** Requests of a transaction that has the session. All others wait for it, or wait for nothing. */
const inTransaction: ReadonlySet<Ask['kind']> = new Set(['query', 'commit', 'rollback'])

/**
 * One thread with the engine. The engine cannot cancel a statement, so a statement that exceeds its deadline ends
 * the whole thread; what was committed is in the write-ahead log, from which the next thread recovers.
 */
export class EngineThread {
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  readonly #waiting = new Map<number, Waiting>()
  /** The number of the request whose statement runs now, or 0; the thread writes it. */
  readonly #running: Int32Array
  #last = 0
  #end: ThreadEnd | undefined
  #isOver = false
  #onEnd: (end: ThreadEnd) => void = () => {}

  private constructor(options: WorkerOptions) {
    this.#running = options.running
    this.#worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: options,
      name: 'database',
      // The engine itself refuses what needs more than 2 MB by its own count; with the usual 4 MB its stack ends before.
      resourceLimits: { stackSizeMb: 64 },
    })
    this.#worker.on('message', (reply: Reply) => this.#answered(reply))
    this.#worker.on('error', (error) =>
      this.#ends(new DatabaseError((error as Error).message, 'XX000')),
    )
    this.#worker.on('exit', () => {
      this.#isOver = true
      const end = this.#ends(new DatabaseError('The embedded database has stopped.', '57P01'))
      this.#ready.reject(end.error)
      this.#onEnd(end) // before requests fail: they may request the next thread at once
      for (const [id, { asked, reject }] of this.#waiting) reject(this.#refusal(end, asked, id))
      this.#waiting.clear()
    })
  }

  /**
   * Resolves when the engine answers. `deadlineMs` is for statements of transactions; those of an administrator may
   * take longer. `onEnd` is called when the thread has ended and its files are closed. `signal` ends a thread that is
   * starting: a new database takes seconds.
   */
  static async start(
    files: DatabaseFiles,
    { deadlineMs, onEnd, signal }: EngineStart,
  ): Promise<EngineThread> {
    const running = new Int32Array(new SharedArrayBuffer(4))
    const engine = await compiledEngine()
    signal?.throwIfAborted()
    const thread = new EngineThread({ ...files, engine, running })
    const stop = (): void =>
      void thread.stop(new DatabaseError('The start of the database was aborted.', '57P01'))
    signal?.addEventListener('abort', stop)
    try {
      await thread.#ready.promise
    } finally {
      signal?.removeEventListener('abort', stop)
    }
    thread.#onEnd = onEnd
    if (deadlineMs < Infinity) thread.#watch(deadlineMs)
    return thread
  }

  /** Rejects with `NotStarted` where the thread ends before the request has its turn. */
  ask(asked: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#end && this.#isOver) return reject(this.#refusal(this.#end, asked, 0))
      const id = (this.#last += 1)
      this.#waiting.set(id, { asked, resolve, reject })
      this.#worker.postMessage({ id, ...asked }, asked.kind === 'attach' ? [asked.port] : [])
    })
  }

  /** Ends the thread without waiting for its requests, which fail with `error`. */
  async stop(error: DatabaseError): Promise<void> {
    this.#ends(error)
    await this.#worker.terminate()
  }

  #answered(reply: Reply): void {
    if (reply.id === 0) return this.#ready.resolve()
    const waiter = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (!('error' in reply)) return waiter?.resolve(reply)
    const { message, code, constraint } = reply.error
    waiter?.reject(new DatabaseError(message, code, constraint))
  }

  /** Looks again and again whether the same statement is still running: a question to the thread would wait for it. */
  #watch(deadlineMs: number): void {
    let seen = 0
    let sinceMs = 0
    const look = (): void => {
      const running = Atomics.load(this.#running, 0)
      if (this.#end) return clearInterval(timer)
      if (running !== seen || running === 0) {
        seen = running
        sinceMs = performance.now()
      } else if (performance.now() - sinceMs >= deadlineMs) {
        const sentence = `The statement took longer than ${deadlineMs} ms and was canceled.`
        void this.stop(new DatabaseError(sentence, '57014'))
      }
    }
    const timer = setInterval(look, Math.min(1_000, deadlineMs / 4))
    timer.unref()
  }

  /** The first reason counts. */
  #ends(error: DatabaseError): ThreadEnd {
    const running = this.#waiting.get(Atomics.load(this.#running, 0))?.asked
    return (this.#end ??= {
      error,
      statement: running && 'text' in running ? running.text : undefined,
    })
  }

  #refusal({ error }: ThreadEnd, asked: Ask, id: number): Error {
    if (inTransaction.has(asked.kind) || id === Atomics.load(this.#running, 0)) return error
    // A crash may be caused by an administrator's statement. A deadline never does.
    const waited = asked.kind === 'begin' || error.code === '57014'
    return waited ? new NotStarted(error.message) : error
  }
}
