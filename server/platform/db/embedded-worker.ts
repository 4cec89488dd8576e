/**
 * The thread of the embedded database. A statement of a second would stop the event loop for a
 * second, so the engine lives here and the process talks to it by messages.
 *
 * It has one session. Transactions queue for it here, in the order in which they ask.
 */
import { closeSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { changedSince } from './changed-since.ts'
import { type Asked, EngineSession } from './embedded-session.ts'
import { readers } from './values.ts'

export interface DatabaseFiles {
  /** A directory, or null for a database in memory. */
  readonly directory: string | null
  /** The file of an initialised data directory as a tar, loaded when `directory` is new. */
  readonly template: string | null
}

export interface WorkerOptions extends DatabaseFiles {
  readonly engine: WebAssembly.Module
}

export type Request = { readonly id: number } & (
  | ({ readonly kind: 'begin' | 'query' } & Asked)
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'commit' }
  | { readonly kind: 'rollback' }
  | { readonly kind: 'administer'; readonly text: string }
  | { readonly kind: 'settle' }
  | { readonly kind: 'dump' }
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
const { directory, template, engine } = workerData as WorkerOptions

const database = await PGlite.create({
  ...(directory ? { dataDir: directory } : {}),
  ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}),
  pgliteWasmModule: engine,
  extensions: { pg_trgm },
  parsers: { ...readers },
})
await database.exec(`set timezone = 'UTC'; set datestyle = 'ISO'`)
const session = new EngineSession(database)

/** Settles when the session is free; each holder replaces it with its own end. */
let free: Promise<void> = Promise.resolve()
let letGo: () => void = () => {}

async function open(): Promise<void> {
  const before = free
  let release: () => void = () => {}
  free = new Promise((resolve) => {
    release = resolve
  })
  await before
  letGo = release
}

async function alone<T>(work: () => Promise<T>): Promise<T> {
  await open()
  try {
    return await work()
  } finally {
    letGo()
  }
}

function flush(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The engine itself runs without fsync; this is what a power cut finds. */
let swept = 0
async function settle(): Promise<void> {
  const begun = Date.now() - 1_000 // file systems keep coarser times than the clock
  await alone(() => database.exec('checkpoint'))
  // Windows has no fsync of a folder.
  for (const { path, isFolder } of directory ? changedSince(directory, swept) : []) {
    if (!isFolder) flush(path, 'r+')
    else if (process.platform !== 'win32') flush(path, 'r')
  }
  swept = begun
}

/** Waits for the session, begins, and enters the scope that the statement sets. */
async function begin(entering: Asked): Promise<void> {
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
    await database.exec('commit')
  } catch (error) {
    await rollback()
    throw error
  }
  letGo()
}

async function rollback(): Promise<void> {
  await database.exec('rollback').catch(() => {})
  letGo()
}

async function script(text: string): Promise<Record<string, unknown>[]> {
  const results = await database.exec(text)
  return results.flatMap(({ rows }) => rows as Record<string, unknown>[])
}

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
    case 'script':
      return { rows: await script(request.text) }
    case 'administer':
      return { rows: await alone(() => script(request.text)) }
    case 'settle':
      await settle()
      return {}
    case 'dump': {
      const dumped = await alone(() => database.dumpDataDir('none'))
      return { bytes: new Uint8Array(await dumped.arrayBuffer()) }
    }
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
