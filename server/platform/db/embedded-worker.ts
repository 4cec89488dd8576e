/**
 * The thread of the embedded database. A statement of a second would stop the event loop for a
 * second, so the engine lives here and the process talks to it by messages.
 *
 * It has one session. Transactions queue for it here, in order of arrival.
 */
import { readFileSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles, durableStart, pageCache } from './durable-files.ts'
import { type Asked, EngineSession, type Entering } from './embedded-session.ts'
import type { TransactionReply, WholeTransaction } from './thread-connection.ts'
import { readers } from './values.ts'

export interface DatabaseFiles {
  /** A directory, or null for a database in memory. */
  readonly directory: string | null
  /** The file of an initialised data directory, a .tar or .tar.gz, loaded when `directory` is new. */
  readonly template: string | null
}

export interface WorkerOptions extends DatabaseFiles {
  readonly engine: WebAssembly.Module
  /** The slot with the number of the running request, for a thread that watches its duration. */
  readonly running: Int32Array
}

export type Request = { readonly id: number } & (
  | ({ readonly kind: 'begin' } & Entering)
  | ({ readonly kind: 'query' } & Asked)
  | { readonly kind: 'commit' }
  | { readonly kind: 'rollback' }
  | { readonly kind: 'administer'; readonly text: string }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'dump' }
  | { readonly kind: 'attach'; readonly port: MessagePort }
  | { readonly kind: 'end' }
)

export type Reply =
  | {
      readonly id: number
      readonly rows?: Record<string, unknown>[]
      readonly count?: number
      readonly bytes?: Uint8Array
    }
  | {
      readonly id: number
      readonly error: { message: string; code?: string; detail?: string; constraint?: string }
    }

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread')
const { directory, template, engine, running } = workerData as WorkerOptions

/** The engine unpacks what has this type. */
const typeOf = (tar: string): string =>
  tar.endsWith('.gz') ? 'application/x-gzip' : 'application/x-tar'

const database = await PGlite.create({
  ...(directory && { fs: new DurableFiles(directory), startParams: [...durableStart] }),
  ...(template && { loadDataDir: new Blob([readFileSync(template)], { type: typeOf(template) }) }),
  pgliteWasmModule: engine,
  initDbStartParams: [...pageCache],
  extensions: { pg_trgm },
  parsers: { ...readers },
})
await database.exec(`set timezone = 'UTC'; set datestyle = 'ISO'`)
const session = new EngineSession(database, running)

/** Callers that wait for the session while it is in use. */
const waiting: (() => void)[] = []
let isHeld = false

function open({ isFirst = false } = {}): Promise<void> {
  if (!isHeld) {
    isHeld = true
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    if (isFirst) waiting.unshift(resolve)
    else waiting.push(resolve)
  })
}

function letGo(): void {
  const next = waiting.shift()
  if (next) next()
  else isHeld = false
}

async function alone<T>(work: () => Promise<T>): Promise<T> {
  await open()
  try {
    return await work()
  } finally {
    letGo()
  }
}

let checkpointed = ''

/** What recovery would have to repeat after a kill; nothing is written when nothing was since the last one. */
async function checkpoint(): Promise<void> {
  await alone(async () => {
    if ((await position()) === checkpointed) return
    await script('checkpoint')
    checkpointed = await position()
  })
}

const position = async (): Promise<string> =>
  String((await script('select pg_current_wal_insert_lsn()::text as at'))[0]?.['at'])

/** Waits for the session, begins, and enters the scope that the statement sets. */
async function begin(entering: Entering): Promise<void> {
  await open()
  try {
    await session.begin(entering)
  } catch (error) {
    await rollback()
    throw error
  }
}

async function commit(): Promise<void> {
  try {
    await script('commit')
  } catch (error) {
    await rollback()
    throw error
  }
  letGo()
}

async function rollback(): Promise<void> {
  await script('rollback').catch(() => {})
  letGo()
}

/** Numbers for statements of other threads, apart from those of requests. */
let lastWhole = 0

/** A transaction of another thread. It precedes those in the queue: leases expire while it waits. */
async function whole({ scope: [enter, tenant], ...asked }: WholeTransaction) {
  await open({ isFirst: true })
  try {
    const id = (lastWhole -= 1)
    await session.begin({ id, text: enter, values: tenant })
    const { rows } = await session.query({ id, ...asked })
    await script('commit')
    return rows
  } catch (error) {
    await script('rollback').catch(() => {})
    throw error
  } finally {
    letGo()
  }
}

function attach(other: MessagePort): void {
  const reply = (said: TransactionReply): void => other.postMessage(said)
  other.on('message', (asked: WholeTransaction) => {
    whole(asked).then(
      (rows) => reply({ rows }),
      (error: unknown) => reply({ error: failure(error) }),
    )
  })
}

const script = (text: string): Promise<Record<string, unknown>[]> => session.script(text)

/** A message costs more than most statements, so a transaction's edges are one each. */
async function answer(request: Request): Promise<Omit<Reply, 'id'>> {
  switch (request.kind) {
    case 'begin':
      await begin(request)
      return {}
    case 'commit':
      await commit()
      return {}
    case 'rollback':
      await rollback()
      return {}
    case 'query':
      return session.query(request)
    case 'administer':
      return { rows: await alone(() => script(request.text)) }
    case 'checkpoint':
      await checkpoint()
      return {}
    case 'dump': {
      const dumped = await alone(() => database.dumpDataDir('none'))
      return { bytes: new Uint8Array(await dumped.arrayBuffer()) }
    }
    case 'attach':
      attach(request.port)
      return {}
    case 'end':
      await alone(() => database.close())
      return {}
  }
}

function failure(error: unknown): {
  message: string
  code?: string
  detail?: string
  constraint?: string
} {
  const { message, code, detail, constraint } = error as Error & Record<string, string | undefined>
  return {
    message: String(message),
    ...(code ? { code } : {}),
    ...(detail ? { detail } : {}),
    ...(constraint ? { constraint } : {}),
  }
}

port.on('message', (request: Request) => {
  answer(request).then(
    (reply) => port.postMessage({ id: request.id, ...reply }),
    (error: unknown) => port.postMessage({ id: request.id, error: failure(error) }),
  )
})
port.postMessage({ id: 0 })
