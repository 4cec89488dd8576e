import assert from 'node:assert/strict'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandsWith, prints } from './testing/command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
const { plumbline, end } = commandsWith({ DATA_DIR: dataDir })
after(async () => {
  await end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Paths below a directory that other users of the machine can open. */
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

  served.child.kill('SIGTERM')
  assert.equal(await served.status, 0)
  assert.match(served.out(), /Stopping …\n$/)
  assert.match(served.error(), new RegExp(`^[^\\n]*chmod 700 ${dataDir}[^\\n]*\\n$`))
})
