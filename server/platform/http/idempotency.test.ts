import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Answered, type Client, password, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const post = (
  who: Client,
  path: string,
  { type, ...attributes }: { type: string; [name: string]: unknown },
  key: string,
): Promise<Answered> =>
  who.ask('POST', path, { data: { type, attributes } }, { 'Idempotency-Key': key })
const role = (who: Client, name: string, key: string): Promise<Answered> =>
  post(who, '/roles', { type: 'roles', name }, key)
const rolesNamed = async (who: Client, name: string): Promise<number> =>
  (await who.get(`/roles?filter[name]=${name}`)).count
const isReplayed = (answer: Answered): boolean =>
  answer.headers.get('idempotency-replayed') === 'true'

test('a POST that is sent again with its key has one effect and the same answer', async () => {
  const key = randomUUID()
  const first = await role(w.acme, 'once', key)
  const second = await role(w.acme, 'once', key)
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(second.text, first.text)
  assert.deepEqual([isReplayed(first), isReplayed(second)], [false, true])
  assert.equal(await rolesNamed(w.acme, 'once'), 1)
  const events = await w.acme.get(`/audit-events?filter[resource]=${first.item.id}`)
  assert.equal(events.items.length, 1)
})

test('ten at once have one effect, and all the same answer', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => role(w.acme, 'at-once', key)))
  assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
  assert.equal(answers.filter(isReplayed).length, 9)
  assert.equal(await rolesNamed(w.acme, 'at-once'), 1)
})

test('work that is queued is queued once, and a retry gets the same task', async () => {
  const provider = await w.acme.provider()
  const key = randomUUID()
  const relationships = { provider: { data: { type: 'providers', id: provider } } }
  const ask = (): Promise<Answered> =>
    w.acme.ask(
      'POST',
      '/scans',
      { data: { type: 'scans', relationships } },
      { 'Idempotency-Key': key },
    )
  const [first, second] = await Promise.all([ask(), ask()])
  assert.equal(first.status, 202, first.text)
  assert.equal(second.item.id, first.item.id)
  assert.equal(second.headers.get('content-location'), first.headers.get('content-location'))
  assert.equal((await w.acme.get('/scans')).count, 1)
  await w.acme.finished(first.item.id)
})

test('requests that are answered while the disk is full store no answer', async () => {
  const user = await w.user()
  const key = randomUUID()
  const list = (check: string) => ({
    Mutelist: { Accounts: { '*': { Checks: { [check]: { Regions: ['*'], Resources: ['*'] } } } } },
  })
  const previewOf = (check: string): Promise<Answered> =>
    post(
      user,
      '/processors/preview',
      { type: 'processor-previews', configuration: list(check) },
      key,
    )
  const switched = { type: 'tokens-switch-tenant', tenant_id: user.tenantId }
  for (const answer of [
    await previewOf('one'),
    await previewOf('one'),
    await previewOf('another'),
    await post(user, '/tokens/switch', switched, key),
    await post(user, '/tokens/switch', switched, key),
  ])
    assert.deepEqual([answer.status, isReplayed(answer)], [200, false], answer.text)
  const stored = await w.test.administer(
    `select route from idempotency_keys where tenant_id = '${user.tenantId}'`,
  )
  assert.deepEqual(stored, [])
})

test('another body, or another row, with the same key is refused', async () => {
  const key = randomUUID()
  await role(w.acme, 'first-body', key)
  const other = await role(w.acme, 'second-body', key)
  assert.deepEqual([other.status, other.fault.code], [422, 'idempotency_key_reused'])
  assert.equal(await rolesNamed(w.acme, 'second-body'), 0)
})

test('a key belongs to one user, one tenant and one route', async () => {
  const key = randomUUID()
  const { client } = await member(w, w.acme, ['manage_account'])
  assert.equal((await role(w.acme, 'of-the-owner', key)).status, 201)
  assert.equal((await role(w.rival, 'of-the-rival', key)).status, 201)
  assert.equal((await role(client, 'of-a-member', key)).status, 201)
  assert.equal(
    (await post(w.acme, '/api-keys', { type: 'api-keys', name: 'of a route' }, key)).status,
    201,
  )
})

