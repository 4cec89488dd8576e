import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase, readConfig } from '@plumbline/server'
import { processDatabase, processFlags, testEnvironment } from '@plumbline/server/testing'
import { main } from './testing/program.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-backup-'))
after(() => rmSync(root, { recursive: true, force: true }))

function plumbline(args: readonly string[], directory: string, more: NodeJS.ProcessEnv = {}) {
  const { DATABASE_URL: _url, POSTGRES_HOST: _host, ...environment } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [...processFlags, main, ...args], {
    env: { ...environment, DATA_DIR: directory, ...more },
    encoding: 'utf8',
  })
  return { status, out: stdout, error: stderr }
}

// The run on PostgreSQL has nothing to learn here.
if (!testEnvironment.postgresAdmin) {
  test('a backup is one command, and a restore another', async () => {
    const directory = join(root, 'data')
    await processDatabase(directory)
    const file = join(root, 'taken.tar.gz')
    const taken = plumbline(['backup', file], directory)
    assert.equal(taken.status, 0, taken.error)
    assert.match(
      taken.out,
      /^Wrote and verified .*taken\.tar\.gz: \d+\.\d MB, sha256 [0-9a-f]{64}\./,
    )
    assert.match(taken.out, /does not contain the encryption key/)
    const again = plumbline(['backup', file], directory)
    assert.match(again.error, /already exists\. Choose another file name\./)

    const refused = plumbline(['restore', file], directory)
    assert.equal(refused.status, 1)
    assert.match(refused.error, /^.* already contains a database\. Pass --replace [^\n]*\n$/)
    const replaced = plumbline(['restore', file, '--replace'], directory)
    assert.equal(replaced.status, 0, replaced.error)
    assert.match(replaced.out, /Moved the previous database to .*database\.before-/)
    const { database } = await openDatabase(readConfig({ DATA_DIR: directory }))
    // Neither command disturbs the process that owns the directory.
    for (const args of [['restore', file, '--replace'], ['backup']]) {
      const held = plumbline(args, directory)
      assert.equal(held.status, 1)
      assert.match(held.error, /^The data directory .* is in use by process \d+\. [^\n]*\n$/)
    }
    await database.close()

    truncateSync(file, 100_000)
    const fresh = join(root, 'fresh')
    const damaged = plumbline(['restore', file], fresh)
    assert.equal(damaged.status, 1)
    assert.match(damaged.error, /^The dump .*taken\.tar\.gz is damaged: [^\n]*\.\n$/)
    assert.ok(!existsSync(join(fresh, 'database')))
  })

  test('a backup of nothing, of what is broken, of PostgreSQL, and a restore of no file are refused', () => {
    const directory = join(root, 'none')
    assert.match(plumbline(['backup'], directory).error, /^There is no database in /)
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
    assert.match(plumbline(['backup'], directory, { DATABASE_URL }).error, /use pg_dump/)
    assert.match(
      plumbline(['restore', join(root, 'absent')], directory).error,
      /^The file .* does not exist\./,
    )
    assert.match(plumbline(['restore'], directory).error, /^Usage: plumbline restore FILE/)
    mkdirSync(join(directory, 'database'), { recursive: true })
    writeFileSync(join(directory, 'database', 'PG_VERSION'), 'none')
    const broken = plumbline(['backup'], directory)
    assert.equal(broken.status, 1)
    assert.match(
      broken.error,
      /^The database in .* is damaged and cannot be opened\. Restore a dump with "plumbline restore"\.\n$/,
    )
  })
}
