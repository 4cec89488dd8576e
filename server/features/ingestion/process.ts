/** Reading a file: all of it, before anything of it is recorded. Then each account has its scan. */
import { existsSync } from 'node:fs'
import { Problem, uuid } from '@plumbline/jsonapi'
import type { ReadLimits, RecordProblem } from '@plumbline/scanner/formats'
import { isPassing, sql, type Tx } from '../../platform/db/index.ts'
import { again, endTask, type Failure, type Running, taskWith } from '../../platform/tasks/index.ts'
import { knownUid } from '../providers/index.ts'
import { beginScans, hidden, seenBy } from './begin.ts'
import type { IngestionFiles } from './files.ts'
import type { importScan } from './import-scan.ts'
import * as lease from './lease.ts'
import { readFile } from './read-file.ts'
import type { ReadAccount, ReadSummary } from './read-thread.ts'
import * as store from './store.ts'

export interface ProcessServices {
  readonly files: IngestionFiles
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

export const processIngestion = taskWith('ingestion-process', (services: ProcessServices) => ({
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

class Processing {
  readonly #services: ProcessServices
  readonly #running: Running
  readonly #held: lease.HeldIngestion
  readonly #lost = new AbortController()
  #counts = { total: 0, invalid: 0 }
  #kept = this.#counts

  constructor(services: ProcessServices, running: Running, held: lease.HeldIngestion) {
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
        return log.info('file waits for room', { id })
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
    const { files, limits } = this.#services
    const { id } = this.#held
    const file = files.file(tenantId, id)
    if (!existsSync(file)) {
      const detail = 'The file is not where this worker looks: servers and workers share DATA_DIR.'
      return this.#fail({ code: 'file_missing', detail })
    }
    if (await files.isCrowded(tenantId, id)) throw new Crowded()
    const { freeBytes } = files
    const folder = files.staged(tenantId, id)
    const reader = {
      accept: (account: ReadAccount) => this.#accept(account),
      read: (counts: { readonly total: number; readonly invalid: number }) => {
        this.#counts = counts
      },
    }
    const read = await readFile({ file, folder, limits, freeBytes }, reader, signal)
    if ('fault' in read) return this.#fail(read.fault)
    await this.#begin(read.summary)
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

  async #begin(summary: ReadSummary): Promise<void> {
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
      await beginScans(tx, this.#services.record, this.#held, accounts)
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
