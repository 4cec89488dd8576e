/** What a test process does: its files one after the other, each as a suite with the path as its name. */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { configureGlobal } from 'fast-check'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { usesDatabase } from './test-files.ts'
import { longestLargeMs } from './test-sizes.ts'
import { cpuSeconds, noteTime } from './test-times.ts'
import { noteTransactions } from './test-transactions.ts'

export interface Group {
  readonly root: string
  readonly files: readonly string[]
  readonly limitMs?: number
  /** How long open handles of the files may keep their process alive. */
  readonly endMs?: number
}

export async function runGroup({
  root,
  files,
  limitMs = longestLargeMs,
  endMs = 30_000,
}: Group): Promise<void> {
  const watch = new Worker(import.meta.filename)
  watch.unref()
  const times = process.env['PLUMBLINE_TEST_TIMES']
  const transactions = process.env['PLUMBLINE_TEST_TRANSACTIONS']
  for (const name of ['PLUMBLINE_TEST_TIMES', 'PLUMBLINE_TEST_TRANSACTIONS'])
    delete process.env[name] // not for the test runs that tests start
  // Properties of all files search from the same seed.
  configureGlobal({ seed: Number(process.env['PLUMBLINE_TEST_SEED'] ?? 1) })
  for (const file of files) {
    watch.postMessage({ what: file, withinMs: limitMs * 1.1 } satisfies Watched)
    const before = cpuSeconds()
    await suite(file, { timeout: limitMs }, async () => {
      await import(pathToFileURL(join(root, file)).href)
    })
    if (usesDatabase(file) || file.endsWith('.browser.ts')) {
      await (await import('../server/testing/database.ts')).endTestDatabase()
      const { takeLongest } = await import('../server/testing/transaction-times.ts')
      if (transactions) noteTransactions(transactions, file, takeLongest())
    }
    if (times) noteTime(times, file, cpuSeconds() - before)
  }
  // Every result is in: what a file left open is named, and fails nothing.
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    writeSync(2, `The process of ${files.join(', ')} is held open by ${open}; it is ended.\n`)
    process.exit()
  }, endMs).unref()
  watch.postMessage({
    what: `The process of ${files.join(', ')}`,
    withinMs: endMs * 4,
  } satisfies Watched)
}

interface Watched {
  readonly what: string
  readonly withinMs: number
}

/** Timers cannot stop a file that blocks its thread or never finishes loading: this thread ends both. */
function watchOver(): void {
  let timer: NodeJS.Timeout | undefined
  parentPort?.on('message', ({ what, withinMs }: Watched) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      writeSync(2, `${what} did not end within ${withinMs / 1_000} s; its process is ended.\n`)
      process.kill(process.pid, 'SIGKILL')
    }, withinMs)
  })
}

if (!isMainThread) watchOver()