test('a refusal stores no key: the same request may succeed later', async () => {
  const key = randomUUID()
  const made = await role(w.acme, 'taken', randomUUID())
  assert.equal((await role(w.acme, 'taken', key)).status, 400)
  assert.equal((await w.acme.ask('DELETE', `/roles/${made.item.id}`)).status, 204)
  const again = await role(w.acme, 'taken', key)
  assert.deepEqual([again.status, isReplayed(again)], [201, false])
})

test('who may not any more hears so, and not the answer he had', async () => {
  const { client, roleId } = await member(w, w.acme, ['manage_account'])
  const key = randomUUID()
  assert.equal((await role(client, 'while-he-may', key)).status, 201)
  await w.test.administer(`update roles set manage_account = false where id = '${roleId}'`)
  assert.equal((await role(client, 'while-he-may', key)).status, 403)
})

test('a secret that is shown once is shown again for its idempotency key, and is stored encrypted', async () => {
  const key = randomUUID()
  const ask = (): Promise<Answered> =>
    post(w.acme, '/api-keys', { type: 'api-keys', name: 'shown once' }, key)
  const secret = (await ask()).item.text('api_key')
  assert.equal((await ask()).item.text('api_key'), secret)
  const rows = await w.test.administer(`select k::text as row from idempotency_keys k`)
  const hex = Buffer.from(secret).toString('hex')
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.ok(!String(row).includes(secret) && !String(row).includes(hex))
})

test('founding a tenant happens once, though its transaction is another', async () => {
  const key = randomUUID()
  const found = (): Promise<Answered> =>
    post(w.acme, '/tenants', { type: 'tenants', name: 'Once' }, key)
  const [first, second] = [await found(), await found()]
  assert.equal(second.item.id, first.item.id)
  const both = await Promise.all(
    [1, 2].map(() => post(w.acme, '/tenants', { type: 'tenants', name: 'At once' }, `${key}2`)),
  )
  for (const answer of both)
    assert.ok(answer.status === 201 || answer.fault.code === 'request_running', answer.text)
  assert.equal((await w.acme.get('/tenants?filter[name]=At once')).count, 1)
})

test('after a day the key is free', async () => {
  const key = randomUUID()
  const first = await role(w.acme, 'a-day', key)
  await w.acme.ask('DELETE', `/roles/${first.item.id}`)
  await w.test.administer(
    `update idempotency_keys set inserted_at = now() - interval '25 hours' where key = '${key}'`,
  )
  const next = await role(w.acme, 'a-day', key)
  assert.deepEqual([next.status, isReplayed(next)], [201, false])
})

test('a key that is no key is refused and names its header', async () => {
  for (const key of ['a key', 'x'.repeat(256)]) {
    const answer = await role(w.acme, 'no-key', key)
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.fault.source, { header: 'Idempotency-Key' })
  }
})

test('from what is stored of a request nobody can guess its password by trying', async () => {
  const user = await w.user()
  const body = JSON.stringify({ data: { type: 'second-factors', attributes: { password } } })
  const headers = { 'Idempotency-Key': 'with-a-password' }
  const made = await user.ask('POST', '/users/me/second-factor', body, headers)
  assert.equal(made.status, 201, made.text)
  const [row] = await w.test.administer(`
    select encode(request, 'hex') as request
      from idempotency_keys where user_id = '${user.userId}' and key = 'with-a-password'`)
  for (const asked of [
    [{}, ''],
    [{}, '', 'password'],
    [{}, '', null],
  ]) {
    const guess = createHash('sha256').update(JSON.stringify(asked)).update(body).digest('hex')
    assert.notEqual(row?.['request'], guess)
  }
})
