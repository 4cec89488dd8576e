/** Dumps of earlier versions are restored and opened by this one, and contain what they contained. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { processFlags, testEnvironment } from '@plumbline/server/testing'
import { completed, signIn, startScan } from './testing/client.ts'
import { type Content, contentOf, dumpKey, dumps, unpacked } from './testing/dump.ts'
import { kill, launch, type Running } from './testing/installation.ts'
import { main } from './testing/program.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-dumps-'))
const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
let running: Running | undefined
after(async () => {
  if (running?.child.exitCode === null) await kill(running)
  await cloud.close()
  rmSync(root, { recursive: true, force: true })
})
const names = readdirSync(dumps).flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
)

// Dumps are of the embedded database.
if (!testEnvironment.postgresAdmin) {
  test('there is a dump', () => assert.ok(names.length > 0))

  for (const name of names)
    test(`the dump of ${name} is restored, migrated and used`, { timeout: 300_000 }, async () => {
      const content = JSON.parse(readFileSync(join(dumps, `${name}.json`), 'utf8')) as Content
      const environment = {
        DATA_DIR: join(root, name),
        ENCRYPTION_KEY: dumpKey,
        AWS_ENDPOINT_URL: cloud.url,
      }
      const { DATABASE_URL: _url, POSTGRES_HOST: _host, ...inherited } = process.env
      const file = join(root, `${name}.tar.gz`)
      writeFileSync(file, unpacked(readFileSync(join(dumps, `${name}.tar.zst`))))
      const args = [...processFlags, main, 'restore', file]
      const restored = spawnSync(process.execPath, args, {
        env: { ...inherited, ...environment },
        encoding: 'utf8',
      })
      assert.equal(restored.status, 0, restored.stderr)
      running = await launch('serve', { flags: processFlags, environment })
      const client = await signIn(running.address, content.email, content.userId)
      assert.deepEqual(await contentOf(client), content)
      const [provider = ''] = (await client.get('/providers?filter[uid]=123456789012')).ids
      await completed(client, await startScan(client, provider))
      const exit = once(running.child, 'exit')
      running.child.kill('SIGTERM')
      assert.deepEqual(await exit, [0, null])
    })
}
