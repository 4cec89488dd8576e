/**
 * Processes that share a database and a store of files, and no disk: two that serve, and workers each with a separate
 * data directory.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  Answered,
  Client,
  FakeS3,
  type Item,
  password,
  processDatabase,
  processFlags,
  eventually,
} from '@plumbline/server/testing'
import { kill, launch, type Running } from './testing/installation.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-machines-'))
const database = await processDatabase(join(root, 'first'))
const running: Running[] = []
const store = await FakeS3.start()
after(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await store.close()
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

/** A process on a separate machine. */
async function machine(command: 'serve' | 'worker', name: string): Promise<Running> {
  const environment = {
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    LEASE_SECONDS: '2',
    WORKER: 'false',
    ...store.environment,
    ...database.settings,
    DATA_DIR: join(root, name),
  }
  const started = await launch(command, { flags: processFlags, environment })
  running.push(started)
  return started
}

const total = 6_000
const file = (): Blob => {
  const lines = Array.from({ length: total }, (_, at) =>
    JSON.stringify({
      class_uid: 2004,
      time: Date.UTC(2026, 0, 15),
      severity_id: 3,
      status_code: at % 2 === 0 ? 'FAIL' : 'PASS',
      metadata: { version: '1.5.0', event_code: `check_${at % 40}` },
      finding_info: { uid: `finding ${at}` },
      cloud: { provider: 'aws', account: { uid: '210987654321' }, region: `region-${at % 3}` },
      resources: [{ uid: `arn:${at % 500}`, group: { name: 's3' }, data: { metadata: { at } } }],
    }),
  )
  return new Blob([lines.join('\n')])
}

const until = (client: Client, id: string, holds: (item: Item) => boolean): Promise<Item> =>
  eventually('the file', async () => {
    const { item } = await client.get(`/ingestions/${id}`)
    return holds(item) && item
  })
const hasEnded = (item: Item): boolean => /completed|failed/.test(item.text('status'))

test('a file that one machine takes is read and recorded by others, which share no disk with it', {
  skip: !database.isShared && 'the embedded database has one process',
}, async () => {
  const [one, two] = [await machine('serve', 'api-one'), await machine('serve', 'api-two')]
  const email = 'machines@example.com'
  const anonymous = new Client(`${one.address}/api/v1`)
  await anonymous.make('/users', 'users', { name: 'A user', email, password })
  const pair = await anonymous.make('/tokens', 'tokens', { email, password })
  const authorization = `Bearer ${pair.text('access')}`
  const client = new Client(`${one.address}/api/v1`, { authorization })

  const body = new FormData()
  body.set('file', file(), 'large.jsonl')
  const sent = await fetch(`${two.address}/api/v1/ingestions`, {
    method: 'POST',
    headers: { Authorization: authorization },
    body,
  })
  const { id } = new Answered(sent.status, sent.headers, await sent.text()).item
  equal(sent.status, 202)
  equal(store.objects.size, 1)

  const first = await machine('worker', 'worker-one')
  await until(client, id, (item) => item.linked('scans').length > 0 || hasEnded(item))
  await kill(first)
  await machine('worker', 'worker-two')
  const done = await until(client, id, hasEnded)
  equal(done.text('status'), 'completed')
  deepEqual(done.object('summary'), {
    total,
    processed: total,
    outdated: 0,
    duplicate: 0,
    invalid: 0,
  })
  equal((await client.get('/findings/latest?page[size]=1')).count, total)

  await eventually('the files of a recorded ingestion leave the store', () => !store.objects.size)
  for (const name of readdirSync(root)) ok(!existsSync(join(root, name, 'ingestions')), name)
})
