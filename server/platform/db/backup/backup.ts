/**
 * Dumps of the embedded database while it works. The engine's own online backup: a checkpoint, then the files are
 * copied as they are, half-written pages too, and recovery puts them right from the write-ahead log. So the database's
 * only session is occupied for the checkpoint and some counting, not for the copy.
 */
import { mkdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { flushFolder, sizeOf } from '../durable-files.ts'
import type { Administer } from '../migrate.ts'
import type { Ending } from './dump.ts'
import { countedTables, factsOf, factsQuery } from './facts.ts'
import type { Order, Report } from './thread.ts'

export interface Source {
  readonly administer: Administer
  /** The engine's directory. */
  readonly directory: string
  /** Nothing but the backup may write a checkpoint while this is pending. */
  withoutCheckpoints<T>(work: () => Promise<T>): Promise<T>
}

export interface Dump {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** Why no dump was made; one sentence. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

const spareBytes = 256 << 20

/** Room for the dump, which is smaller, and for the copy that it is checked by. */
function checkSpace(folder: string, directory: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = 2 * sizeOf(directory) + spareBytes
  if (bavail * bsize >= needed) return
  const mb = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`
  throw new BackupFailed(
    `A backup needs up to ${mb(needed)} in ${folder}, where ${mb(bavail * bsize)} are free.`,
  )
}

/** Reads the next message of the thread. Rejects when it fails or ends. */
class Conversation {
  readonly #thread: Worker
  readonly #reports: Report[] = []
  #end: string | undefined
  #wake: () => void = () => {}

  constructor(thread: Worker) {
    this.#thread = thread
    thread.on('message', (report: Report) => {
      this.#reports.push(report)
      this.#wake()
    })
    thread.on('error', (error) => this.#over((error as Error).message))
    thread.on('exit', () => this.#over('the backup thread stopped'))
  }

  #over(why: string): void {
    this.#end ??= why
    this.#wake()
  }

  async next<K extends Report['kind']>(kind: K): Promise<Extract<Report, { kind: K }>> {
    while (this.#reports.length === 0 && this.#end === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    const report = this.#reports.shift()
    if (report?.kind === kind) return report as Extract<Report, { kind: K }>
    const why =
      report?.kind === 'failed'
        ? report.message
        : (this.#end ?? 'the backup thread sent an unexpected message')
    throw new BackupFailed(`No backup was made: ${why}`)
  }

  send(message: Order | Ending): void {
    this.#thread.postMessage(message)
  }
}

/** The engine forces whole pages into its log from the start on, and names the files of it that are needed. */
async function copy(
  source: Source,
  talk: Conversation,
  order: Order,
  takenAt: Date,
): Promise<void> {
  const { administer } = source
  const tables = await countedTables(administer)
  const shape = `select max(name) as shape from migrations`
  const stop = `select b.labelfile as label, pg_walfile_name(b.lsn) as last from pg_backup_stop(false) b`
  await administer(`select pg_backup_start('plumbline', true)`)
  let hasStopped = false
  try {
    talk.send(order)
    await talk.next('copied')
    const rows = await administer(`${factsQuery(tables)}; ${shape}; ${stop}`)
    hasStopped = true
    const [named, ended] = rows.slice(-2)
    const label = String(ended?.['label'])
    talk.send({
      manifest: {
        version: 1,
        taken_at: takenAt.toISOString(),
        shape: String(named?.['shape']),
        facts: factsOf(rows.slice(0, -2)),
      },
      label,
      firstSegment: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '',
      lastSegment: String(ended?.['last']),
    })
    await talk.next('ended')
  } finally {
    if (!hasStopped) await administer(stop).catch(() => [])
  }
}

/** Makes a dump and its `.sha256`; both are there once the dump was opened and read, or neither. */
export async function backUp(
  source: Source,
  file: string,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => number },
): Promise<Dump> {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  checkSpace(folder, source.directory)
  const order: Order = {
    directory: source.directory,
    file: `${file}.partial`,
    scratch: `${file}.checking`,
  }
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { name: 'backup' })
  const giveUp = (): void => void thread.terminate()
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  const talk = new Conversation(thread)
  try {
    await source.withoutCheckpoints(() => copy(source, talk, order, new Date(now())))
    const { sha256 } = await talk.next('verified')
    const { size: bytes } = statSync(order.file)
    writeFileSync(`${file}.sha256`, `${sha256}  ${basename(file)}\n`, { mode: 0o600, flush: true })
    renameSync(order.file, file)
    flushFolder(folder)
    return { file, bytes, sha256 }
  } finally {
    signal.removeEventListener('abort', giveUp)
    await thread.terminate()
    rmSync(order.file, { force: true })
    rmSync(order.scratch, { recursive: true, force: true })
  }
}
