/** Reading a file: all of it, before anything of it is recorded. Then each account has its scan. */
import { Problem, unavailable, uuid } from '@plumbline/jsonapi'
import type { ReadLimits, RecordProblem } from '@plumbline/scanner/formats'
import type { Tx } from '../../platform/db/index.ts'
import type { Files, StoreSettings } from '../../platform/files/index.ts'
import {
  endTask,
  type Failure,
  HandedBack,
  type Running,
  taskWith,
} from '../../platform/tasks/index.ts'
import { OutOfBounds, runInThread } from '../../platform/threads/index.ts'
import { knownUid } from '../providers/index.ts'
import { beginScans, hidden, seenBy } from './accounts.ts'
import type { FileRead, ReadAccount, ReadInput, ReadSummary } from './reader-thread.ts'
import type { importScan } from './recorder.ts'
import * as store from './store.ts'
import { uploadOf } from './upload.ts'
import type { UploadSpace } from './upload-space.ts'

export interface ReaderServices {
  readonly files: Files
  /** The same files, as a thread opens them. */
  readonly store: StoreSettings
  readonly space: UploadSpace
  /** Where threads sort what does not fit into memory: a folder of this machine. */
  readonly scratch: string
  /** What stays free of a disk. */
  readonly freeBytes: number
  readonly limits: ReadLimits
  readonly record: ReturnType<typeof importScan>
}

const input = { ingestion_id: uuid }

export const processIngestion = taskWith('ingestion-process', (services: ReaderServices) => ({
  input,
  may: 'manage_ingestions',
  resumed: {
    begin: (tx, { ingestion_id }) => store.beginReading(tx, ingestion_id),
    workersEnded: 'Worker after worker ended while it read this file.',
    ourFault: {
      code: 'ingestion_failed',
      detail: 'The file could not be processed for a reason on our side; the log has its id.',
    },
    // A file is read from its beginning each time, since nothing of it is recorded before all of it was read.
    mostAttempts: 12,
  },
  async run({ ingestion_id }, running) {
    const ingestion = await running.inTenant((tx) => store.readIngestion(tx, ingestion_id))
    await new Processing(services, running, ingestion).run()
    return undefined
  },
  gaveUp: ({ ingestion_id: id }, running, failure) =>
    running.inTenant(async (tx) => {
      await running.hold(tx)
      await end(tx, id, running.taskId, failure)
    }),
}))

async function end(tx: Tx, id: string, taskId: string, failure: Failure): Promise<void> {
  if (await store.failIngestion(tx, id, failure)) await endTask(tx, taskId, 'failed', failure)
}

/** Ends a file that is read, or waits to be, when somebody does not want it any more. */
export async function cancelIngestion(
  tx: Tx,
  task: { readonly id: string; readonly task_args: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const id = String(task.task_args['ingestion_id'])
  const why = { code: 'cancelled', detail: 'The ingestion was cancelled.' }
  // The task first, as the reader takes it: two orders of locks would end one of them.
  if (!(await endTask(tx, task.id, 'cancelled', null))) return false
  return store.failIngestion(tx, id, why)
}

const thread = new URL('./reader-thread.ts', import.meta.url)
/** Heap of a reader: keys that are remembered, lines that are sorted, one record of the largest. */
const memoryMb = 192

/** Reads a file in a thread of its own. Throws a Problem when it needs too much memory, or its store is away. */
export async function readFile(
  input: ReadInput,
  answers: {
    /** Null: findings of this account are taken. */
    accept(account: ReadAccount): Promise<RecordProblem | null>
    progress(counts: { readonly total: number; readonly invalid: number }): void
  },
  signal: AbortSignal,
): Promise<Exclude<FileRead, { readonly unavailable: string }>> {
  try {
    const options = { name: 'ingestion', memoryMb, answers: { ...answers }, signal }
    const read = (await runInThread(thread, options, 'read', input)) as FileRead
    if ('unavailable' in read) throw unavailable(read.unavailable, 'files_unavailable', 10)
    return read
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
    throw new Problem(400, 'out_of_memory', `The file needs more than ${memoryMb} MB to be read.`)
  }
}

class Processing {
  readonly #services: ReaderServices
  readonly #running: Running
  readonly #ingestion: store.ReadIngestion
  #counts = { total: 0, invalid: 0 }
  #kept = this.#counts

  constructor(services: ReaderServices, running: Running, ingestion: store.ReadIngestion) {
    this.#services = services
    this.#running = running
    this.#ingestion = ingestion
  }

  async run(): Promise<void> {
    const counting = setInterval(() => void this.#keepCounts(), 1_000)
    try {
      await this.#read()
    } finally {
      clearInterval(counting)
    }
  }

  async #keepCounts(): Promise<void> {
    const counts = this.#counts
    if (counts === this.#kept) return
    this.#kept = counts
    await this.#write((tx) => store.keepCounts(tx, this.#ingestion.id, counts)).catch(
      (error: Error) => {
        const facts = { ingestion_id: this.#ingestion.id, error }
        this.#running.log.warn('what was read is not counted yet', facts)
      },
    )
  }

  #write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#running.inTenant(async (tx) => {
      await this.#running.hold(tx)
      return work(tx)
    })
  }

  async #read(): Promise<void> {
    const { tenantId, fence, signal } = this.#running
    const { files, space, store, scratch, limits, freeBytes } = this.#services
    const { id } = this.#ingestion
    const file = uploadOf(tenantId, id)
    // What earlier readers left half done takes no space; this one's own name keeps a late one from writing to it.
    for (const { part, ...left } of await files.list(tenantId))
      if (left.id === id && part !== file.part) await files.remove({ tenantId, id, part })
    if (await space.isCrowded(tenantId, id))
      throw new HandedBack('The file waits for space: others of its tenant are recorded first.')
    const sorted = { tenantId, id, part: `sorted${fence}` }
    const reader = {
      accept: (account: ReadAccount) => this.#accept(account),
      progress: (counts: { readonly total: number; readonly invalid: number }) => {
        this.#counts = counts
      },
    }
    const read = await readFile({ store, file, sorted, scratch, limits, freeBytes }, reader, signal)
    if ('fault' in read) throw new Problem(400, read.fault.code, read.fault.detail)
    await this.#begin(read.summary, sorted.part)
  }

  /** An account has to be one, and one that whoever sent the file may see. */
  async #accept({ provider, uid }: ReadAccount): Promise<RecordProblem | null> {
    const account = knownUid(provider, uid)
    if (!account) {
      const detail = 'The record is about an account that does not exist by its kind and id.'
      return { pointer: '/cloud/account/uid', code: 'unknown_account', detail }
    }
    const isSeen = await this.#running.inTenant((tx) => seenBy(tx, this.#ingestion, account))
    return isSeen ? null : { pointer: '/cloud/account/uid', ...hidden }
  }

  async #begin(summary: ReadSummary, file: string): Promise<void> {
    const { taskId, log } = this.#running
    const { id } = this.#ingestion
    const { total, invalid, faults, accounts } = summary
    await this.#write(async (tx) => {
      await store.keepFaults(tx, id, faults)
      await store.keepCounts(tx, id, { total, invalid })
      if (accounts.length === 0) {
        const detail = 'No record of the file is a finding that can be recorded.'
        return end(tx, id, taskId, { code: 'no_findings', detail })
      }
      await beginScans(tx, this.#services.record, this.#ingestion, { accounts, file })
      // Not the scans: the ingestion names those that its reader may see.
      await endTask(tx, taskId, 'completed', { ingestion_id: id })
    })
    log.info('file was read', { ingestion_id: id, records: total, invalid })
  }
}
