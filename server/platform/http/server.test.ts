import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseError, noActivity } from '../db/index.ts'
import type { Facts, Log } from '../log.ts'
import type { Answer, Endpoint, Exchange } from './endpoint.ts'
import { health, type HttpSettings, serve } from './index.ts'

const settings: HttpSettings = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  trustedProxies: [],
  corsOrigins: [],
}

const route = (run: Endpoint['run'], more: Partial<Endpoint> = {}): Endpoint => ({
  method: 'GET',
  path: '/notes/:id',
  may: 'any_member',
  summary: '',
  tag: '',
  operationId: '',
  kind: 'one',
  status: 200,
  run,
  ...more,
})

const silentDatabase = (fail: () => boolean): Database => ({
  kind: 'embedded',
  inTenant: () => Promise.reject(new Error('not here')),
  async outsideTenants(work) {
    if (fail()) throw new DatabaseError('gone', '57P01')
    const none = {
      rows: async () => [],
      maybe: async () => undefined,
      run: async () => 0,
    }
    const single = (): never => {
      throw new Error('not here')
    }
    return work({ ...none, single, tenantId: null, afterCommit: () => {} })
  },
  threadAddress: () => {
    throw new Error('not here')
  },
  listen: () => false,
  activity: noActivity,
  close: async () => {},
})

/** A separate server over the given endpoints. */
async function served(
  t: TestContext,
  endpoints: readonly Endpoint[],
  more: Partial<HttpSettings> = {},
): Promise<{ url: string; lines: { event: string; facts: Facts }[]; close(): Promise<void> }> {
  const lines: { event: string; facts: Facts }[] = []
  const record = (event: string, facts: Facts = {}): void => void lines.push({ event, facts })
  const log: Log = { info: record, warn: record, error: record }
  const services = {
    database: silentDatabase(() => false),
    authenticate: () => Promise.reject(new Error('not here')),
    loaders: new Map(),
  }
  const app = serve(endpoints, services, { ...settings, ...more }, log)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, lines, close: () => app.close() }
}
const notes = '/api/v1/notes'
const answer = (document: unknown): Answer => ({ status: 200, document })

test('a route without a declared permission prevents the start', () => {
  const { may: _, ...open } = route(async () => answer({}))
  const start = (): unknown =>
    serve(
      [open as Endpoint],
      {
        database: silentDatabase(() => false),
        authenticate: () => Promise.reject(new Error()),
        loaders: new Map(),
      },
      settings,
      { info() {}, warn() {}, error() {} },
    )
  assert.throws(start, /GET \/notes\/:id does not say who may use it/)
})

test('two routes at one address do not boot', async (t) => {
  const one = route(async () => answer({}))
  await assert.rejects(served(t, [one, { ...one }]), /already declared/)
})

test('an internal error returns 500 without details, and is logged completely with the request id', async (t) => {
  const secret = 'relation "secret_table" does not exist'
  const { url, lines } = await served(t, [
    route(async () => {
      throw new TypeError(secret)
    }),
  ])
  const response = await fetch(`${url}${notes}/1`)
  const text = await response.text()
  assert.equal(response.status, 500)
  assert.doesNotMatch(text, /secret_table|TypeError|\.ts/)
  const line = lines.find(({ event }) => event === 'request failed')
  assert.equal(line?.facts['request_id'], response.headers.get('transaction-id'))
  const { error } = line?.facts ?? {}
  assert.ok(error instanceof Error && error.message === secret)
})

test('an unavailable database returns 503 with Retry-After', async (t) => {
  const { url } = await served(t, [
    route(async () => {
      throw new DatabaseError('terminating connection', '57P01')
    }),
  ])
  const response = await fetch(`${url}${notes}/1`)
  assert.equal(response.status, 503)
  assert.ok(Number(response.headers.get('retry-after')) > 0)
})

test('a value that only the database rejects returns 400, never 500', async (t) => {
  const { url, lines } = await served(t, [
    route(async () => {
      throw new DatabaseError('value out of range', '22003')
    }),
  ])
  assert.equal((await fetch(`${url}${notes}/1`)).status, 400)
  assert.ok(lines.some(({ event }) => event === 'invalid value reached the database'))
})

test('the access log has route patterns, statuses and times, and no client input', async (t) => {
  const canary = 'canary-4a6f'
  const tenantId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const { url, lines } = await served(t, [route(async () => ({ ...answer({}), tenantId }))])
  await fetch(`${url}${notes}/${canary}?filter[${canary}]=${canary}`, {
    headers: { Authorization: `Bearer ${canary}`, 'User-Agent': canary, Cookie: canary },
  })
  await fetch(`${url}/api/v1/${canary}`, { method: 'POST', body: canary })
  await sleep(20)
  const requests = lines.filter(({ event }) => event === 'request')
  assert.deepEqual(
    requests.map(({ facts }) => [
      facts['method'],
      facts['route'],
      facts['status'],
      facts['tenant_id'],
    ]),
    [
      ['GET', '/api/v1/notes/:id', 200, tenantId],
      ['POST', 'none', 404, undefined],
    ],
  )
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(canary))
})

