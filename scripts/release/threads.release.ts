/** Each thread of the product starts from the installed package. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { mainModules, packageName, productModules } from './bundle.ts'
import { entriesOf, entryName } from './places.ts'

const root = join(import.meta.dirname, '../..')
const lib = join(process.env['PLUMBLINE_TEST_RELEASE'] ?? '', 'node_modules', packageName, 'lib')

/**
 * Threads that do not report by themselves that they are ready. The errors and the report are from their first lines,
 * which run after all that they import; `demo` and `backup` run them with real orders.
 */
const others: Readonly<Record<string, RegExp>> = {
  'server/platform/db/backup/thread.ts': /"kind":"failed"/,
  'server/platform/db/embedded-worker.ts': /Cannot destructure property 'directory'/,
  'server/platform/tasks/lease-thread.ts': /Cannot destructure property 'address'/,
}

const threads = new Set(
  entriesOf(root, productModules()).filter((entry) => !mainModules.some((one) => one === entry)),
)

for (const thread of threads)
  test(`${thread} starts`, async () => {
    const worker = new Worker(join(lib, entryName(thread)), { name: thread })
    try {
      worker.postMessage({}) // an order without content, for threads that wait for one
      const [first] = await Promise.race([once(worker, 'message'), once(worker, 'exit')]).catch(
        (error: Error) => [error.message],
      )
      assert.match(JSON.stringify(first), others[thread] ?? /^"ready"$/)
    } finally {
      await worker.terminate()
    }
  })

test('the package has threads for files of users, scans, providers, leases, dumps and the database', () => {
  assert.ok(threads.size >= 8, [...threads].join(', '))
  for (const other of Object.keys(others)) assert.ok(threads.has(other), other)
})
