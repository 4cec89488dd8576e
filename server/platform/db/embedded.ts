import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { DatabaseFiles, Reply, Request, WorkerOptions } from './embedded-worker.ts'
import { DatabaseError, isVoidPlan } from './errors.ts'
import { Names } from './names.ts'
import type { Driver, Row, Scope, Session } from './port.ts'
import { enter } from './scope.ts'

interface Waiting {
  resolve(reply: { rows?: Row[]; count?: number; bytes?: Uint8Array }): void
  reject(error: Error): void
}

export interface EmbeddedDriver extends Driver {
  /** The whole data directory as a tar; tests start from one instead of initialising anew. */
  dump(): Promise<Uint8Array>
  /** Bounds what recovery has to repeat. The engine has no process of its own that would. */
  checkpoint(): Promise<void>
}

/** What a request carries besides its number. */
type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

// Freed code has aborted whole processes (docs/decisions/0090); holding on to it costs a few MB.
setFlagsFromString('--no-wasm-code-gc')

let engine: Promise<WebAssembly.Module> | undefined

/**
 * The engine's code, the same for every database of a process: what of it was compiled for one is there
 * for the next, which stands after 0.6 s of processor time instead of 1.3 s.
 */
export const compiledEngine = (): Promise<WebAssembly.Module> =>
  (engine ??= readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then(
    (bytes) => WebAssembly.compile(bytes),
  ))

/**
 * PostgreSQL as WebAssembly, in a thread of its own. Resolves when the database answers.
 * The engine's one session makes transactions wait for each other.
 */
export async function embedded(files: DatabaseFiles): Promise<EmbeddedDriver> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { ...files, engine: await compiledEngine() } satisfies WorkerOptions,
    name: 'database',
  })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let closedBy: Error | undefined

  const lost = (error: Error): void => {
    closedBy ??= error
    for (const { reject } of waiting.values()) reject(closedBy)
    waiting.clear()
  }
  worker.on('error', lost)
  worker.on('exit', () => lost(new DatabaseError('The embedded database has stopped.', '57P01')))
  worker.on('message', (reply: Reply) => {
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) {
      waiter?.reject(
        new DatabaseError(reply.error.message, reply.error.code, reply.error.constraint),
      )
    } else waiter?.resolve(reply)
  })

  const ask = (
    id: number,
    request?: Ask,
  ): Promise<{ rows?: Row[]; count?: number; bytes?: Uint8Array }> =>
    new Promise((resolve, reject) => {
      if (closedBy) return reject(closedBy)
      waiting.set(id, { resolve, reject })
      if (request) worker.postMessage({ id, ...request }, [])
    })
  const call = (request: Ask): ReturnType<typeof ask> => ask((last += 1), request)

  const names = new Names()
  const session: Session = {
    async query(text, values) {
      const name = names.of(text)
      try {
        const { rows = [], count = 0 } = await call({ kind: 'query', text, values, name })
        return { rows, count }
      } catch (error) {
        if (isVoidPlan(error)) names.renew()
        throw error
      }
    },
    async script(text) {
      return (await call({ kind: 'script', text })).rows ?? []
    },
  }

  await ask(0)
  return {
    kind: 'embedded',
    sessions: 1,
    async transaction<T>(scope: Scope, work: (session: Session) => Promise<T>): Promise<T> {
      const [text, values] = enter(scope)
      await call({ kind: 'begin', text, values, name: names.of(text) })
      let result: T
      try {
        result = await work(session)
      } catch (error) {
        await call({ kind: 'rollback' }).catch(() => {})
        throw error
      }
      await call({ kind: 'commit' })
      return result
    },
    async administer(text) {
      return (await call({ kind: 'administer', text })).rows ?? []
    },
    async checkpoint() {
      await call({ kind: 'checkpoint' })
    },
    threadAddress() {
      const { port1: port, port2: other } = new MessageChannel()
      worker.postMessage({ id: (last += 1), kind: 'attach', port: other } satisfies Request, [
        other,
      ])
      return { kind: 'embedded', port }
    },
    async dump() {
      return (await call({ kind: 'dump' })).bytes ?? new Uint8Array()
    },
    async close() {
      if (!closedBy) await call({ kind: 'end' }).catch(() => {})
      closedBy ??= new DatabaseError('The embedded database is closed.', '57P01')
      await worker.terminate()
    },
  }
}
