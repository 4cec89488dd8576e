import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { grant, member, revoke } from '../../testing/member.ts'

let w: World
let clock = 0
before(async () => {
  w = await world({ now: () => Date.now() + clock })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const make = async (client: Client, attributes: object): Promise<Item> =>
  client.make('/api-keys', 'api-keys', attributes)
const secretOf = (key: Item): string => key.text('api_key')
const use = (key: string, path = '/users/me', scheme = 'Api-Key'): Promise<Answered> =>
  w.anonymous.ask('GET', path, undefined, { Authorization: `${scheme} ${key}` })

test('a new key has its form, lives a year, names its owner and is shown once', async () => {
  const made = await make(w.acme, { name: 'The first' })
  const key = secretOf(made)
  assert.match(key, /^pk_[2-9A-HJKMNP-TV-Z]{8}\.[0-9A-Za-z]{49}$/)
  assert.equal(made.at('prefix'), key.slice(0, 11))
  const days = (Date.parse(made.text('expires_at')) - Date.now()) / 86_400_000
  assert.ok(Math.abs(days - 365) < 0.1, `${days} days`)
  assert.deepEqual(made.linked('entity'), [w.acme.userId])
  const secret = key.split('.')[1] as string
  for (const path of ['/api-keys', `/api-keys/${made.id}`, '/api-keys?include=entity'])
    assert.ok(!(await w.acme.get(path)).text.includes(secret))
  const rows = await w.test.administer('select * from api_keys')
  assert.ok(!inspect(rows, { depth: 9, maxStringLength: null }).includes(secret))
  assert.ok(!inspect(w.logged, { depth: 9 }).includes(secret))
})

test('a key acts as its owner, in its tenant, with the rights he has now', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_account'])
  const key = secretOf(await make(client, { name: 'of a member' }))
  assert.equal((await use(key)).item.id, client.userId)
  assert.equal((await use(key, '/users')).status, 403)
  await grant(w, roleId, ['manage_users'])
  assert.equal((await use(key, '/users')).status, 200)
  await revoke(w, roleId, 'manage_users')
  assert.equal((await use(key, '/users')).status, 403)
})

test('a name is taken once in a tenant, is all that can be changed, and is free in another', async () => {
  const made = await make(w.acme, { name: 'taken' })
  await make(w.rival, { name: 'taken' })
  const again = await w.acme.ask('POST', '/api-keys', {
    data: { type: 'api-keys', attributes: { name: 'taken' } },
  })
  assert.equal(again.status, 400)
  assert.equal(again.fault.code, 'unique')
  const path = `/api-keys/${made.id}`
  const change = (attributes: object): Promise<Answered> =>
    w.acme.ask('PATCH', path, { data: { type: 'api-keys', id: made.id, attributes } })
  const renamed = await change({ name: 'renamed' })
  assert.equal(renamed.item.at('name'), 'renamed')
  const until = await change({ name: 'renamed', expires_at: '2099-01-01T00:00:00Z' })
  assert.equal(until.status, 400)
  assert.equal(until.fault.source?.pointer, '/data/attributes/expires_at')
  assert.equal((await w.acme.ask('DELETE', path)).status, 405)
})

test('a revoked key is refused at the next request, and revoked only once', async () => {
  const made = await make(w.acme, { name: 'to revoke' })
  const path = `/api-keys/${made.id}/revoke`
  assert.equal((await use(secretOf(made))).status, 200)
  const revoked = await w.acme.ask('DELETE', path)
  assert.equal(revoked.status, 200)
  assert.equal(revoked.item.at('revoked'), true)
  assert.equal((await use(secretOf(made))).status, 401)
  assert.equal((await w.acme.ask('DELETE', path)).status, 400)
})

test('the list begins with keys in use, the newest first', async () => {
  const user = await w.user()
  for (const name of ['one', 'two', 'three']) await make(user, { name })
  const two = (await user.get('/api-keys?filter[name]=two')).item.id
  await user.ask('DELETE', `/api-keys/${two}/revoke`)
  const { items } = await user.get('/api-keys')
  assert.deepEqual(
    items.map((one) => one.at('name')),
    ['three', 'one', 'two'],
  )
})

test('a key past its end is refused, and none is made that would have ended already', async () => {
  const in90s = new Date(Date.now() + 90_000).toISOString()
  const made = await make(w.acme, { name: 'short', expires_at: in90s })
  assert.equal((await use(secretOf(made))).status, 200)
  clock = 100_000
  try {
    assert.equal((await use(secretOf(made))).status, 401)
  } finally {
    clock = 0
  }
  const past = await w.acme.ask('POST', '/api-keys', {
    data: { type: 'api-keys', attributes: { name: 'past', expires_at: '2020-01-01T00:00:00Z' } },
  })
  assert.equal(past.status, 400)
})

test('a key made with a key ends with it at the latest', async () => {
  const user = await w.user()
  const ends = new Date(Date.now() + 3_600_000).toISOString()
  const first = secretOf(await make(user, { name: 'an hour', expires_at: ends }))
  const by = async (attributes: object): Promise<Answered> => {
    const body = { data: { type: 'api-keys', attributes } }
    return w.anonymous.ask('POST', '/api-keys', body, { Authorization: `Api-Key ${first}` })
  }
  const later = new Date(Date.parse(ends) + 60_000).toISOString()
  const refused = await by({ name: 'longer', expires_at: later })
  assert.equal(refused.status, 400)
  assert.equal(refused.fault.source?.pointer, '/data/attributes/expires_at')
  const sooner = new Date(Date.parse(ends) - 60_000).toISOString()
  assert.equal((await by({ name: 'shorter', expires_at: sooner })).item.at('expires_at'), sooner)
  assert.equal((await by({ name: 'as long as that', expires_at: ends })).status, 201)
  const plain = (await by({ name: 'as long' })).item.text('expires_at')
  assert.ok(Math.abs(Date.parse(plain) - Date.parse(ends)) <= 1_000, plain)
  assert.ok(Date.parse(plain) <= Date.parse(ends))
})

test('a key made with a key ends when that one is revoked, and so do the keys made with it', async () => {
  const user = await w.user()
  const first = await make(user, { name: 'leaked' })
  const by = async (key: string, name: string): Promise<Item> => {
    const body = { data: { type: 'api-keys', attributes: { name } } }
    const answer = await w.anonymous.ask('POST', '/api-keys', body, {
      Authorization: `Api-Key ${key}`,
    })
    return answer.item
  }
  const child = await by(secretOf(first), 'a child')
  const grandchild = await by(secretOf(child), 'a grandchild')
  const sibling = await make(user, { name: 'made in a session' })
  const keys = [first, child, grandchild, sibling].map(secretOf)
  const statuses = async (): Promise<number[]> =>
    Promise.all(keys.map(async (key) => (await use(key)).status))
  assert.deepEqual(await statuses(), [200, 200, 200, 200])
  assert.equal((await user.ask('DELETE', `/api-keys/${first.id}/revoke`)).status, 200)
  assert.deepEqual(await statuses(), [401, 401, 401, 200])
})

test('of a revocation and a key that is made meanwhile, nothing is left over', async () => {
  const user = await w.user()
  const first = await make(user, { name: 'leaked' })
  const child = (name: string): Promise<Answered> =>
    w.anonymous.ask(
      'POST',
      '/api-keys',
      { data: { type: 'api-keys', attributes: { name } } },
      {
        Authorization: `Api-Key ${secretOf(first)}`,
      },
    )
  const [, ...made] = await Promise.all([
    user.ask('DELETE', `/api-keys/${first.id}/revoke`),
    ...Array.from({ length: 8 }, (_, n) => child(`child ${n}`)),
  ])
  for (const answer of made)
    if (answer.status === 201) assert.equal((await use(secretOf(answer.item))).status, 401)
})

test('whatever is no good key is 401, and says how to sign in', async () => {
  const key = secretOf(await make(w.acme, { name: 'a good one' }))
  const [prefix = '', secret = ''] = key.split('.')
  const other = secretOf(await make(w.rival, { name: 'of a rival' }))
  const deleted = await w.user()
  const orphan = secretOf(await make(deleted, { name: 'of a deleted user' }))
  await deleted.ask('DELETE', `/users/${deleted.userId}`)
  const bad: [name: string, header: string][] = [
    ['nothing behind the scheme', 'Api-Key'],
    ['only the prefix', `Api-Key ${prefix}`],
    [
      'one letter changed',
      `Api-Key ${prefix}.${secret.replace(/^./, (c) => (c === 'a' ? 'b' : 'a'))}`,
    ],
    ['the checksum changed', `Api-Key ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ["another key's secret", `Api-Key ${prefix}.${other.split('.')[1] ?? ''}`],
    ['lower-cased', `Api-Key ${key.toLowerCase()}`],
    ['as a bearer token', `Bearer ${key}`],
    ['another scheme', `Basic ${key}`],
    ['two of them', `Api-Key ${key} ${key}`],
    ['its owner deleted', `Api-Key ${orphan}`],
    ['absent', `Api-Key pk_${'2'.repeat(8)}.${secret}`],
  ]
  for (const [name, header] of bad) {
    const answer = await w.anonymous.ask('GET', '/users/me', undefined, { Authorization: header })
    assert.equal(answer.status, 401, name)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer', name)
    assert.equal(answer.fault.status, '401', name)
  }
  assert.equal((await use(key, '/users/me', 'api-key')).status, 200)
})

test('an API key creates no session and cannot switch tenants', async () => {
  const user = await w.user()
  const made = await user.make('/tenants', 'tenants', { name: 'Elsewhere' })
  const key = secretOf(await make(user, { name: 'stays' }))
  const answer = await w.anonymous.ask(
    'POST',
    '/tokens/switch',
    { data: { type: 'tokens-switch-tenant', attributes: { tenant_id: made.id } } },
    { Authorization: `Api-Key ${key}` },
  )
  assert.equal(answer.status, 403)
})

test('a list of keys includes their owners, and the roles these have', async () => {
  const owner = await w.user()
  await owner.make('/api-keys', 'api-keys', { name: 'a key' })
  const { items, included } = await owner.get('/api-keys?include=entity.roles&fields[roles]=name')
  assert.deepEqual(items[0]?.linked('entity'), [owner.userId])
  const shown = included.map((one) => [one.type, one.text('name')])
  assert.deepEqual(shown.toSorted(), [
    ['roles', 'admin'],
    ['users', 'A user'],
  ])
})

test('the keys of one member are asked for by their owner', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const own = await make(owner, { name: 'of the owner' })
  const other = await make(client, { name: 'of the member' })
  const of = async (user: string) => (await owner.get(`/api-keys?filter[entity]=${user}`)).ids
  assert.deepEqual(await of(client.userId), [other.id])
  assert.deepEqual(await of(owner.userId), [own.id])
})
