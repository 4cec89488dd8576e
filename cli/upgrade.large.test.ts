/** An upgrade from an earlier version on one PostgreSQL and one Valkey, under traffic, and the way back. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import {
  Client,
  eventually,
  findingLines,
  Listening,
  password,
  processFlags,
  testEnvironment,
} from '@plumbline/server/testing'
import { administrator } from '../server/platform/db/postgres.ts'
import { createRows } from '../server/testing/api-properties/senders.ts'
import { type Earlier, earlierClone, earlierVersions, isThere } from './testing/earlier.ts'
import { launch, type Running } from './testing/installation.ts'
import { main } from './testing/program.ts'

const { postgresAdmin, postgresApp, redisPort } = testEnvironment
const needed = postgresAdmin && postgresApp && redisPort

/** The paths of lists, which need no id. */
const lists = (clone: string): string[] => {
  const file = join(clone, 'contract/openapi.json')
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, { get?: object }>
  }
  return Object.keys(paths).filter((path) => paths[path]?.get && !/[{]|one-click/.test(path))
}

/** Requests lists in turn until it is stopped, and collects the answers that differ from those of the start. */
class Traffic {
  readonly wrong: string[] = []
  requests = 0
  #stopped = false
  #running: Promise<unknown> = Promise.resolve()
  readonly #paths: readonly string[]
  #expected: readonly number[] = []

  constructor(paths: readonly string[]) {
    this.#paths = paths
  }

