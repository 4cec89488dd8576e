import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { type Answered, type World, world } from '../../testing/index.ts'
import { Limit, networkOf } from './limits.ts'

const open: World[] = []
after(async () => {
  for (const one of open) await one.close()
  await open[0]?.test.close()
})
async function limited(settings: Record<string, string>): Promise<World> {
  const made = await world({ settings })
  open.push(made)
  return made
}
const refused = (answers: readonly Answered[]): readonly Answered[] =>
  answers.filter(({ status }) => status === 429)

test('a burst of the rate passes, the next one is told when to come back', () => {
  let now = 0
  const limit = new Limit('account', 60, () => now)
  for (let n = 0; n < 60; n += 1) limit.take('a')
  assert.throws(
    () => limit.take('a'),
    (error) =>
      error instanceof Problem && error.status === 429 && error.headers?.['Retry-After'] === '1',
  )
  limit.take('b')
  now += 1_000
  assert.match(limit.take('a')['RateLimit'] ?? '', /^"account";r=0;t=60$/)
  assert.throws(() => limit.take('a'))
})

test('over any hour nobody gets more than the rate and one burst', () => {
  let now = 0
  const limit = new Limit('sign-ins', 20, () => now)
  let passed = 0
  for (let n = 0; n < 10_000; n += 1) {
    now = n * 360
    try {
      limit.take('victim@example.com')
      passed += 1
    } catch {}
  }
  assert.ok(passed <= 20 * 60 + 20, `${passed} of 10,000 guesses`)
})

test('a million addresses take no more memory than fifty thousand', () => {
  const limit = new Limit('address', 10, () => 0)
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
  assert.match(answer.headers.get('ratelimit') ?? '', /^"account";r=5\d\d;t=1$/)
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

test('every key has an allowance of its own, and the tenant one for all', async () => {
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

test('passwords are tried twenty times a minute for one e-mail address, whoever tries', async () => {
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

test('one address tries secrets of any kind only so often', async () => {
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
