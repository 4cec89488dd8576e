import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { processDatabase } from '@plumbline/server/testing'
import { commandsWith, prints } from './testing/command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
const { plumbline, end } = commandsWith({ DATA_DIR: dataDir })
after(async () => {
  await end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What other users can open below a directory that they can list. */
const openToOthers = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    const path = join(directory, name)
    const stats = lstatSync(path)
    if ((stats.mode & 0o077) === 0) return []
    return [path, ...(stats.isDirectory() ? openToOthers(path) : [])]
  })

test('plumbline serve says at once what it does, holds its directory, and leaves with 0 at SIGTERM', async () => {
  chmodSync(dataDir, 0o755) // as a mounted volume or systemd makes it
  writeFileSync(join(dataDir, 'encryption.key.old'), 'secret', { mode: 0o644 })
  const served = plumbline(['serve'])
  const [, address] = await prints(served, /Serving (http:\/\/[\d.:]+)\/? \(API: \/api\/v1,/)
  assert.equal(served.first(), 'Plumbline is starting …\n')
  assert.match(served.out(), /^Plumbline [\d.]+: opening the embedded database in /m)
  const ready = await fetch(`${address}/health/ready`)
  assert.equal(ready.status, 200)
  await ready.text()

  assert.deepEqual(openToOthers(dataDir), [])

  const second = plumbline(['serve'])
  assert.equal(await second.status, 1)
  assert.equal(second.error().trim().split('\n').length, 1, second.error())
  assert.ok(second.error().includes(String(served.child.pid)), second.error())

  const port = new URL(address ?? '').port
  const otherDirectory = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
  const prepared = await processDatabase(otherDirectory)
  try {
    const taken = plumbline(['serve'], { PORT: port, DATA_DIR: otherDirectory })
    assert.equal(await taken.status, 1)
    assert.equal(taken.error(), `Port ${port} is in use. Set PORT to a free one.\n`)
  } finally {
    await prepared.close()
    rmSync(otherDirectory, { recursive: true, force: true })
  }

  served.child.kill('SIGTERM')
  assert.equal(await served.status, 0)
  assert.match(served.out(), /Stopping …\n$/)
  assert.match(served.error(), new RegExp(`^[^\\n]*chmod 700 ${dataDir}[^\\n]*\\n$`))
  chmodSync(dataDir, 0o700)

  const unknown = plumbline(['serve'], { EVENT_STREAMS: 'scans' })
  assert.equal(await unknown.status, 1)
  assert.match(unknown.error(), /^EVENT_STREAMS names "scans", .*\.\n$/)

  const wrongKey = plumbline(['serve'], { ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  assert.equal(await wrongKey.status, 1)
  assert.match(wrongKey.error(), /^ENCRYPTION_KEY is not the key that [^\n]*\.\n$/)

  const key = join(dataDir, 'encryption.key')
  renameSync(key, `${key}.away`)
  const keyless = plumbline(['serve'])
  assert.equal(await keyless.status, 1)
  assert.match(keyless.error(), /encryption\.key is missing, and [^\n]*\. Put it back[^\n]*\.\n$/)
  assert.equal(existsSync(key), false)
  renameSync(`${key}.away`, key)
})