  async #statuses(client: Client): Promise<number[]> {
    const statuses: number[] = []
    for (const path of this.#paths) {
      statuses.push((await client.get(path)).status)
      this.requests += 1
    }
    return statuses
  }

  async #compare(client: Client): Promise<void> {
    for (const [at, status] of (await this.#statuses(client)).entries())
      if (status !== this.#expected[at])
        this.wrong.push(`${this.#paths[at]} answered ${status}, not ${this.#expected[at]}`)
  }

  async start(client: Client): Promise<void> {
    this.#expected = await this.#statuses(client)
    assert.ok(this.#expected.filter((status) => status === 200).length > 50, String(this.#expected))
    assert.ok(this.#expected.every((status) => status < 500))
    this.#running = (async () => {
      while (!this.#stopped) await this.#compare(client)
    })()
  }

  /** One round on another server. */
  on(client: Client): Promise<void> {
    return this.#compare(client)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }
}

async function inDatabase(work: (admin: string, app: string) => Promise<void>): Promise<void> {
  assert.ok(postgresAdmin && postgresApp)
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const root = await administrator(postgresAdmin.replace('%', 'postgres'))
  await root.run(`create database ${name} template template0`)
  try {
    await work(postgresAdmin.replace('%', name), postgresApp.replace('%', name))
  } finally {
    await root.run(`drop database ${name} with (force)`)
    await root.close()
  }
}

async function migrated(program: string, environment: Record<string, string>): Promise<string> {
  const args = [...processFlags, program, 'migrate']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  const [status] = (await once(child, 'close')) as [number]
  assert.equal(status, 0, said)
  return said
}

const directory = mkdtempSync(join(tmpdir(), 'plumbline-upgrade-'))
const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const running = new Set<Running>()
after(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await cloud.close()
  rmSync(directory, { recursive: true, force: true })
})

async function stopped(one: Running): Promise<number | null> {
  const exit = once(one.child, 'exit') as Promise<[number | null]>
  one.child.kill('SIGTERM')
  running.delete(one)
  return (await exit)[0]
}

async function signUp(address: string, email: string): Promise<Client> {
  const nobody = { tenantId: '', userId: '', email: '', authorization: '' }
  const { id } = await new Client(`${address}/api/v1`, nobody).make('/users', 'users', {
    name: 'A user',
    email,
    password,
  })
  return signIn(address, email, id)
}
async function signIn(address: string, email: string, userId: string): Promise<Client> {
  const base = `${address}/api/v1`
  const who = { tenantId: '', userId, email, authorization: '' }
  const pair = await new Client(base, who).make('/tokens', 'tokens', { email, password })
  const authorization = `Bearer ${pair.text('access')}`
  const [tenantId = ''] = (await new Client(base, { ...who, authorization }).get('/tenants')).ids
  return new Client(base, { ...who, tenantId, authorization })
}
/** The same user with the same token on another server. */
const at = (address: string, { tenantId, userId, email, authorization }: Client): Client =>
  new Client(`${address}/api/v1`, { tenantId, userId, email, authorization })

async function startScan(client: Client, id: string): Promise<string> {
  const task = await client.make('/scans', 'scans', {}, { provider: { type: 'providers', id } })
  return task.text('task_args', 'scan_id')
}
async function completed(client: Client, scan: string): Promise<void> {
  await eventually('the end of the scan', async () => {
    const state = (await client.get(`/scans/${scan}`)).item.text('state')
    assert.match(state, /^(available|executing|completed)$/)
    return state === 'completed'
  })
}
/** Each finding with its verdict. The sentences differ between versions. */
const verdicts = async (client: Client): Promise<string> => {
  const lines = (await findingLines(client)).map((line) => {
    const [uid, , status] = line.split('\t')
    return `${uid} ${status}`
  })
  return lines.join('\n')
}
const follow = (client: Client, scan: string, headers = {}): Promise<Listening> =>
  Listening.to(`${client.base}/scans/${scan}/event-stream`, {
    Authorization: client.authorization,
    ...headers,
  })
const lastId = ({ text }: Listening): string => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''

async function upgrade(earlier: Earlier, admin: string, app: string): Promise<void> {
  const clone = earlierClone(earlier)
  const older = join(clone, 'cli/main.ts')
  const environment = {
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    DATABASE_URL: app,
    VALKEY_URL: `redis://127.0.0.1:${redisPort}`,
    EVENTSTREAM_NAMESPACE: `upgrade-${earlier.commit}`,
    EVENT_STREAMS: 'scan-progress',
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    AWS_ENDPOINT_URL: cloud.url,
    LEASE_SECONDS: '2',
    SCAN_UNITS: '1',
  }
  const started = async (command: 'serve' | 'worker', program: string): Promise<Running> => {
    const options = { flags: processFlags, program }
    const one = await launch(command, {
      ...options,
      environment: { ...environment, ...(command === 'serve' && { WORKER: 'false' }) },
    })
    running.add(one)
    return one
  }
  const asAdmin = { ...environment, DATABASE_ADMIN_URL: admin }
  await migrated(older, asAdmin)
  const [oldServer, oldWorker] = [await started('serve', older), await started('worker', older)]
  const email = `user-${earlier.commit}@example.com`
  const client = await signUp(oldServer.address, email)
  const provider = await client.provider()
  await createRows(client, 'before')
  await completed(client, await startScan(client, provider))
  const expected = await verdicts(client)
  assert.ok(expected.split('\n').length > 200)
  const slow = cloud.script({ match: {}, do: 'slow', bytesPerTick: 8_192, tickMs: 100 })
  const unfinished = await startScan(client, provider)
  const listening = await follow(client, unfinished)
  await listening.heard('scan.progress')

  const traffic = new Traffic(lists(clone))
  await traffic.start(client)
  assert.match(await migrated(main, asAdmin), /Applied \d{4}_/)
  await createRows(client, 'between')
  const [server, worker] = [await started('serve', main), await started('worker', main)]
  const moved = at(server.address, client)
  await createRows(moved, 'after')
  await traffic.on(moved)
  await traffic.stop()
  assert.deepEqual(traffic.wrong, [])
  assert.ok(traffic.requests > 100)

  const state = (await moved.get(`/scans/${unfinished}`)).item.text('state')
  assert.equal(state, 'executing')
  const exits = [await stopped(oldWorker), await stopped(oldServer)]
  if (earlier.canWork) assert.deepEqual(exits, [0, 0])
  await listening.ended
  const later = await follow(moved, unfinished, { 'Last-Event-ID': lastId(listening) })
  assert.equal(later.status, 200)
  slow()
  await completed(moved, unfinished)
  await later.heard('scan.end')
  await later.leave()
  assert.equal(await verdicts(moved), expected)
  const again = await signIn(server.address, email, client.userId)
  await completed(again, await startScan(again, provider))

  assert.deepEqual([await stopped(worker), await stopped(server)], [0, 0])
  const back = await started('serve', older)
  await traffic.on(at(back.address, again))
  assert.deepEqual(traffic.wrong, [])
  const rolledBack = await signIn(back.address, email, client.userId)
  await createRows(rolledBack, 'rolled-back')
  if (earlier.canWork) {
    const workerAgain = await started('worker', older)
    await completed(rolledBack, await startScan(rolledBack, provider))
    assert.equal(await verdicts(rolledBack), expected)
    assert.equal(await stopped(workerAgain), 0)
  }
  assert.equal(await stopped(back), 0)
}

for (const earlier of earlierVersions) {
  const skip = needed ? !isThere(earlier) && `${earlier.commit} is not in this clone` : 'no servers'
  test(
    `an upgrade from ${earlier.commit.slice(0, 9)} under traffic loses nothing, and the earlier version starts again`,
    {
      skip,
      timeout: 400_000,
    },
    () => inDatabase((admin, app) => upgrade(earlier, admin, app)),
  )
}
