/** The opening of an embedded database that is aborted: everything is closed, and the directory is free. */
import { equal, rejects } from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testEnvironment } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { connectEmbedded, type EmbeddedDatabase } from './connect.ts'
import type { Log } from '../log.ts'
import { isFree } from './testing/lock.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-aborted-'))
after(() => rmSync(root, { recursive: true, force: true }))
const { template, postgresAdmin } = testEnvironment

const logged: string[] = []
const note = (event: string): void => void logged.push(event)
const log: Log = { info: note, warn: note, error: note }

const connect = (directory: string, signal: AbortSignal): Promise<EmbeddedDatabase> =>
  connectEmbedded({ directory, checkpointSeconds: 0, template, log, signal })

/** Names of files that appear while a database is opened, the second when it is made and migrated next. */
const steps = ['database.new', 'database'] as const

// The run on PostgreSQL has nothing to learn here.
if (!postgresAdmin) {
  for (const [at, step] of [null, ...steps].entries())
    test(`an opening that is aborted ${step ? `when ${step} appears` : 'at once'} frees its directory`, async () => {
      const directory = join(root, `data-${at}`)
      const stopping = new AbortController()
      const opening = connect(directory, stopping.signal)
      const isRejected = rejects(opening, { name: 'AbortError' })
      if (step) await eventually(step, () => existsSync(join(directory, step)), 1)
      stopping.abort()
      await isRejected
      equal(await isFree(directory), true)
      equal(existsSync(join(directory, 'holder.json')), false)
      const next = await connect(directory, new AbortController().signal)
      equal(next.afterCrash, false)
      await next.close()
      equal(logged.join(), '')
    })
}
