/**
 * A thread that reads one file: splits, parses, stages. It has a heap of its own, so that a file that
 * needs too much ends alone, and never sees the database; of each account it asks whether it is one.
 * Each reader of a file splits all of it, which is the least part of the work, and takes its share of the records.
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
import { keyOf, mostFaults } from './gather.ts'
import { type StagedSummary, Staging } from './staging.ts'

export interface ReadInput {
  readonly file: string
  /** Where this reader stages. */
  readonly folder: string
  readonly limits: ReadLimits
  /** Its number among the readers of the file, from 0. */
  readonly reader: number
  readonly readers: number
}

/** A record that is not recorded, or what is wrong with the file: `record` null. */
export interface FileFault extends RecordProblem {
  readonly record: number | null
}

/** What one reader has read. */
export interface ReadShare {
  readonly total: number
  readonly invalid: number
  readonly faults: readonly FileFault[]
  /** `first` is the first record of the account. */
  readonly accounts: readonly (ReadAccount & StagedSummary & { readonly first: number })[]
}

export interface ReadAccount {
  readonly provider: string
  readonly uid: string
  readonly name: string | undefined
}

export type ReadSaid =
  | { readonly say: 'account'; readonly account: ReadAccount }
  | { readonly say: 'progress'; readonly total: number; readonly invalid: number }
  | { readonly say: 'done'; readonly share: ReadShare }
  | { readonly say: 'failed'; readonly fault: FileFault }

/** To the first the work, then an answer to each account: null, or why it is none. */
export type ReadTold =
  | { readonly tell: 'start'; readonly input: ReadInput }
  | { readonly tell: 'account'; readonly problem: RecordProblem | null }

/** Accounts of a file that are remembered, though they are none. */
const mostKnown = 10_000
const progressEvery = 10_000
/** Records in a row that are one reader's. */
const inARow = 64

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
  readonly accounts: (ReadAccount & { readonly first: number })[] = []
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
    const key = keyOf(found.account)
    const known = this.#known.get(key)
    if (known) return this.#stage(read.index, found, known)
    return this.#learn(key, found.account, read.index).then((one) =>
      this.#stage(read.index, found, one),
    )
  }

  #stage(record: number, found: FileFinding, known: Known): undefined {
    if ('problem' in known) return this.#refuse(record, known.problem)
    if (this.#staging.add(known.index, found)) return undefined
    const detail = 'The file names more services and regions of this account than are taken.'
    return this.#refuse(record, { pointer: '/resources/0/region', code: 'too_many_units', detail })
  }

  async #learn(key: string, account: ReadAccount, first: number): Promise<Known> {
    const problem = await ask(account)
    const known = problem ? { problem } : { index: this.accounts.push({ ...account, first }) - 1 }
    if (!problem || this.#known.size < mostKnown) this.#known.set(key, known)
    return known
  }

  #refuse(record: number, problem: RecordProblem): undefined {
    this.invalid += 1
    if (this.faults.length < mostFaults) this.faults.push({ record, ...problem })
  }
}

async function read({ file, folder, limits, reader, readers }: ReadInput): Promise<void> {
  const staging = new Staging(folder)
  const reading = new Reading(staging)
  const isOurs = (index: number): boolean => Math.floor(index / inARow) % readers === reader
  try {
    let told = 0
    const source = createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>
    for await (const some of readRecords(source, limits, isOurs)) {
      for (const one of some) {
        const asking = reading.take(one)
        if (asking) await asking
      }
      if (reading.total - told < progressEvery) continue
      told = reading.total
      const { total, invalid } = reading
      port?.postMessage({ say: 'progress', total, invalid } satisfies ReadSaid)
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const fault = { record: null, pointer: '', code: error.code, detail: error.message }
    return port?.postMessage({ say: 'failed', fault } satisfies ReadSaid)
  }
  const summaries = staging.finish()
  const { total, invalid, faults, accounts } = reading
  const staged = accounts.map((account, index) => {
    const summary = summaries[index] ?? { records: 0, oldest: Number.POSITIVE_INFINITY, units: [] }
    return { ...account, ...summary }
  })
  port?.postMessage({
    say: 'done',
    share: { total, invalid, faults, accounts: staged },
  } satisfies ReadSaid)
}

port.on('message', (told: ReadTold) => {
  if (told.tell === 'account') return answered?.(told.problem)
  void read(told.input)
})