test('a stop waits for the requests that run and takes no new ones', async (t) => {
  const gate = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const { url, close } = await served(t, [
    route(async () => {
      entered.resolve()
      await gate.promise
      return answer({ done: true })
    }),
  ])
  const running = fetch(`${url}${notes}/1`)
  await entered.promise
  const closed = close()
  await sleep(50)
  await assert.rejects(fetch(`${url}${notes}/2`))
  gate.resolve()
  const response = await running
  assert.deepEqual([response.status, await response.json()], [200, { done: true }])
  await closed
})

test('a connection that has not asked anything does not hold up a stop', async (t) => {
  const { url, close } = await served(t, [route(async () => answer({}))])
  const ahead = connect(Number(new URL(url).port), '127.0.0.1')
  await once(ahead, 'connect')
  await (await fetch(`${url}${notes}/1`)).text()
  const started = performance.now()
  await Promise.all([close(), once(ahead, 'close')])
  assert.ok(performance.now() - started < 5_000)
})

test('links use PUBLIC_URL or an allowed request host, never another host', async (t) => {
  const bases: string[] = []
  const seen = route(async ({ base }: Exchange) => {
    bases.push(base)
    return answer({})
  })
  const plain = await served(t, [seen])
  await fetch(`${plain.url}${notes}/1`, { headers: { 'X-Forwarded-Host': 'evil.example.com' } })
  assert.equal(bases.at(-1), `${plain.url}/api/v1`)
  const proxied = await served(t, [seen], { publicUrl: 'https://scan.example.com' })
  await fetch(`${proxied.url}${notes}/1`)
  assert.equal(bases.at(-1), 'https://scan.example.com/api/v1')
  const trusting = await served(t, [seen], { trustedProxies: ['127.0.0.1'] })
  const forwarded = { 'X-Forwarded-Host': 'scan.example.com', 'X-Forwarded-Proto': 'https' }
  await fetch(`${trusting.url}${notes}/1`, { headers: forwarded })
  assert.equal(bases.at(-1), 'https://scan.example.com/api/v1')
})

test('health/live always answers; health/ready is 503 without a database and while stopping', async (t) => {
  let [isDatabaseDown, isStopping, now, asked] = [false, false, 0, 0]
  const database = silentDatabase(() => {
    asked += 1
    return isDatabaseDown
  })
  const log: Log = { info() {}, warn() {}, error() {} }
  const authenticate = (): Promise<never> => Promise.reject(new Error('not here'))
  const app = serve([], { database, authenticate, loaders: new Map() }, settings, log)
  health(app, database, { version: '1.2.3', isStopping: () => isStopping, now: () => now })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const ask = async (name: string): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(`http://127.0.0.1:${port}/health/${name}`)
    assert.equal(response.headers.get('content-type'), 'application/health+json')
    return [response.status, (await response.json()) as Record<string, unknown>]
  }
  const [status, body] = await ask('live')
  assert.deepEqual([status, body['status'], body['version']], [200, 'pass', 'v1'])
  assert.equal(body['releaseId'], '1.2.3')
  assert.equal((await ask('ready'))[0], 200)
  isDatabaseDown = true
  assert.equal((await ask('ready'))[0], 200) // cached for three seconds
  assert.equal(asked, 1)
  now = 3_001
  const [unready, why] = await ask('ready')
  assert.deepEqual([unready, why['status']], [503, 'fail'])
  assert.equal((await ask('live'))[0], 200)
  isDatabaseDown = false
  now = 6_100
  assert.equal((await ask('ready'))[0], 200)
  isStopping = true
  assert.equal((await ask('ready'))[0], 503)
})

test('a database that hangs is asked once, and health/ready says so instead of hanging with it', async (t) => {
  let asked = 0
  const hung = new Promise<never>(() => {})
  const database: Database = {
    ...silentDatabase(() => false),
    outsideTenants: () => {
      asked += 1
      return hung
    },
  }
  const log: Log = { info() {}, warn() {}, error() {} }
  const authenticate = (): Promise<never> => Promise.reject(new Error('not here'))
  const app = serve([], { database, authenticate, loaders: new Map() }, settings, log)
  let now = 0
  health(app, database, { version: '1', isStopping: () => false, now: () => now, patienceMs: 50 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const ready = async (): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/health/ready`)).status
  assert.deepEqual(await Promise.all([ready(), ready(), ready()]), [503, 503, 503])
  now = 10_000
  assert.equal(await ready(), 503)
  assert.equal(asked, 1)
})
