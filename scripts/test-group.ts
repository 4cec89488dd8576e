/** What a test process does: its files one after the other, each as a suite with the path as its name. */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { usesDatabase } from './test-files.ts'
import { cpuSeconds, noteTime } from './test-times.ts'

/** No file takes longer; the longest kill a worker ten times and wait for each return. */
export const longestFileMs = 8 * 60_000

export interface Group {
  readonly root: string
  readonly files: readonly string[]
  readonly limitMs?: number
}

export async function runGroup({ root, files, limitMs = longestFileMs }: Group): Promise<void> {
  const watch = new Worker(import.meta.filename, { workerData: limitMs * 1.1 })
  watch.unref()
  const times = process.env['PLUMBLINE_TEST_TIMES']
  delete process.env['PLUMBLINE_TEST_TIMES'] // not for the test runs that tests start
  for (const file of files) {
    watch.postMessage(file)
    const before = cpuSeconds()
    await suite(file, { timeout: limitMs }, async () => {
      await import(pathToFileURL(join(root, file)).href)
    })
    if (usesDatabase(file)) await (await import('../server/testing/database.ts')).endTestDatabase()
    if (times) noteTime(times, file, cpuSeconds() - before)
  }
  watch.postMessage(`The process of ${files.join(', ')}`) // something that a file left open may hold it
}

/** No timer stops a file that never lets go of its thread, or never ends loading: this thread ends both. */
function watchOver(limitMs: number): void {
  let timer: NodeJS.Timeout | undefined
  parentPort?.on('message', (what: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      writeSync(2, `${what} did not end within ${limitMs / 1_000} s; its process is ended.\n`)
      process.kill(process.pid, 'SIGKILL')
    }, limitMs)
  })
}

if (!isMainThread) watchOver(workerData as number)
