import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Item, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ settings: { CORS_ORIGINS: 'https://ui.example.com' } })
  for (const digit of '123') {
    const uid = digit.repeat(12)
    await w.acme.make('/providers', 'providers', { provider: 'aws', uid, alias: `alias ${digit}` })
  }
})
after(async () => {
  await w.close()
  await w.test.close()
})

const firstRow = async (query = ''): Promise<Item> =>
  (await w.acme.get(`/providers?page[size]=1${query}`)).item

test('a list has pages, absolute links between them, and the contract version', async () => {
  const first = await w.acme.get('/providers?page[size]=2&sort=uid&filter[uid__icontains]=1')
  assert.deepEqual(first.document.meta?.pagination, { page: 1, pages: 1, count: 1 })
  const page = await w.acme.get('/providers?page[size]=2&sort=-uid')
  assert.deepEqual(page.document.meta, {
    pagination: { page: 1, pages: 2, count: 3 },
    version: 'v1',
  })
  assert.equal(page.document.links?.prev, null)
  const next = await w.acme.get(page.next ?? '')
  assert.deepEqual(
    [...page.items, ...next.items].map((one) => one.at('uid')),
    ['333333333333', '222222222222', '111111111111'],
  )
  assert.equal(next.next, null)
  assert.ok(page.document.links?.first?.startsWith(`${w.base}/providers?`))
})

test('a page is never larger than a hundred, whatever a client asks for', async () => {
  await w.test.administer(`
    insert into tasks (tenant_id, id, name, state)
    select '${w.rival.tenantId}', gen_random_uuid(), 'scan-perform', 'completed'
      from generate_series(1, 101)`)
  const answer = await w.rival.get('/tasks?page[size]=1000')
  assert.equal(answer.items.length, 100)
  assert.deepEqual(answer.document.meta?.pagination, { page: 1, pages: 2, count: 101 })
})

test('page[disable]=true gives every provider at once, without pages', async () => {
  const answer = await w.acme.get('/providers?page[disable]=true&page[size]=1')
  assert.equal(answer.items.length, 3)
  assert.equal(answer.document.meta?.pagination, undefined)
  const user = await w.user()
  await w.test.administer(`
    insert into providers (tenant_id, id, provider, uid)
    select '${user.tenantId}', gen_random_uuid(), 'aws', lpad(n::text, 12, '0')
      from generate_series(1, 10001) n`)
  assert.equal((await user.get('/providers?page[disable]=true')).items.length, 10_001)
})

test('only some lists of every provider are built at a time for a tenant, so that others are answered', async () => {
  const user = await w.user()
  const path = '/providers?page[disable]=true'
  const answers = await Promise.all(Array.from({ length: 12 }, () => user.get(path)))
  const statuses = answers.map(({ status }) => status)
  assert.ok(statuses.includes(200), statuses.join())
  assert.ok(statuses.includes(429), statuses.join())
  assert.ok(answers.every(({ status, headers }) => status === 200 || headers.has('retry-after')))
  assert.equal((await w.rival.get(path)).status, 200)
})

test('sparse fields leave the rest out, relationships too', async () => {
  const row = await firstRow('&fields[providers]=alias,secret')
  assert.deepEqual(Object.keys(row.attributes), ['alias'])
  assert.deepEqual(Object.keys(row.relationships), ['secret'])
})

test('a row says where it is, and is there; with a slash at the end too', async () => {
  const row = await firstRow()
  const found = await w.acme.get(row.self)
  assert.deepEqual(found.item, row)
  assert.equal((await w.acme.get(`${row.self}/`)).status, 200)
  assert.equal(found.headers.get('content-type'), 'application/vnd.api+json')
})

test('an id is one id in whatever case it is written', async () => {
  const row = await firstRow()
  const id = row.id
  assert.equal((await w.acme.get(`/providers/${id.toUpperCase()}`)).item.id, id)
})

test('a good Transaction-ID comes back and stands in the log; another is replaced', async () => {
  const good = 'c0ffee00'.repeat(4)
  const own = await w.acme.ask('GET', '/providers', undefined, { 'Transaction-ID': good })
  assert.equal(own.headers.get('transaction-id'), good)
  assert.ok(w.logged.some(({ facts }) => facts['request_id'] === good))
  for (const bad of ['short', 'C0FFEE00'.repeat(4), `${good}0`, 'x'.repeat(32)]) {
    const answer = await w.acme.ask('GET', '/providers', undefined, { 'Transaction-ID': bad })
    assert.match(answer.headers.get('transaction-id') ?? '', /^[0-9a-f]{32}$/)
    assert.notEqual(answer.headers.get('transaction-id'), bad)
  }
})

test('only browsers of a listed origin can read responses, and none sends cookies', async () => {
  const from = (origin: string, method = 'GET'): Promise<Answered> =>
    w.acme.ask(method, '/providers', undefined, { Origin: origin })
  const listed = await from('https://ui.example.com')
  assert.equal(listed.headers.get('access-control-allow-origin'), 'https://ui.example.com')
  assert.match(listed.headers.get('access-control-expose-headers') ?? '', /Transaction-ID/)
  assert.match(listed.headers.get('access-control-expose-headers') ?? '', /Content-Location/)
  assert.equal(listed.headers.get('access-control-allow-credentials'), null)
  for (const other of ['https://evil.example.com', 'https://ui.example.com.evil.net', 'null'])
    assert.equal((await from(other)).headers.get('access-control-allow-origin'), null)
  const asked = await from('https://ui.example.com', 'OPTIONS')
  assert.equal(asked.status, 204)
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Authorization/)
  // A refusal is readable too, or the page could not show its user why.
  const refused = await w.anonymous.ask('GET', '/providers', undefined, {
    Origin: 'https://ui.example.com',
  })
  assert.equal(refused.headers.get('access-control-allow-origin'), 'https://ui.example.com')
})

test('every response has the security headers, including errors', async () => {
  for (const path of ['/providers', '/nothing', '/providers/%ZZ']) {
    const { headers } = await w.acme.get(path)
    assert.equal(headers.get('x-frame-options'), 'DENY', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
    assert.equal(headers.get('cache-control'), 'private, no-store', path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
    assert.equal(headers.get('server'), null)
    assert.equal(headers.get('x-powered-by'), null)
  }
})

test('background work is answered with 202, the task, and its address', async () => {
  const row = await firstRow()
  const path = `/providers/${row.id}/connection`
  const answer = await w.acme.ask('POST', path)
  assert.equal(answer.status, 202)
  const task = answer.item
  assert.equal(task['type'], 'tasks')
  assert.equal(answer.headers.get('content-location'), `/api/v1/tasks/${task.id}`)
  await w.acme.finished(task.id)
})
