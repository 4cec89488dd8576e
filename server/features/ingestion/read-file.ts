import { mkdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Problem } from '@plumbline/jsonapi'
import type { ReadLimits, RecordProblem } from '@plumbline/scanner/formats'
import { compiledCode } from '../../platform/compiled-code.ts'
import { gather, keyOf, type ReadSummary } from './gather.ts'
import type {
  FileFault,
  ReadAccount,
  ReadInput,
  ReadSaid,
  ReadShare,
  ReadTold,
} from './read-thread.ts'
import { keepAccounts, readerFolder } from './staging.ts'

/** What readers ask of whoever drives them, and tell him. */
export interface Reader {
  /** Null: findings of this account are taken. */
  accept(account: ReadAccount): Promise<RecordProblem | null>
  read(counts: ReadCounts): void
}

export interface ReadCounts {
  readonly total: number
  readonly invalid: number
}

export interface ReadFile {
  readonly file: string
  /** Where it is staged: made anew, what earlier readers left there is gone. */
  readonly folder: string
  readonly limits: ReadLimits
  /** Left out: as many as the file's size and the machine make worth while. */
  readonly readers?: number
}

export type FileRead = { readonly summary: ReadSummary } | { readonly fault: FileFault }

/** Heap of a reader: lines that are held, keys that are remembered, one record of the largest. */
const memoryMb = 192
/** A file below it is read before a second reader has come up. */
const largeBytes = 32 * 2 ** 20
/** Accounts of one file: each becomes a provider and a scan. */
const mostAccounts = 1_000

const readersOf = (file: string): number =>
  statSync(file).size < largeBytes ? 1 : Math.min(2, availableParallelism())

/**
 * Reads a file in threads of its own. Resolves with what is staged, or with why the file is none;
 * throws a Problem when it needs too much memory, and what `signal` says once it is aborted.
 */
export async function readFile(
  { file, folder, limits, readers = readersOf(file) }: ReadFile,
  reader: Reader,
  signal: AbortSignal,
): Promise<FileRead> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const one = onceEach(reader)
  const over = new AbortController() // of all of them, when one of them fails
  const ends = AbortSignal.any([signal, over.signal])
  const reading = Array.from({ length: readers }, (_, number) => {
    const input = { file, folder: readerFolder(folder, number), limits, reader: number, readers }
    const { accept } = one
    return readShare(input, { accept, read: (counts) => one.read(number, counts) }, ends)
  })
  try {
    const shares = await Promise.all(reading)
    const summary = gather(shares)
    const staged = summary.accounts.map((account) => account.staged)
    keepAccounts(folder, staged)
    return { summary }
  } catch (error) {
    over.abort(error)
    await Promise.allSettled(reading)
    if (error instanceof NoFile) return { fault: error.fault }
    throw error
  }
}

class NoFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault.detail)
    this.fault = fault
  }
}

/** For readers that meet the same accounts: each is asked for once, and only so many are taken. */
function onceEach(reader: Reader) {
  const asked = new Map<string, Promise<RecordProblem | null>>()
  const counts = new Map<number, ReadCounts>()
  let taken = 0
  async function ask(account: ReadAccount): Promise<RecordProblem | null> {
    const detail = `A file is taken with at most ${mostAccounts} accounts.`
    const tooMany = { pointer: '/cloud/account/uid', code: 'too_many_accounts', detail }
    if (taken >= mostAccounts) return tooMany
    const problem = await reader.accept(account)
    if (!problem && taken >= mostAccounts) return tooMany
    if (!problem) taken += 1
    return problem
  }
  return {
    accept(account: ReadAccount): Promise<RecordProblem | null> {
      const key = keyOf(account)
      const known = asked.get(key)
      if (known) return known
      const answer = ask(account)
      if (asked.size < 10 * mostAccounts) asked.set(key, answer)
      return answer
    },
    read(number: number, now: ReadCounts): void {
      counts.set(number, now)
      const all = [...counts.values()]
      reader.read({
        total: all.reduce((sum, { total }) => sum + total, 0),
        invalid: all.reduce((sum, { invalid }) => sum + invalid, 0),
      })
    },
  }
}

/** What one thread reads of a file. Throws NoFile when it is none. */
function readShare(input: ReadInput, reader: Reader, signal: AbortSignal): Promise<ReadShare> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./read-thread.ts', import.meta.url), {
      name: 'ingestion',
      env: compiledCode(),
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    let isOver = false
    const end = (finish: () => void): void => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', stop)
      void thread.terminate().then(finish)
    }
    const fail = (error: unknown): void => end(() => reject(error))
    const stop = (): void => fail(signal.reason)
    const tell = (told: ReadTold): void => thread.postMessage(told)
    thread.on('message', (said: ReadSaid) => {
      if (said.say === 'done') return end(() => resolve(said.share))
      if (said.say === 'failed') return fail(new NoFile(said.fault))
      if (said.say === 'progress') return reader.read(said)
      reader.accept(said.account).then((problem) => tell({ tell: 'account', problem }), fail)
    })
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const detail = `The file needs more than ${memoryMb} MB to be read.`
      fail(isMemory ? new Problem(400, 'out_of_memory', detail) : error)
    })
    thread.on('exit', (code) => fail(new Error(`The reader left with status ${code}.`)))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    else tell({ tell: 'start', input })
  })
}
