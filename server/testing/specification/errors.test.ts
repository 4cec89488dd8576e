/** The section "Errors" of the specification, row by row. What is about reports comes with them; of imports, in `ingestion.test.ts`. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { notFound, Problem } from '@plumbline/jsonapi'
import { demoAccount, demoCredentials } from '@plumbline/scanner/testing'
import { defineEventStream, integer } from '@plumbline/sse'
import type { Identity } from '../../platform/auth/index.ts'
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import { createStreams, type Resolve } from '../../platform/streams/index.ts'
import { type Answered, Client, type World, world } from '../index.ts'
import { leapingClock } from '../clock.ts'
import { member } from '../member.ts'

const clock = leapingClock()
let w: World
before(async () => {
  w = await world({ clock })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const counter = defineEventStream({
  prefix: 'counter',
  events: { 'counter.progress': { at: integer } },
})
type Channel = ReturnType<typeof counter.channel>

/** The response of a feature's stream to a failed connect, and what it logs as an error. */
async function connects(
  who: Client | undefined,
  channels: Resolve['channels'],
): Promise<{ problem: Problem; logged: readonly string[] }> {
  const logged: string[] = []
  const log = { info() {}, warn() {}, error: (event: string) => void logged.push(event) }
  const claims = who?.authorization.split('.')[1] ?? ''
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as {
    sid?: string
  }
  const identity: Identity = {
    kind: 'token',
    userId: who?.userId ?? '',
    tenantId: who?.tenantId ?? '',
    sessionId: sid ?? '',
    epoch: 0,
    authTime: 0,
    authMethod: 'password',
    credentialId: randomUUID(),
    expiresAt: Math.floor(Date.now() / 1_000) + 60,
  }
  const authenticate = async (): Promise<Identity> => identity
  const { database } = w.test
  const settings = { mounted: ['counter'], version: '1', limits: {}, sweepMs: 60_000 }
  const streams = createStreams({ database, authenticate, log }, settings)
  const about = {
    may: 'manage_scans',
    stream: counter,
    tag: 'Counter',
    operationId: 'counter',
    summary: 'Counts',
  } as const
  const [endpoint] = streams.listen('/counters/:id/event-stream', about, { channels })
  try {
    await endpoint?.run({
      database,
      authenticate,
      loaders: new Map(),
      readers: new Map(),
      search: '',
      body: undefined,
      upload: undefined,
      mediaType: undefined,
      params: { id: randomUUID() },
      authorization: 'Bearer a',
      accept: undefined,
      idempotencyKey: undefined,
      ifNoneMatch: undefined,
      cookie: undefined,
      browserSession: false,
      fetchSite: undefined,
      base: w.base,
      url: w.base,
      requestId: '',
      hungUp: () => new AbortController().signal,
      address: '127.0.0.1',
      exporting: new ConcurrencyLimit({ each: 1, overall: 1 }),
      uploading: new ConcurrencyLimit({ each: 1, overall: 1 }),
    })
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    return { problem: error, logged }
  } finally {
    await streams.close()
  }
  throw new Error('It connected.')
}
const statusAndCode = ({ problem }: { problem: Problem }): [number, string] => [
  problem.status,
  problem.code,
]

test('Errors: a stream of what is not found or not visible → NotFound, raised by the channel method', async () => {
  const refused = await connects(w.acme, async () => {
    throw notFound()
  })
  assert.deepEqual(statusAndCode(refused), [404, 'not_found'])
  const uid = '700000000009'
  const made = await w.rival.make('/providers', 'providers', { provider: 'aws', uid })
  const scan = await w.rival.scan(made.id)
  const answer = await w.acme.get(`/scans/${scan}/event-stream`)
  assert.deepEqual([answer.status, answer.fault.code], [404, 'not_found'])
})

test('Errors: a stream that one is not permitted → PermissionDenied', async () => {
  const { client } = await member(w, w.acme, ['manage_account'])
  const channels = async (): Promise<[Channel]> => [counter.channel(client.tenantId, 'one')]
  assert.deepEqual(statusAndCode(await connects(client, channels)), [403, 'permission_denied'])
})

