/**
 * The thread that reads one file: splits, parses, sorts. It has a separate heap, so that a file that needs too much
 * memory fails alone, and has no access to the database; it asks the server whether each account exists.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@plumbline/jsonapi'
import {
  type FileFinding,
  FileProblem,
  isProblem,
  type ReadLimits,
  readOcsfFindings,
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
import { isDiskFull } from '../../platform/db/errors.ts' // the index would load the whole database into the thread
import { newId } from '../../platform/ids.ts'
import { answering } from '../../platform/threads/index.ts'
import {
  type AccountSummary,
  FindingsLines,
  mostChecks,
  mostOfNames,
  mostOfOneUid,
  mostUnits,
} from './findings-lines.ts'
import { mostErrors } from './resource.ts'
import { inChunks, noSpace } from './sort-lines.ts'

export interface ReadInput {
  readonly store: StoreSettings
  readonly file: FileName
  /** The file for the findings, in recording order. */
  readonly sorted: FileName
  /** The file for the accounts, one `StoredAccount` as JSON per line. */
  readonly accounts: FileName
  /** A folder of this machine. */
  readonly scratch: string
  readonly limits: ReadLimits
  /** What stays free of the disk. */
  readonly freeBytes: number
}

/** A record that is not recorded. */
export interface FileFault extends RecordProblem {
  readonly record: number
}

export interface ReadAccount {
  readonly provider: string
  readonly uid: string
  readonly name: string | undefined
}

export interface Counts {
  readonly total: number
  readonly invalid: number
}

/** An account of a file with its number among them. */
export interface StoredAccount extends AccountSummary, ReadAccount {
  readonly part: number
}

export interface ReadSummary extends Counts {
  readonly faults: readonly FileFault[]
  /** How many accounts were stored. */
  readonly accounts: number
  /** Of the findings, as they were stored to be recorded. */
  readonly bytes: number
}

/**
 * A problem is sent as plain values, which travel between threads. 503: the store does not answer at the moment; 507: a
 * disk is full; other problems of 500 and more: the server cannot read the file; 400: the file is invalid.
 */
export type FileRead =
  | { readonly summary: ReadSummary }
  | { readonly problem: Pick<Problem, 'status' | 'code' | 'detail'> }

/** Accounts of one file: each becomes a provider and a scan. */
const mostAccounts = 1_000
/** Resources of a file whose notices are stored. */
const mostNotices = 100
const progressEvery = 20_000
/** Bytes written to the store between two checks of its space. */
const spaceEvery = 8_000_000

const tooManyAccounts: RecordProblem = {
  pointer: '/cloud/account/uid',
  code: 'too_many_accounts',
  detail: `The file contains more than ${mostAccounts} accounts, which is the maximum.`,
}
const tooManyUnits: RecordProblem = {
  pointer: '/resources/0/region',
  code: 'too_many_units',
  detail:
    `The file has too many services, regions, or checks for this account. At most ${mostUnits} pairs of service and ` +
    `region and ${mostChecks} checks are imported, with names of ${mostOfNames} characters in total.`,
}
const tooManyOfOneUid: RecordProblem = {
  pointer: '/finding_info/uid',
  code: 'too_many_of_one_uid',
  detail:
    `The file has more than ${mostOfOneUid} records with this uid in one service and region; ${mostOfOneUid} of them ` +
    'were imported. Send a file in which each finding has its own uid and appears once.',
}

class Reading {
  total = 0
  invalid = 0
  readonly faults: FileFault[] = []
  readonly accounts: ReadAccount[] = []
  /** By account, its number or why it is refused. */
  readonly #known = new Map<string, number | RecordProblem>()
  readonly #noted = new Set<string>()
  readonly #lines: FindingsLines

  constructor(lines: FindingsLines) {
    this.#lines = lines
  }

