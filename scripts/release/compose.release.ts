/** The services of ship/compose.yaml and ship/compose.small.yaml, from the image. Needs root, PostgreSQL and Redis. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Client, eventually } from '@plumbline/server/testing'
import { record, send } from '@plumbline/server/testing/files'
import { at, signIn, signUp } from '../../cli/testing/client.ts'
import { postgresProgram, redisProgram } from '../services.ts'
import { composed, type ComposeFile, withSecrets } from './testing/compose.ts'
import { ComposedRun } from './testing/composed-run.ts'
import { cannotRun, filesOfImage } from './testing/image.ts'
import { unpack } from './testing/unpacked.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-compose-'))
chmodSync(folder, 0o711) // PostgreSQL runs as another user
const runs: ComposedRun[] = []
after(async () => {
  for (const run of runs) await run.end()
  rmSync(folder, { recursive: true, force: true })
})

const isComplete = postgresProgram() !== undefined && redisProgram() !== undefined
const skip =
  cannotRun ||
  (!isComplete && process.env['CI'] === undefined && 'PostgreSQL or Redis is not installed.')

/** As .env.example describes how to generate them. */
const variables = withSecrets((name) =>
  name === 'ENCRYPTION_KEY' ? randomBytes(32).toString('base64') : randomBytes(24).toString('hex'),
)

const root = join(folder, 'root')
if (!skip) unpack(await filesOfImage(), root)

function runOf(file: ComposeFile): ComposedRun {
  const own = mkdtempSync(join(folder, `${file}-`))
  chmodSync(own, 0o711)
  const run = new ComposedRun(composed(file, variables), root, own)
  runs.push(run)
  return run
}

const email = 'user@example.com'

async function importFindings(client: Client, uids: readonly string[]): Promise<void> {
  const sent = await send(
    client,
    uids.map((uid) => record({ uid })),
  )
  assert.equal(sent.status, 202, sent.text)
  await eventually('the import is recorded', async () => {
    const status = (await client.get(`/ingestions/${sent.item.id}`)).item.text('status')
    assert.notEqual(status, 'failed')
    return status === 'completed'
  })
}

const findings = async (client: Client): Promise<readonly string[]> =>
  (await client.get('/findings/latest')).items.map((one) => one.text('uid')).toSorted()

test('the services of compose.yaml start in their order, import a file, and end with 0 at SIGTERM, twice', {
  skip,
}, async () => {
  const run = runOf('compose.yaml')
  await run.up()
  assert.match(run.printed('migrate'), /^Applied .*$/m)
  const first = await signUp(run.url('server', 0), email)
  const second = at(run.url('server', 1), first)
  await importFindings(first, ['a', 'b'])
  assert.deepEqual(await findings(second), ['a', 'b'])
  await run.down()

  await run.up()
  assert.match(run.printed('migrate'), /^The database is up to date\.$/m)
  const again = await signIn(run.url('server', 1), email, first.userId)
  assert.deepEqual(await findings(again), ['a', 'b'])
  await importFindings(again, ['a', 'c'])
  assert.deepEqual(await findings(at(run.url('server', 0), again)), ['a', 'b', 'c'])
  await run.down()
})

/** A service that ends by itself: its exit status and the last line that it prints. */
async function refusal(
  run: ComposedRun,
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<readonly [number | null, string]> {
  const container = run.run(name, { environment })
  const status = await container.ended
  return [status, container.printed.trim().split('\n').at(-1) ?? '']
}

test('a service without a secret, or before migrate, ends with a sentence', { skip }, async () => {
  const run = runOf('compose.yaml')
  await run.up(['postgres', 'valkey'])
  const withoutPassword = (name: string, setting: string): Record<string, string> => {
    const url = new URL(run.service(name).environment?.[setting] ?? '')
    url.password = ''
    return { [setting]: url.href }
  }
  const notUsed = (setting: string, why: string): string =>
    `The database of ${setting}, at postgres:5432, cannot be used: ${why}.`
  const noLogin = 'password authentication failed for user "plumbline_server"'
  for (const name of ['server', 'worker'])
    assert.deepEqual(await refusal(run, name, {}), [1, notUsed('DATABASE_URL', noLogin)])
  assert.deepEqual(
    await refusal(run, 'migrate', withoutPassword('migrate', 'DATABASE_ADMIN_URL')),
    [1, notUsed('DATABASE_ADMIN_URL', 'its URL has no password')],
  )
  for (const name of ['server', 'worker'])
    assert.deepEqual(await refusal(run, name, withoutPassword(name, 'DATABASE_URL')), [
      1,
      notUsed('DATABASE_URL', 'its URL has no password'),
    ])
  await run.down()
})

test('the service of compose.small.yaml starts, and has its users after a restart', {
  skip,
}, async () => {
  const run = runOf('compose.small.yaml')
  await run.up()
  const { userId } = await signUp(run.url('plumbline'), email)
  await run.down()
  await run.up()
  const client = await signIn(run.url('plumbline'), email, userId)
  await importFindings(client, ['a'])
  assert.deepEqual(await findings(client), ['a'])
  await run.down()
})
