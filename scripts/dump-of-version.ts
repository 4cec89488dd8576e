/**
 * `node scripts/launch.cjs scripts/dump-of-version.ts MAIN NAME`: a dump of the embedded database of a version, with a
 * description of its content, into cli/testing/dumps/. MAIN is the path of the version's `cli/main.ts`, or of
 * `lib/cli.main.js` of an installed release.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demoAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { createRows, processFlags } from '@plumbline/server/testing'
import { completed, signUp, startScan } from '../cli/testing/client.ts'
import { contentOf, dumpKey, dumps, packed } from '../cli/testing/dump.ts'
import { launch } from '../cli/testing/installation.ts'

const [main = '', name = ''] = process.argv.slice(2)
const program = resolve(main)
const directory = mkdtempSync(join(tmpdir(), 'plumbline-dump-'))
const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
let child: ChildProcess | undefined
// The dump is of the embedded database.
delete process.env['DATABASE_URL']
delete process.env['POSTGRES_HOST']
try {
  const environment = { DATA_DIR: directory, ENCRYPTION_KEY: dumpKey, AWS_ENDPOINT_URL: cloud.url }
  const running = await launch('serve', { flags: processFlags, environment, program })
  child = running.child
  const { address } = running
  const client = await signUp(address, 'user@example.com')
  const provider = await client.provider()
  await createRows(client, 'word')
  for (let scans = 0; scans < 2; scans += 1)
    await completed(client, await startScan(client, provider))
  const content = await contentOf(client)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const file = join(directory, 'dump.tar.gz')
  execFileSync(process.execPath, [...processFlags, program, 'backup', file], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  mkdirSync(dumps, { recursive: true })
  writeFileSync(join(dumps, `${name}.tar.zst`), packed(readFileSync(file)))
  writeFileSync(join(dumps, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`)
} finally {
  child?.kill('SIGKILL') // does nothing to one that has ended
  await cloud.close()
  rmSync(directory, { recursive: true, force: true })
}
