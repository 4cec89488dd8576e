/**
 * The thread that reads one file: splits, parses, sorts. It has a heap of its own, so that a file that
 * needs too much ends alone, and never sees the database; of each account it asks whether it is one.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@plumbline/jsonapi'
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
import {
  FileMissing,
  type FileName,
  type Files,
  openFiles,
  StoreFull,
  type StoreSettings,
} from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import { answering } from '../../platform/threads/index.ts'
import { type AccountSummary, FindingsLines } from './findings-lines.ts'
import { noSpace } from './sort-lines.ts'

export interface ReadInput {
  readonly store: StoreSettings
  readonly file: FileName
  /** Where the findings go, in the order in which they are recorded. */
  readonly sorted: FileName
  /** A folder of this machine. */
  readonly scratch: string
  readonly limits: ReadLimits
  /** What stays free of the disk. */
  readonly freeBytes: number
}

/** A record that is not recorded, or what is wrong with the file: `record` null. */
export interface FileFault extends RecordProblem {
  readonly record: number | null
}

export interface ReadAccount {
  readonly provider: string
  readonly uid: string
  readonly name: string | undefined
}

export interface ReadSummary {
  readonly total: number
  readonly invalid: number
  readonly faults: readonly FileFault[]
  readonly accounts: readonly (AccountSummary & ReadAccount)[]
}

/** `unavailable`: the store does not answer at the moment. */
export type FileRead =
  | { readonly summary: ReadSummary }
  | { readonly fault: FileFault }
  | { readonly unavailable: string }

/** Faults that are kept; `invalid` counts all of them. */
const mostFaults = 1_000
/** Accounts of one file: each becomes a provider and a scan. */
const mostAccounts = 1_000
const progressEvery = 20_000
/** Bytes that go to the store between two looks at its space. */
const spaceEvery = 8_000_000

type Known = { readonly index: number } | { readonly problem: RecordProblem }

class Reading {
  total = 0
  invalid = 0
  readonly faults: FileFault[] = []
  readonly accounts: ReadAccount[] = []
  readonly #known = new Map<string, Known>()
  readonly #lines: FindingsLines

  constructor(lines: FindingsLines) {
    this.#lines = lines
  }

  /** Takes one record; only one of an account that was not met before has to be waited for. */
  take(read: ReadRecord): Promise<void> | undefined {
    this.total += 1
    if ('problem' in read) return this.#refuse(read.index, read.problem)
    const found = readOcsf(read.record)
    if (isProblem(found)) return this.#refuse(read.index, found)
    const key = `${found.account.provider} ${found.account.uid}`
    const known = this.#known.get(key)
    if (known) return this.#add(read.index, found, known)
    return this.#learn(key, found.account).then((one) => this.#add(read.index, found, one))
  }

  #add(record: number, found: FileFinding, known: Known): undefined {
    if ('problem' in known) return this.#refuse(record, known.problem)
    if (this.#lines.add(known.index, found)) return undefined
    const detail = 'The file names more services and regions of this account than are taken.'
    return this.#refuse(record, { pointer: '/resources/0/region', code: 'too_many_units', detail })
  }

  async #learn(key: string, account: ReadAccount): Promise<Known> {
    const problem =
      this.accounts.length < mostAccounts
        ? ((await driver.ask('accept', [account])) as RecordProblem | null)
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

async function readAll(
  files: Files,
  lines: FindingsLines,
  { file, sorted, limits, freeBytes }: ReadInput,
): Promise<ReadSummary> {
  const reading = new Reading(lines)
  let reported = 0
  for await (const some of readRecords(files.open(file), limits)) {
    for (const one of some) {
      const asking = reading.take(one)
      if (asking) await asking
    }
    if (reading.total - reported < progressEvery) continue
    reported = reading.total
    void driver.ask('progress', [{ total: reading.total, invalid: reading.invalid }])
  }
  const { total, invalid, faults, accounts } = reading
  if (accounts.length > 0) await files.put(sorted, withSpace(files, lines.content(), freeBytes))
  const found = lines.summary()
  const summaries = accounts.flatMap((account, index) => {
    const summary = found[index]
    return summary ? [{ ...account, ...summary }] : []
  })
  return { total, invalid, faults, accounts: summaries }
}

/** The content as long as so much stays free in the store, where it tells. */
async function* withSpace(
  files: Files,
  content: Iterable<Buffer>,
  freeBytes: number,
): AsyncGenerator<Buffer> {
  let left = 0
  for (const chunk of content) {
    left -= chunk.length
    if (left < 0) {
      const free = await files.freeBytes()
      if (free !== null && free - spaceEvery < freeBytes) throw noSpace()
      left = spaceEvery
    }
    yield chunk
  }
}

function failureOf(error: unknown): FileRead {
  if (error instanceof Problem && error.status === 503) return { unavailable: error.detail }
  const known = error instanceof StoreFull ? noSpace() : error
  if (known instanceof FileProblem) {
    const { code, message: detail } = known
    return { fault: { record: null, pointer: '', code, detail } }
  }
  if (!(error instanceof FileMissing)) throw error
  const detail =
    'The file is not where this worker looks: servers and workers share DATA_DIR, or the store of FILES_S3_URL.'
  return { fault: { record: null, pointer: '', code: 'file_missing', detail } }
}

const functions = {
  /** What is in the file, once its findings lie sorted in the store; or why there is nothing of it. */
  async read(input: ReadInput): Promise<FileRead> {
    mkdirSync(input.scratch, { recursive: true, mode: 0o700 })
    const { freeBytes } = input
    const lines = new FindingsLines({ scratch: join(input.scratch, newId()), freeBytes })
    try {
      return { summary: await readAll(openFiles(input.store), lines, input) }
    } catch (error) {
      return failureOf(error)
    } finally {
      lines.close()
    }
  },
}

const driver = answering(functions)
