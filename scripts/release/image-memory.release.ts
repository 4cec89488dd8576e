/** The memory that the image needs to start with the embedded database, as a container engine limits it. Needs root. */
import assert from 'node:assert/strict'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '@plumbline/server/testing'
import { groupOrSkip } from '../../cli/testing/memory-group.ts'
import { freePort } from '../services.ts'
import { imageUser } from './image.ts'
import { Container } from './testing/container.ts'
import { cannotRun, filesOfImage } from './testing/image.ts'
import { unpack } from './testing/unpacked.ts'

/** docs/operate/install.md promises it. */
const maxMb = 768

test(`the image starts within ${maxMb} MB, with a new database and with an existing one`, {
  skip: cannotRun,
}, async (context) => {
  const group = groupOrSkip(context, maxMb)
  if (!group) return
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-image-memory-'))
  const started: Container[] = []
  try {
    const [root, data] = ['root', 'data'].map((name) => join(folder, name)) as [string, string]
    unpack(await filesOfImage(), root)
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, imageUser, imageUser)
    const environment = { PORT: String(await freePort()), LOG_LEVEL: 'warn' }
    const run = (...command: string[]): Container => {
      const container = new Container({ root, data, command, environment, group: group.processes })
      started.push(container)
      return container
    }
    for (const database of ['new', 'existing']) {
      const server = run('serve')
      // An engine runs the health check during the start too, and its memory counts.
      await eventually(`the image is ready with the ${database} database`, async () => {
        assert.ok(server.isRunning, server.printed)
        return (await run('health', '--ready').ended) === 0
      })
      assert.equal(await server.stop(45), 0, server.printed)
    }
  } finally {
    for (const container of started) container.kill()
    await Promise.allSettled(started.map(({ ended }) => ended))
    await group.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})
