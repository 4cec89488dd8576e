/**
 * The thread that reads one file: splits, parses, stages. It has a heap of its own, so that a file that
 * needs too much ends alone, and never sees the database; of each account it asks whether it is one.
 */
import { createReadStream } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import {
  type FileFinding,
  FileProblem,
  isProblem,
  type ReadLimits,
  readOcsf,
  type ReadRecord,
  readRecords,
  type RecordProblem,
} from '@plumbline/scanner/formats'
import { type AccountSummary, Staging } from './staging.ts'

export interface ReadInput {
  readonly file: string
  /** Where it is staged. */
  readonly folder: string
  readonly limits: ReadLimits
  /** What stays free of the disk. */
  readonly freeBytes: number
}

/** A record that is not recorded, or what is wrong with the file: `record` null. */
export interface FileFault extends RecordProblem {
  readonly record: number | null
}

export interface ReadSummary {
  readonly total: number
  readonly invalid: number
  readonly faults: readonly FileFault[]
  readonly accounts: readonly (AccountSummary & ReadAccount)[]
}

export interface ReadAccount {
  readonly provider: string
  readonly uid: string
  readonly name: string | undefined
}

export type ReadSaid =
  | { readonly say: 'account'; readonly account: ReadAccount }
  | { readonly say: 'progress'; readonly total: number; readonly invalid: number }
  | { readonly say: 'done'; readonly summary: ReadSummary }
  | { readonly say: 'failed'; readonly fault: FileFault; readonly total: number }

/** To the first the work, then an answer to each account: null, or why it is none. */
export type ReadTold =
  | { readonly tell: 'start'; readonly input: ReadInput }
  | { readonly tell: 'account'; readonly problem: RecordProblem | null }

/** Faults that are kept; `invalid` counts all of them. */
const mostFaults = 1_000
/** Accounts of one file: each becomes a provider and a scan. */
const mostAccounts = 1_000
const progressEvery = 20_000

const port = parentPort
if (!port) throw new Error('read-thread.ts runs as a worker thread')
let answered: ((problem: RecordProblem | null) => void) | undefined

const ask = (account: ReadAccount): Promise<RecordProblem | null> =>
  new Promise((resolve) => {
    answered = resolve
    port.postMessage({ say: 'account', account } satisfies ReadSaid)
  })

type Known = { readonly index: number } | { readonly problem: RecordProblem }

class Reading {
  total = 0
  invalid = 0
  readonly faults: FileFault[] = []
  readonly accounts: ReadAccount[] = []
  readonly #known = new Map<string, Known>()
  readonly #staging: Staging

  constructor(staging: Staging) {
    this.#staging = staging
  }

  /** Takes one record; only one of an account that was not met before has to be waited for. */
  take(read: ReadRecord): Promise<void> | undefined {
    this.total += 1
    if ('problem' in read) return this.#refuse(read.index, read.problem)
    const found = readOcsf(read.record)
    if (isProblem(found)) return this.#refuse(read.index, found)
    const key = `${found.account.provider} ${found.account.uid}`
    const known = this.#known.get(key)
    if (known) return this.#stage(read.index, found, known)
    return this.#learn(key, found.account).then((one) => this.#stage(read.index, found, one))
  }

  #stage(record: number, found: FileFinding, known: Known): undefined {
    if ('problem' in known) return this.#refuse(record, known.problem)
    if (this.#staging.add(known.index, found)) return undefined
    const detail = 'The file names more services and regions of this account than are taken.'
    return this.#refuse(record, { pointer: '/resources/0/region', code: 'too_many_units', detail })
  }

  async #learn(key: string, account: ReadAccount): Promise<Known> {
    const problem =
      this.accounts.length < mostAccounts
        ? await ask(account)
        : {
            pointer: '/cloud/account/uid',
            code: 'too_many_accounts',
            detail: `A file is taken with at most ${mostAccounts} accounts.`,
          }
    const known = problem ? { problem } : { index: this.accounts.push(account) - 1 }
    if (this.#known.size < 10 * mostAccounts) this.#known.set(key, known)
    return known
  }

  #refuse(record: number, problem: RecordProblem): undefined {
    this.invalid += 1
    if (this.faults.length < mostFaults) this.faults.push({ record, ...problem })
  }
}

async function read({ file, folder, limits, freeBytes }: ReadInput): Promise<void> {
  const staging = new Staging(folder, freeBytes)
  const reading = new Reading(staging)
  let summaries: readonly AccountSummary[]
  try {
    let told = 0
    const source = createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>
    for await (const some of readRecords(source, limits)) {
      for (const one of some) {
        const asking = reading.take(one)
        if (asking) await asking
      }
      if (reading.total - told < progressEvery) continue
      told = reading.total
      const { total, invalid } = reading
      port?.postMessage({ say: 'progress', total, invalid } satisfies ReadSaid)
    }
    summaries = staging.finish()
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    staging.drop()
    const fault = { record: null, pointer: '', code: error.code, detail: error.message }
    return port?.postMessage({ say: 'failed', fault, total: reading.total } satisfies ReadSaid)
  }
  const { total, invalid, faults, accounts } = reading
  const staged = accounts.flatMap((account, index) => {
    const summary = summaries[index]
    return summary ? [{ ...account, ...summary }] : []
  })
  const summary = { total, invalid, faults, accounts: staged }
  port?.postMessage({ say: 'done', summary } satisfies ReadSaid)
}

port.on('message', (told: ReadTold) => {
  if (told.tell === 'account') return answered?.(told.problem)
  void read(told.input)
})
