/** The commands over a directory that a server of before served: the key is a file beside the database. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aws } from '@plumbline/scanner'
import {
  chainKey,
  type Config,
  openDatabase,
  readConfig,
  readHeads,
  withChainKey,
} from '@plumbline/server'
import { seed } from '@plumbline/server/seed'
import { processDatabase, processFlags, type ProcessDatabase } from '@plumbline/server/testing'
import { refusal } from './testing/refusal.ts'
import { main } from './testing/program.ts'

const directory = mkdtempSync(join(tmpdir(), 'plumbline-audit-'))
let installed: ProcessDatabase
let config: Config
before(async () => {
  installed = await processDatabase(directory)
  config = readConfig(installed.settings)
  const { database } = await openDatabase(config)
  const keyed = withChainKey(database, chainKey(config))
  const small = { findings: 10, scans: 1, accounts: 1, seed: 1, tenantId: null, add: false }
  const checks = [...aws.catalog.values()]
  for (const email of ['one@example.com', 'two@example.com'])
    await seed(keyed, { ...small, email, checks, nowMs: Date.now() }, () => {})
  await database.close()
})
after(async () => {
  await installed.close()
  rmSync(directory, { recursive: true, force: true })
})

function plumbline(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...processFlags, main, ...args], {
    env: { ...process.env, ...installed.settings, ...environment },
    encoding: 'utf8',
  })
  return { status, out: stdout, error: stderr }
}

test('heads are exported by a command, and verification holds every chain against them', () => {
  const file = join(directory, 'heads.jsonl')
  assert.equal(plumbline(['audit', 'heads', '--out', file]).status, 0)
  const heads = readHeads(readFileSync(file, 'utf8'))
  assert.deepEqual(
    heads.map(({ sequence }) => sequence),
    [1, 1],
  )
  const whole = plumbline(['audit', 'verify', '--heads', file])
  assert.equal(whole.status, 0, whole.error)
  assert.equal(whole.out.match(/1 events, the chain is intact\./g)?.length, 2)
  const [first] = heads
  assert.ok(first)
  writeFileSync(file, `${JSON.stringify({ ...first, sequence: 3 })}\n`)
  const cut = plumbline(['audit', 'verify', '--tenant', first.tenant_id, '--heads', file])
  assert.equal(cut.status, 1)
  assert.match(cut.out, /event 2 is missing: the exported head is event 3\./)
})

test('verification says that the key is another one, that a file holds no heads, and how it is used', async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32, 3).toString('base64')
  const other = plumbline(['audit', 'verify'], { ENCRYPTION_KEY })
  assert.equal(other.status, 1)
  assert.match(
    other.out,
    /event 1 was written with a key that does not match this ENCRYPTION_KEY\./,
  )
  const file = join(directory, 'no-heads')
  writeFileSync(file, '{"level":"info"}\n')
  const unread = plumbline(['audit', 'verify', '--heads', file])
  assert.equal(unread.status, 1)
  assert.match(unread.error, /Line 1 does not contain the head of an audit chain\./)
  assert.match((await refusal(['audit'])).error, /^Usage: plumbline audit verify/)
  assert.match((await refusal(['audit', 'verify', '--tenant', 'acme'])).error, /^Usage/)
  const nobody = plumbline(['audit', 'verify', '--tenant', randomUUID()])
  assert.deepEqual([nobody.status, nobody.out], [1, ''])
  assert.match(nobody.error, /^There are no audit events for tenant [-0-9a-f]+\.\n$/)
  const nowhere = plumbline(['audit', 'heads', '--out', join(directory, 'absent', 'heads')])
  assert.equal(nowhere.status, 1)
  assert.match(nowhere.error, /heads cannot be written: [^\n]*\.\n$/)
})
