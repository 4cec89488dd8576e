import { MessageChannel } from 'node:worker_threads'
import type { DatabaseFiles } from './embedded-worker.ts'
import { type Answer, type Ask, EngineThread, NotStarted, type ThreadEnd } from './engine-thread.ts'
import { DatabaseError, isVoidPlan } from './errors.ts'
import { Names } from './names.ts'
import type { Driver, Scope, Session, Turn } from './port.ts'
import { enter } from './scope.ts'

export interface EmbeddedDriver extends Driver {
  /** The whole data directory as a tar; tests start from one instead of initializing again. */
  dump(): Promise<Uint8Array>
  /** Bounds what recovery must repeat. The engine has no background process for it. */
  checkpoint(): Promise<void>
}

export interface EngineRules {
  /** The longest statement of a transaction. Only a database in a directory can be started again after one. */
  readonly deadlineMs: number
  /** The engine's thread ended, and another is starting. */
  readonly onRestart: (end: ThreadEnd) => void
  /** Ends the first start. */
  readonly signal?: AbortSignal | undefined
}

export const noRules: EngineRules = { deadlineMs: Infinity, onRestart() {} }

/** So many threads may end before the turn of a request comes. */
const mostEnded = 3

/**
 * PostgreSQL as WebAssembly, in a separate thread. Resolves when the database answers. The engine's one session makes
 * transactions wait for each other.
 *
 * A thread that ends, by a statement over its deadline or by a crash, is replaced by one that recovers the same
 * directory: the transaction that had the session gets the error, others wait a little longer.
 */
export async function embedded(
  files: DatabaseFiles,
  { deadlineMs, onRestart, signal }: EngineRules = noRules,
): Promise<EmbeddedDriver> {
  const names = new Names()
  let isClosing = false

  const start = (from: DatabaseFiles): Promise<EngineThread> =>
    EngineThread.start(from, {
      deadlineMs: from.directory ? deadlineMs : Infinity,
      signal,
      onEnd(end) {
        if (isClosing || !files.directory) return
        current = undefined
        onRestart(end)
        engine().catch(() => {}) // the next request retries and reports the error
      },
    })

  let current: Promise<EngineThread> | undefined = Promise.resolve(await start(files))

  /** The thread that serves now. */
  function engine(): Promise<EngineThread> {
    if (isClosing)
      return Promise.reject(new DatabaseError('The embedded database is closed.', '57P01'))
    return (current ??= start({ ...files, template: null }).catch((error: Error) => {
      current = undefined
      throw new DatabaseError(`The embedded database does not start: ${error.message}`, '57P03')
    }))
  }

  /** For requests that wait for the session: one that had no turn when a thread ended waits for the next. */
  async function ask(asked: Ask): Promise<{ thread: EngineThread; answer: Answer }> {
    for (let ended = 0; ; ended += 1) {
      const thread = await engine()
      try {
        return { thread, answer: await thread.ask(asked) }
      } catch (error) {
        if (!(error instanceof NotStarted)) throw error
        if (ended === mostEnded) throw new DatabaseError(error.message, '57P01')
      }
    }
  }

  const sessionOn = (thread: EngineThread): Session => ({
    async query(text, values) {
      const name = names.of(text)
      try {
        const { rows = [], count = 0 } = await thread.ask({ kind: 'query', text, values, name })
        return { rows, count }
      } catch (error) {
        if (isVoidPlan(error)) names.renew()
        throw error
      }
    },
  })

  return {
    kind: 'embedded',
    sessions: 1,
    async transaction<T>(
      scope: Scope,
      work: (session: Session) => Promise<T>,
      { readOnly }: Pick<Turn, 'readOnly'>,
    ): Promise<T> {
      const [text, values] = enter(scope)
      const entering = { text, values, name: names.of(text), readOnly }
      const { thread } = await ask({ kind: 'begin', ...entering })
      let result: T
      try {
        result = await work(sessionOn(thread))
      } catch (error) {
        await thread.ask({ kind: 'rollback' }).catch(() => {})
        throw error
      }
      await thread.ask({ kind: 'commit' })
      return result
    },
    async administer(text) {
      return (await ask({ kind: 'administer', text })).answer.rows ?? []
    },
    async checkpoint() {
      await ask({ kind: 'checkpoint' })
    },
    threadAddress() {
      const { port1: port, port2: other } = new MessageChannel()
      engine()
        .then((thread) => thread.ask({ kind: 'attach', port: other }))
        .catch(() => other.close()) // closing the port ends the other thread's connection, and it is opened again
      return { kind: 'embedded', port }
    },
    listen: () => false, // one process has the whole database, and notifies itself
    async dump() {
      return (await ask({ kind: 'dump' })).answer.bytes ?? new Uint8Array()
    },
    async close() {
      if (isClosing) return
      isClosing = true
      const thread = await current?.catch(() => undefined)
      await thread?.ask({ kind: 'end' }).catch(() => {})
      await thread?.stop(new DatabaseError('The embedded database is closed.', '57P01'))
    },
  }
}
