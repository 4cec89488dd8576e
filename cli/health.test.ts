import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually, type ProcessDatabase, processDatabase } from '@plumbline/server/testing'
import { commandsWith, prints } from './testing/command.ts'
import { refusal } from './testing/refusal.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-health-'))
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

test('health requests the state of the server that the settings name, and exits with 0 if it is good', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/health/live' ? 200 : 503
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  const at = (path: string): string => `http://127.0.0.1:${port}${path}`
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' }
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const live = plumbline(['health'], { PORT: port, HOST: host, ...proxy })
    assert.equal(await live.status, 0, live.error())
    assert.equal(live.out(), `${at('/health/live')} answered 200.\n`)
  }
  const settings = { PORT: port, HOST: '0.0.0.0' }
  assert.deepEqual(await refusal(['health', '--ready'], settings), {
    status: 1,
    error: `${at('/health/ready')} answered 503.\n`,
  })
  server.close()
  await once(server, 'close')
  assert.deepEqual(await refusal(['health'], settings), {
    status: 1,
    error: `Cannot reach ${at('/health/live')}: ECONNREFUSED.\n`,
  })
  assert.match(
    (await refusal(['health'], { ...settings, HOST: '::' })).error,
    /^Cannot reach http:\/\/\[::1\]:\d+\/health\/live: \w+\.\n$/,
  )
})

test('health cannot find a server whose port is chosen by the system', async () => {
  const { status, error } = await refusal(['health'], { PORT: '0' })
  assert.equal(status, 1)
  assert.match(error, /^PORT is 0, so the port of the server is not known\./)
})

test('a worker is healthy while it reports', async () => {
  const settings = { DATA_DIR: dataDir }
  const absent = await refusal(['health', '--worker'], settings)
  assert.equal(absent.error, `No worker of this host has reported in ${dataDir}.\n`)
  const file = join(dataDir, `worker-${hostname()}.alive`)
  writeFileSync(file, '')
  const alive = plumbline(['health', '--worker'])
  assert.equal(await alive.status, 0, alive.error())
  assert.match(alive.out(), /^The worker reported \d+ s ago\.\n$/)
  const at = Date.now() / 1_000 - 45
  utimesSync(file, at, at)
  const silent = await refusal(['health', '--worker'], settings)
  assert.equal(silent.status, 1)
  assert.match(silent.error, /^The worker last reported \d+ s ago\.\n$/)
  utimesSync(file, at + 3_600, at + 3_600)
  const ahead = await refusal(['health', '--worker'], settings)
  assert.match(ahead.error, /^The worker last reported \d+ s ahead of this clock\.\n$/)
  rmSync(file)
})

test('health reads no secret, whose file may be gone after the start', async () => {
  const gone = { ENCRYPTION_KEY_FILE: join(dataDir, 'gone'), HOST: 'fe80::1%lo', PORT: '1' }
  const { error } = await refusal(['health'], gone)
  assert.match(error, /^Cannot reach http:\/\/\[fe80::1%lo\]:1\/health\/live: \w+\.\n$/)
})

test('a running worker is healthy until it stops', async (context) => {
  if (!database.isShared) return context.skip('a worker requires PostgreSQL')
  const worker = plumbline(['worker'], database.settings)
  await prints(worker, /Working\./)
  await eventually('the worker reports', () =>
    plumbline(['health', '--worker']).status.then((one) => one === 0),
  )
  worker.child.kill('SIGTERM')
  assert.equal(await worker.status, 0)
  const { status } = await refusal(['health', '--worker'], { DATA_DIR: dataDir })
  assert.equal(status, 1)
})