test('Errors: a stream without valid authentication → NotAuthenticated', async () => {
  for (const authorization of ['', 'Bearer nonsense', 'Api-Key nonsense', 'Basic eDp5']) {
    const nobody = new Client(w.base, { ...w.anonymous, authorization })
    const answer = await nobody.get(`/scans/${randomUUID()}/event-stream`)
    assert.equal(answer.status, 401, authorization)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
})

test("Errors: a channel method that gives no channel → 'No channels specified', and a bug in the log", async () => {
  const none: Channel[] = [] // the types require a channel; a feature that filters a list may return none
  const refused = await connects(w.acme, async () => none as [Channel])
  assert.deepEqual(statusAndCode(refused), [400, 'no_channels'])
  assert.match(refused.problem.detail, /^No channels specified/)
  assert.equal(refused.logged.length, 1)
})

test("Errors: another tenant's channel, or a malformed one → not authorized", async () => {
  const foreign = await connects(w.acme, async () => [counter.channel(w.rival.tenantId, 'one')])
  assert.deepEqual(statusAndCode(foreign), [403, 'permission_denied'])
  for (const name of ['nonsense', 'counter:one', `counter:${w.acme.tenantId}:one:more`]) {
    const malformed = await connects(w.acme, async () => [name as Channel])
    assert.equal(malformed.problem.status, 403, name)
  }
})

test('Errors: an API key whose owner was deleted → 401', async () => {
  const { client } = await member(w, w.acme, ['manage_account', 'manage_users'])
  const made = await client.make('/api-keys', 'api-keys', { name: 'his key' })
  const key = new Client(w.base, { ...client, authorization: `Api-Key ${made.text('api_key')}` })
  assert.equal((await key.get('/tenants')).status, 200)
  assert.equal((await client.ask('DELETE', `/users/${client.userId}`)).status, 204)
  assert.equal((await key.get('/tenants')).status, 401)
})

test('Errors: deleting a task without the permission that queued it, or one that deletes a provider → rejected', async () => {
  const { client } = await member(w, w.acme, ['unlimited_visibility', 'manage_scans'])
  const uid = '700000000008'
  const provider = await w.acme.make('/providers', 'providers', { provider: 'aws', uid })
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hang' })
  try {
    const check = await w.acme.ask('POST', `/providers/${provider.id}/connection`)
    const refused = await client.ask('DELETE', `/tasks/${check.item.id}`)
    assert.deepEqual([refused.status, refused.fault.code], [403, 'permission_denied'])
  } finally {
    restore()
  }
  const deletion = await w.acme.ask('DELETE', `/providers/${provider.id}`)
  const guarded = await w.acme.ask('DELETE', `/tasks/${deletion.item.id}`)
  assert.deepEqual([guarded.status, guarded.fault.code], [403, 'task_protected'])
})

test('Errors: a list of invitations filtered by filter[state__in] → no server error', async () => {
  for (const states of ['pending', 'pending,expired', 'accepted,revoked,expired,pending']) {
    const answer = await w.acme.get(`/tenants/invitations?filter[state__in]=${states}`)
    assert.deepEqual([answer.status, answer.ids], [200, []])
  }
})

async function connection(secret: object): Promise<[result: unknown, shown: unknown]> {
  const owner = await w.user()
  const provider = await owner.provider(demoAccount().id, secret)
  const { item } = await owner.ask('POST', `/providers/${provider}/connection`)
  const task = await owner.finished(item.id)
  assert.equal(task.text('state'), 'completed')
  const shown = (await owner.get(`/providers/${provider}`)).item
  return [task.at('result'), shown.at('connection', 'connected')]
}

/**
 * Lets a second of the handed-in clock pass every few milliseconds until `work` is done, `most` at most: on a
 * slow machine, time that passed too early for the work then passes at its real pace, and not beyond a limit.
 */
async function whilePassing<T>(most: number, work: Promise<T>): Promise<T> {
  let passed = 0
  const passing = setInterval(() => {
    if (passed++ < most) clock.leap(1_000)
  }, 20)
  try {
    return await work
  } finally {
    clearInterval(passing)
  }
}

test('Errors: a connection test of more than 30 seconds → no failure; then the state of the provider is shown', async () => {
  const script = { do: 'throttle', retryAfterSeconds: 20 } as const
  const restore = w.cloud.script({ match: { service: 'sts', times: 2 }, ...script })
  const startedMs = clock.now()
  try {
    const [result, shown] = await whilePassing(90, connection(demoCredentials))
    assert.deepEqual(result, { connected: true, error: null })
    assert.equal(shown, true)
    assert.ok(clock.now() - startedMs > 40_000)
  } finally {
    restore()
  }
})

test('Errors: a connection test that the provider never answers → the whole limit passes, then a result', async () => {
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hang' })
  const startedMs = clock.now()
  try {
    const [result, shown] = await whilePassing(Infinity, connection(demoCredentials))
    const error = 'The provider did not respond within 120 seconds.'
    assert.deepEqual([result, shown], [{ connected: false, error }, false])
    assert.ok(clock.now() - startedMs >= 120_000)
  } finally {
    restore()
  }
})

test('Errors: a connection refused while adding a provider → the reason is in what the API returns', async () => {
  const [result, shown] = await connection({ ...demoCredentials, aws_secret_access_key: 'wrong' })
  const { connected, error } = result as { connected: boolean; error: string }
  assert.equal(connected, false)
  assert.match(error, /^[A-Z].+\.$/)
  assert.equal(shown, false)
})

test('Errors: every refusal is a list of errors, each with status, code and a sentence', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const answers: readonly Answered[] = await Promise.all([
    w.acme.get('/scans?filter[x]=1&sort=x'),
    w.anonymous.get('/scans'),
    w.acme.get(`/scans/${nobody}`),
    w.acme.ask('PUT', '/scans'),
    w.acme.ask('POST', '/roles', { data: { type: 'scans', attributes: { name: 'a' } } }),
    w.acme.ask('POST', '/roles', '{"data":', { 'Content-Type': 'text/plain' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 401, 404, 405, 409, 415],
  )
  for (const { status, faults } of answers) {
    for (const fault of faults) {
      assert.equal(fault.status, String(status))
      assert.match(fault.code, /^[a-z_]+$/)
      assert.match(fault.detail, /\.$/)
    }
  }
})
