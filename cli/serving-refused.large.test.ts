/** Cases in which `plumbline serve` refuses to start on an existing database. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ProcessDatabase, processDatabase } from '@plumbline/server/testing'
import { commandsWith, prints } from './testing/command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
const { plumbline, end } = commandsWith({ DATA_DIR: dataDir })
let database: ProcessDatabase
before(async () => {
  database = await processDatabase(dataDir)
})
after(async () => {
  await end()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const refused = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const { status, error } = plumbline(['serve'], { ...database.settings, ...settings })
  assert.equal(await status, 1)
  return error()
}

test('a port that is in use and a stream that does not exist are refused in a sentence', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const port = String((holder.address() as AddressInfo).port)
  try {
    assert.equal(
      await refused({ PORT: port }),
      `Port ${port} is in use. Set PORT to a free port.\n`,
    )
  } finally {
    holder.close()
  }
  assert.match(
    await refused({ EVENT_STREAMS: 'scans' }),
    /^EVENT_STREAMS contains "scans", which is not a stream\. .*\.\n$/,
  )
})

test('another encryption key, or none, is refused for a database that was encrypted', async () => {
  const served = plumbline(['serve'], database.settings)
  await prints(served, /Serving /)
  served.child.kill('SIGTERM')
  assert.equal(await served.status, 0)

  const other = await refused({ ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  assert.match(other, /^ENCRYPTION_KEY is not the key that [^\n]*\.\n$/)

  const key = join(dataDir, 'encryption.key')
  renameSync(key, `${key}.away`)
  assert.match(
    await refused({}),
    /encryption\.key is missing, and [^\n]*\. Restore the file[^\n]*\.\n$/,
  )
  assert.equal(existsSync(key), false)
  renameSync(`${key}.away`, key)
})
