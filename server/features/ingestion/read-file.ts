import { Worker } from 'node:worker_threads'
import { Problem } from '@plumbline/jsonapi'
import type { RecordProblem } from '@plumbline/scanner/formats'
import { compiledCode } from '../../platform/compiled-code.ts'
import type {
  FileFault,
  ReadAccount,
  ReadInput,
  ReadSaid,
  ReadSummary,
  ReadTold,
} from './read-thread.ts'

/** What a reader asks of whoever drives it, and tells him. */
export interface Reader {
  /** Null: findings of this account are taken. */
  accept(account: ReadAccount): Promise<RecordProblem | null>
  read(counts: { readonly total: number; readonly invalid: number }): void
}

export type FileRead = { readonly summary: ReadSummary } | { readonly fault: FileFault }

/** Heap of a reader: lines that are held, keys that are remembered, one record of the largest. */
const memoryMb = 192

/**
 * Reads a file in a thread of its own. Resolves with what is staged, or with why the file is none;
 * throws a Problem when it needs too much memory, and what `signal` says once it is aborted.
 */
export function readFile(input: ReadInput, reader: Reader, signal: AbortSignal): Promise<FileRead> {
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
      if (said.say === 'done') return end(() => resolve({ summary: said.summary }))
      if (said.say === 'failed') return end(() => resolve({ fault: said.fault }))
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
