/** Reading a file: all of it, before anything of it is recorded. Then each account has its scan. */
import { Problem, unavailable, uuid } from '@plumbline/jsonapi'
import type { ReadLimits, RecordProblem } from '@plumbline/scanner/formats'
import { isPassing, sql, type Tx } from '../../platform/db/index.ts'
import type { Files, StoreSettings } from '../../platform/files/index.ts'
import { again, endTask, type Failure, type Running, taskWith } from '../../platform/tasks/index.ts'
import { OutOfBounds, runInThread } from '../../platform/threads/index.ts'
import { knownUid } from '../providers/index.ts'
import { beginScans, hidden, seenBy } from './accounts.ts'
import * as lease from './lease.ts'
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
  /** A reader that is silent for so long has lost the file. */
  readonly leaseSeconds: number
}

const input = { ingestion_id: uuid }

const ourFault: Failure = {
  code: 'ingestion_failed',
  detail: 'The file could not be processed for a reason on our side; the log has its id.',
}

export const processIngestion = taskWith('ingestion-process', (services: ReaderServices) => ({
  input,
  may: 'manage_ingestions',
  leased: true,
  async run({ ingestion_id }, running) {
    const { inTenant, taskId } = running
    const held = await inTenant((tx) => lease.claim(tx, ingestion_id, services.leaseSeconds))
    if (!held) return undefined
    if (held.exhausted) {
      const detail = 'Worker after worker ended while it read this file.'
      await inTenant((tx) => end(tx, held.id, taskId, { code: 'worker_lost', detail }))
      return undefined
    }
    await new Processing(services, running, held).run()
    return undefined
  },
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
  if (!(await store.failIngestion(tx, id, why))) return false
  return endTask(tx, task.id, 'cancelled', null)
}

/** Thrown where a file waits for others of its tenant to be recorded. */
class Crowded extends Error {
  override name = 'Crowded'
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
  readonly #held: lease.HeldIngestion
  readonly #lost = new AbortController()
  #counts = { total: 0, invalid: 0 }
  #kept = this.#counts

  constructor(services: ReaderServices, running: Running, held: lease.HeldIngestion) {
    this.#services = services
    this.#running = running
    this.#held = held
  }

  async run(): Promise<void> {
    const { inTenant, signal, log, taskId } = this.#running
    const { id } = this.#held
    const letGo = this.#running.hold(lease.leaseOf(this.#held), () => this.#lost.abort())
    const counting = setInterval(() => void this.#keepCounts(), 1_000)
    try {
      await this.#read(AbortSignal.any([signal, this.#lost.signal]))
    } catch (error) {
      if (this.#lost.signal.aborted) return log.info('file left to another reader', { id })
      if (signal.aborted) {
        await letGo() // a renewal behind the release would keep others off
        await inTenant(async (tx) => {
          if (await lease.release(tx, this.#held)) await again(tx, taskId)
        })
        return log.info('file handed back', { id })
      }
      if (error instanceof Crowded) {
        await letGo()
        await inTenant((tx) => lease.release(tx, this.#held)) // the next sweep finds it
        return log.info('file waits for space', { id })
      }
      if (isPassing(error)) {
        return log.warn('file left until what it needs answers', { id, error: error as Error })
      }
      const isKnown = error instanceof Problem
      if (!isKnown) log.error('ingestion failed', { id, error: error as Error })
      const failure = isKnown ? { code: error.code, detail: error.detail } : ourFault
      await this.#fail(failure)
    } finally {
      clearInterval(counting)
      await letGo()
    }
  }

  async #keepCounts(): Promise<void> {
    const counts = this.#counts
    if (counts === this.#kept) return
    this.#kept = counts
    await this.#running
      .inTenant((tx) => lease.keepCounts(tx, this.#held, counts))
      .catch((error: Error) => {
        const facts = { ingestion_id: this.#held.id, error }
        this.#running.log.warn('what was read is not counted yet', facts)
      })
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { tenantId } = this.#running
    const { files, space, store, scratch, limits, freeBytes } = this.#services
    const { id, fence } = this.#held
    if (await space.isCrowded(tenantId, id)) throw new Crowded()
    const file = uploadOf(tenantId, id)
    // What earlier readers left half done; this one's own name keeps a late one from writing to it.
    for (const { part, ...left } of await files.list(tenantId))
      if (left.id === id && part !== file.part) await files.remove({ tenantId, id, part })
    const sorted = { tenantId, id, part: `sorted${fence}` }
    const reader = {
      accept: (account: ReadAccount) => this.#accept(account),
      progress: (counts: { readonly total: number; readonly invalid: number }) => {
        this.#counts = counts
      },
    }
    const read = await readFile({ store, file, sorted, scratch, limits, freeBytes }, reader, signal)
    if ('fault' in read) return this.#fail(read.fault)
    await this.#begin(read.summary, sorted.part)
  }

  /** An account has to be one, and one that whoever sent the file may see. */
  async #accept({ provider, uid }: ReadAccount): Promise<RecordProblem | null> {
    const account = knownUid(provider, uid)
    if (!account) {
      const detail = 'The record is about an account that does not exist by its kind and id.'
      return { pointer: '/cloud/account/uid', code: 'unknown_account', detail }
    }
    const isSeen = await this.#running.inTenant((tx) => seenBy(tx, this.#held, account))
    return isSeen ? null : { pointer: '/cloud/account/uid', ...hidden }
  }

  async #begin(summary: ReadSummary, file: string): Promise<void> {
    const { inTenant, taskId, log } = this.#running
    const { total, invalid, faults, accounts } = summary
    await inTenant(async (tx) => {
      if (!(await lease.hold(tx, this.#held))) return
      await store.keepFaults(tx, this.#held.id, faults)
      await tx.run(sql`
        update ingestions
           set total = ${total}, invalid = ${invalid}
         where tenant_id = ${tx.tenantId} and id = ${this.#held.id}`)
      if (accounts.length === 0) {
        const detail = 'No record of the file is a finding that can be recorded.'
        return end(tx, this.#held.id, taskId, { code: 'no_findings', detail })
      }
      await beginScans(tx, this.#services.record, this.#held, { accounts, file })
      // Not the scans: the ingestion names those that its reader may see.
      await endTask(tx, taskId, 'completed', { ingestion_id: this.#held.id })
    })
    log.info('file was read', { ingestion_id: this.#held.id, records: total, invalid })
  }

  async #fail(failure: Failure): Promise<void> {
    const { inTenant, taskId } = this.#running
    await inTenant(async (tx) => {
      if (await lease.hold(tx, this.#held)) await end(tx, this.#held.id, taskId, failure)
    })
  }
}
