import assert from 'node:assert/strict'
import { get as ask } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@plumbline/jsonapi'
import { type Answered, Client, type World, world } from '../../testing/index.ts'
import { RateLimit } from '../rate-limit.ts'
import { limit, networkOf } from './limits.ts'

const open: World[] = []
after(async () => {
  for (const one of open) await one.close()
  await open[0]?.test.close()
})
async function limited(settings: Record<string, string>): Promise<World> {
  // Where worlds meet on one Redis, each of these has its own counts.
  const EVENTSTREAM_NAMESPACE = `limits-${process.pid}-${open.length}`
  // The clock is stopped, so that no quota returns during the test.
  const at = Date.now()
  const made = await world({ now: () => at, settings: { EVENTSTREAM_NAMESPACE, ...settings } })
  open.push(made)
  return made
}
const refused = (answers: readonly Answered[]): readonly Answered[] =>
  answers.filter(({ status }) => status === 429)

test('a burst of the rate passes, the next one gets Retry-After', async () => {
  let now = 0
  const take = limit('account', 60, () => now)
  for (let n = 0; n < 60; n += 1) await take('a')
  await assert.rejects(
    take('a'),
    (error) =>
      error instanceof Problem && error.status === 429 && error.headers?.['Retry-After'] === '1',
  )
  await take('b')
  now += 1_000
  assert.match((await take('a'))['RateLimit'] ?? '', /^"account";r=0;t=60$/)
  await assert.rejects(take('a'))
})

test('no caller exceeds the rate plus one burst in any hour', () => {
  let now = 0
  const limit = new RateLimit(20, () => now)
  let passed = 0
  for (let n = 0; n < 10_000; n += 1) {
    now = n * 360
    if (!limit.take('victim@example.com').isOver) passed += 1
  }
  assert.ok(passed <= 20 * 60 + 20, `${passed} of 10,000 guesses`)
})

test('a million addresses take no more memory than fifty thousand', () => {
  const limit = new RateLimit(10, () => 0)
  for (let n = 0; n < 1_000_000; n += 1) limit.take(String(n))
  assert.ok(limit.size <= 50_000)
})

test('all addresses of one IPv6 line count as one, and a mapped IPv4 as itself', () => {
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:db8:0:0:ffff::2'))
  assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'))
  assert.equal(networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1'))
})

test('an account has 600 requests a minute unless a setting says otherwise', async () => {
  const w = await limited({ RATE_LIMIT_PER_ACCOUNT: '' })
  const answer = await w.acme.get('/users/me')
  assert.equal(answer.headers.get('ratelimit-policy'), '"account";q=600;w=60')
  assert.match(answer.headers.get('ratelimit') ?? '', /^"account";r=5\d\d;t=\d+$/)
})

test('one account is refused while another of the same address goes on', async () => {
  const w = await limited({ RATE_LIMIT_PER_ACCOUNT: '5' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => w.acme.get('/users/me')))
  const [first] = refused(answers)
  assert.equal(refused(answers).length, 3)
  assert.equal(first?.fault.code, 'throttled')
  assert.ok(Number(first?.headers.get('retry-after')) > 0)
  assert.match(first?.headers.get('ratelimit') ?? '', /^"account";r=0;t=\d+$/)
  assert.equal((await w.rival.get('/users/me')).status, 200)
})

test('all keys of a user share the allowance of the user', async () => {
  const w = await limited({ RATE_LIMIT_PER_ACCOUNT: '6' })
  const keys = []
  for (const name of ['first', 'second']) {
    const made = await w.acme.make('/api-keys', 'api-keys', { name })
    keys.push(new Client(w.base, { ...w.acme, authorization: `Api-Key ${made.text('api_key')}` }))
  }
  const [first, second] = keys
  const answers = await Promise.all([1, 2, 3].map(() => first?.get('/users/me')))
  assert.deepEqual(
    answers.map((one) => one?.status),
    [200, 200, 200],
  )
  assert.equal((await second?.get('/users/me'))?.status, 200)
  assert.equal((await second?.get('/users/me'))?.status, 429)
  assert.equal((await w.acme.get('/users/me')).status, 429, 'nor does a session have more')
})

test('a tenant has one allowance for all of its users', async () => {
  const w = await limited({ RATE_LIMIT_PER_ACCOUNT: '1000', RATE_LIMIT_PER_TENANT: '4' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => w.acme.get('/users/me')))
  assert.equal(refused(answers).length, 2)
})

test('an address without credentials is limited too, on every anonymous operation', async () => {
  const w = await limited({ RATE_LIMIT_PER_ADDRESS: '20' })
  const paths = ['/schema', '/docs', '/nowhere', '/tokens']
  await Promise.all(Array.from({ length: 20 }, () => w.anonymous.get('/nowhere')))
  for (const path of paths) assert.equal((await w.anonymous.get(path)).status, 429, path)
  assert.equal((await fetch(`${w.address}/health/live`)).status, 200)
})

/** Sends a request line as it is written, which `fetch` would tidy up. */
const asWritten = (
  w: World,
  path: string,
  { authorization: Authorization } = w.anonymous,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(w.address)
    const headers = { Authorization }
    const sent = ask({ port, path, agent: false, headers }, async (answer) => {
      let text = ''
      for await (const part of answer) text += String(part)
      resolve({ status: answer.statusCode ?? 0, text })
    })
    sent.on('error', reject)
  })