  /** Takes one record; only a record of an account that is not known yet has to wait. */
  take(read: ReadRecord): Promise<void> | undefined {
    const found = 'problem' in read ? [read.problem] : readOcsfFindings(read.record)
    this.total += found.length
    let unknown: Map<string, ReadAccount> | undefined
    for (const one of found) {
      if (isProblem(one)) continue
      const key = keyOf(one.account)
      if (!this.#known.has(key)) (unknown ??= new Map()).set(key, one.account)
    }
    if (unknown) return this.#addLearned(read, found, unknown)
    this.#addAll(read, found)
    return undefined
  }

  async #addLearned(
    read: ReadRecord,
    found: readonly (FileFinding | RecordProblem)[],
    unknown: ReadonlyMap<string, ReadAccount>,
  ): Promise<void> {
    const learned = new Map<string, number | RecordProblem>()
    for (const [key, account] of unknown) learned.set(key, await this.#learn(key, account))
    this.#addAll(read, found, learned)
  }

  /** Adds what was read of a record, and what was wrong with it. */
  #addAll(
    read: ReadRecord,
    found: readonly (FileFinding | RecordProblem)[],
    learned: ReadonlyMap<string, number | RecordProblem> = this.#known,
  ): void {
    const record = read.index
    for (const one of found) {
      if (isProblem(one)) {
        this.#refuse(record, one)
        continue
      }
      const key = keyOf(one.account)
      const known = learned.get(key) ?? this.#known.get(key) ?? tooManyAccounts
      if (typeof known === 'object') this.#refuse(record, known)
      else if (!this.#lines.add(known, one, record)) this.#refuse(record, tooManyUnits)
      else {
        if ('record' in read) this.#lines.describe(known, one, read.record)
        if (one.notice) this.#note(record, one, one.notice)
      }
    }
  }

  async #learn(key: string, account: ReadAccount): Promise<number | RecordProblem> {
    const isTooMany = this.accounts.length >= mostAccounts
    const problem = isTooMany ? tooManyAccounts : await driver.ask('accept', [account])
    const known = (problem as RecordProblem | null) ?? this.accounts.push(account) - 1
    if (this.#known.size < 10 * mostAccounts) this.#known.set(key, known)
    return known
  }

  /** Takes back a record because too many others have its uid. */
  leaveOut(record: number): void {
    this.#refuse(record, tooManyOfOneUid)
  }

  #refuse(record: number, problem: RecordProblem): void {
    this.invalid += 1
    if (this.faults.length < mostErrors) this.faults.push({ record, ...problem })
  }

  /** Stores what is not recorded of a resource, once for each resource. Its findings are recorded. */
  #note(record: number, { finding }: FileFinding, notice: RecordProblem): void {
    const { uid, region } = finding.resource
    const key = JSON.stringify([uid, region])
    if (this.#noted.size >= mostNotices || this.#noted.has(key)) return
    this.#noted.add(key)
    if (this.faults.length < mostErrors) this.faults.push({ record, ...notice })
  }
}

const keyOf = ({ provider, uid }: ReadAccount): string => `${provider} ${uid}`

async function readAll(
  files: Files,
  lines: FindingsLines,
  { file, sorted, accounts: stored, limits, freeBytes }: ReadInput,
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
  const { total, faults, accounts } = reading
  if (accounts.length === 0)
    return { total, invalid: reading.invalid, faults, accounts: 0, bytes: 0 }
  const content = lines.content((record) => reading.leaveOut(record))
  const bytes = await files.put(sorted, withSpace(files, content, freeBytes))
  const found = lines.summary()
  const summaries = accounts.flatMap((account, index) => {
    const summary = found[index]
    return summary ? [{ ...account, ...summary }] : []
  })
  await files.put(stored, withSpace(files, inChunks(accountLines(summaries)), freeBytes))
  const { invalid } = reading
  return { total, invalid, faults, accounts: summaries.length, bytes }
}

function* accountLines(accounts: readonly (AccountSummary & ReadAccount)[]): Generator<Buffer> {
  for (const [part, account] of accounts.entries())
    yield Buffer.from(`${JSON.stringify({ part, ...account } satisfies StoredAccount)}\n`)
}

/** The content, while the store keeps this much space free, if it can report that. */
async function* withSpace(
  files: Files,
  content: Iterable<Buffer>,
  freeBytes: number,
): AsyncGenerator<Buffer> {
  let remaining = 0
  for (const chunk of content) {
    remaining -= chunk.length
    if (remaining < 0) {
      const free = await files.freeBytes()
      if (free !== null && free - spaceEvery < freeBytes) throw noSpace()
      remaining = spaceEvery
    }
    yield chunk
  }
}

function problemOf(error: unknown): FileRead {
  if (error instanceof Problem && error.status === 503) {
    const { status, detail } = error
    return { problem: { status, code: 'files_unavailable', detail } }
  }
  const known = error instanceof StoreFull || isDiskFull(error) ? noSpace() : error
  if (known instanceof FileProblem) {
    const status = known.code === noSpace().code ? 507 : 400
    return { problem: { status, code: known.code, detail: known.message } }
  }
  if (!(error instanceof FileMissing)) throw error
  const detail =
    'The file is not where this worker looks: servers and workers share DATA_DIR, or the store of FILES_S3_URL.'
  return { problem: { status: 500, code: 'file_missing', detail } }
}

const functions = {
  /** The contents of the file, after its findings are sorted in the store, or the reason of failure. */
  async read(input: ReadInput): Promise<FileRead> {
    mkdirSync(input.scratch, { recursive: true, mode: 0o700 })
    const { freeBytes } = input
    const lines = new FindingsLines({ scratch: join(input.scratch, newId()), freeBytes })
    try {
      return { summary: await readAll(openFiles(input.store), lines, input) }
    } catch (error) {
      return problemOf(error)
    } finally {
      lines.close()
    }
  },
}

const driver = answering(functions)
