/** The memory that the product with the embedded database needs to start, as the limit of a container sees it. */
import { ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { processFlags, testEnvironment, withoutLimits } from '@plumbline/server/testing'
import { groupOrSkip, type MemoryGroup } from './testing/memory-group.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const maxMb = 768

/** Starts the product in the group, waits until it serves, and kills it. Throws if it ends before. */
async function serveIn(group: MemoryGroup, dataDir: string): Promise<void> {
  const { DATABASE_URL: _url, POSTGRES_HOST: _host, ...inherited } = process.env
  // The shell enters the group and becomes the product, so that nothing of the product is outside.
  const enter = 'echo $$ > "$1" && shift && exec "$@"'
  const command = [process.execPath, ...processFlags, main, 'serve']
  const child = spawn('/bin/sh', ['-c', enter, 'sh', group.processes, ...command], {
    env: {
      ...inherited,
      ...withoutLimits,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PORT: '0',
      WEB_APP: 'false', // is built by another process, and only in a clone
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  try {
    let printed = ''
    for await (const part of child.stdout) {
      printed += String(part)
      if (/Serving /.test(printed)) break
    }
    const [status, signal] = /Serving /.test(printed) ? [null, null] : await exit
    ok(/Serving /.test(printed), `ended with ${signal ?? status} after: ${printed}`)
  } finally {
    child.kill('SIGKILL') // the next start recovers the database, which takes no less memory
    await exit
  }
}

// The run on PostgreSQL has nothing to learn here.
if (!testEnvironment.postgresAdmin) {
  test(`starts within ${maxMb} MB, with a new database and with an existing one`, async (context) => {
    const group = groupOrSkip(context, maxMb)
    if (!group) return
    const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-memory-'))
    try {
      await serveIn(group, dataDir)
      await serveIn(group, dataDir)
    } finally {
      await group.remove()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
}