test('an address is limited in whatever way it writes the path', async () => {
  const w = await limited({ RATE_LIMIT_PER_ADDRESS: '8' })
  // One more passes each 7.5 s, and a busy machine takes that long.
  const used = async (): Promise<void> => {
    while ((await w.anonymous.get('/nowhere')).status !== 429);
  }
  for (const path of [
    '/%61pi/v1/docs',
    '/api/v1/docs/',
    '/api/%761/docs',
    'http://other.example/api/v1/docs',
    'http://other.example/%61pi/v1/docs?x',
    '/other/nowhere',
  ]) {
    await used()
    assert.equal((await asWritten(w, path)).status, 429, path)
  }
  for (const path of ['/health/live', 'http://other.example/health/live'])
    assert.equal((await asWritten(w, path)).status, 200, path)
})

test('a request with a whole address as its target is answered as one with its path', async () => {
  const w = await limited({})
  const path = `/api/v1/tenants/${w.acme.tenantId}`
  const plain = await asWritten(w, path, w.acme)
  assert.equal(plain.status, 200, plain.text)
  assert.deepEqual(await asWritten(w, `http://other.example${path}`, w.acme), plain)
})

test('limits password attempts to twenty a minute for one email address, from all clients together', async () => {
  const w = await limited({ RATE_LIMIT_SIGN_INS: '3' })
  const tries = (email: string): Promise<Answered> =>
    w.anonymous.ask('POST', '/tokens', {
      data: { type: 'tokens', attributes: { email, password: 'a guess' } },
    })
  const email = w.rival.email
  const answers = []
  for (const spelling of [email, email.toUpperCase(), email, email])
    answers.push(await tries(spelling))
  // Signing in to make the world was one of them.
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 400, 429, 429],
  )
  assert.equal((await tries('somebody-else@example.com')).status, 400)
})

test('limits attempts with secrets of any kind from one IP address', async () => {
  const w = await limited({ RATE_LIMIT_SECRETS: '30' })
  const tries = (path: string, type: string, attributes: object): Promise<Answered> =>
    w.anonymous.ask('POST', path, { data: { type, attributes } })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => tries('/tokens/refresh', 'tokens-refresh', { refresh: 'x' })),
  )
  assert.ok(refused(answers).length >= 10)
  assert.equal(
    (await tries('/users', 'users', { name: 'A', email: 'a', password: 'b' })).status,
    429,
  )
})

test('a tenant at its limit of running requests gets 429; no other tenant does', async () => {
  const w = await limited({ REQUESTS_PER_TENANT: '2' })
  const crowd = Array.from({ length: 40 }, () => w.acme.get('/findings/latest'))
  const [other, ...answers] = await Promise.all([w.rival.get('/users/me'), ...crowd])
  assert.equal(other?.status, 200)
  const [first] = refused(answers)
  assert.equal(first?.fault.code, 'throttled')
  assert.equal(first?.headers.get('retry-after'), '5')
  assert.equal(answers.filter(({ status }) => status === 200).length > 0, true)
  assert.equal((await w.acme.get('/users/me')).status, 200, 'its places are free again')
})

test('one address has so many connections open, and the next is hung up on', async () => {
  const w = await limited({ CONNECTIONS_PER_ADDRESS: '6' })
  const { port } = new URL(w.address)
  // Clients of this world have connections too, which stay open for the next request.
  const sockets = Array.from({ length: 12 }, () => connect(Number(port), '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {})
  const closed = (): number => sockets.filter((socket) => socket.closed).length
  for (let n = 0; n < 300 && closed() < 6; n += 1) await sleep(20)
  await sleep(200)
  assert.ok(closed() >= 6 && closed() < 12, `${closed()} of 12 were closed`)
  for (const socket of sockets) socket.destroy()
  await sleep(500)
  assert.equal((await fetch(`${w.address}/health/live`)).status, 200)
})
