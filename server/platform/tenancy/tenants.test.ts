import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../../describe-api.ts'
import { type Answered, type World, world } from '../../testing/index.ts'
import type { Endpoint } from '../http/index.ts'

let w: World
/** Ids of everything that the rival has, by the type on the wire. */
const theirs = new Map<string, string>()
const endpoints = await listEndpoints()
before(async () => {
  w = await world()
  const providerId = await w.rival.provider()
  const scanId = await w.rival.scan(providerId)
  theirs.set('providers', providerId).set('scans', scanId)
  const first = async (path: string, type: string): Promise<void> => {
    theirs.set(type, (await w.rival.get(path)).item.id)
  }
  await first('/providers/secrets', 'provider-secrets')
  await first('/tasks', 'tasks')
  await first('/findings/latest', 'findings')
  await first('/resources', 'resources')
  await first('/roles', 'roles')
  const key = await w.rival.make('/api-keys', 'api-keys', { name: 'a rival key' })
  theirs.set('api-keys', key.id)
  theirs.set('users', w.rival.userId).set('tenants', w.rival.tenantId)
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** What the parameter of a path names: the collection before it. */
const typeAt = (path: string): string => {
  const collection = path.slice(1, path.indexOf('/:'))
  return collection === 'providers/secrets' ? 'provider-secrets' : collection
}
const described: Readonly<Record<string, object>> = {
  'provider-secrets': { attributes: { name: 'another name' } },
  providers: { attributes: { alias: 'another name' } },
}
function ask({ method, path, draft }: Endpoint, id: string): Promise<Answered> {
  const url = path.replaceAll(/:[a-z_]+/g, id)
  const attributes = { name: 'another name' }
  const body = draft && {
    data: { type: draft.type, id, attributes, ...described[draft.type] },
  }
  return w.acme.ask(method, url, body)
}
/** Nothing but the id may tell two answers apart. */
const bare = ({ text }: Answered, id: string): string => text.replaceAll(id, 'ID')

const addressed = endpoints.filter(({ path }) => path.includes(':'))
for (const endpoint of addressed) {
  const name = `${endpoint.method} ${endpoint.path}`
  test(`${name} tells nothing of another tenant's rows`, async () => {
    const type = typeAt(endpoint.path)
    const id = theirs.get(type)
    assert.ok(id, `the rival has no row of type ${type}`)
    const random = randomUUID()
    const [foreign, absent] = [await ask(endpoint, id), await ask(endpoint, random)]
    if (name === 'DELETE /users/:id')
      assert.equal(foreign.status, 400) // only oneself
    else assert.equal(foreign.status, 404, foreign.text)
    assert.equal(foreign.status, absent.status)
    assert.equal(bare(foreign, id), bare(absent, random))
    assert.deepEqual(
      [...foreign.headers].filter(([header]) => !/^(date|transaction-id|keep-alive)$/.test(header)),
      [...absent.headers].filter(([header]) => !/^(date|transaction-id|keep-alive)$/.test(header)),
    )
  })
}

const lists = endpoints.filter(({ kind, path }) => kind === 'list' && !path.includes(':'))
for (const { path } of lists) {
  test(`GET ${path} lists nothing of another tenant, whatever is asked for`, async () => {
    const own = await w.acme.get(`${path}?page[size]=100`)
    assert.equal(own.status, 200, own.text)
    for (const [type, id] of theirs) assert.ok(!own.text.includes(id), `a row of type ${type}`)
    const { items } = await w.rival.get(`${path}?page[size]=100`)
    assert.ok(items.length > 0, 'the rival sees his own')
  })
}

const references: [name: string, path: string, body: () => object][] = [
  ['a scan', '/scans', () => ({ type: 'scans', attributes: {} })],
  [
    'a secret',
    '/providers/secrets',
    () => ({
      type: 'provider-secrets',
      attributes: {
        secret_type: 'static',
        secret: { aws_access_key_id: 'a', aws_secret_access_key: 'b' },
      },
    }),
  ],
]
for (const [name, path, body] of references) {
  test(`${name} cannot be attached to another tenant's provider`, async () => {
    const to = (id: string): Promise<Answered> => {
      const relationships = { provider: { data: { type: 'providers', id } } }
      return w.acme.ask('POST', path, { data: { ...body(), relationships } })
    }
    const id = theirs.get('providers') as string
    const random = randomUUID()
    const [foreign, absent] = [await to(id), await to(random)]
    assert.equal(foreign.status, 400)
    assert.equal(bare(foreign, id), bare(absent, random))
  })
}

test('filters, includes and sorting reach no further than the tenant', async () => {
  const paths = [
    `/scans?filter[provider]=${theirs.get('providers')}&include=provider,task`,
    `/scans?filter[id__in]=${theirs.get('scans')}`,
    `/findings?filter[scan]=${theirs.get('scans')}&include=resources,scan`,
    `/findings?filter[provider]=${theirs.get('providers')}`,
    `/resources?filter[provider]=${theirs.get('providers')}&include=provider`,
    `/providers/secrets?filter[provider]=${theirs.get('providers')}`,
    `/roles?filter[id]=${theirs.get('roles')}`,
    `/users?filter[email]=${encodeURIComponent(w.rival.email)}`,
  ]
  for (const path of paths) {
    const { items, included } = await w.acme.get(path)
    assert.deepEqual([items, included], [[], []], path)
  }
})

test('both tenants connect the same account, and neither learns of the other', async () => {
  const made = await w.acme.provider()
  assert.notEqual(made, theirs.get('providers'))
})

test('what another tenant tried changed nothing', async () => {
  const provider = await w.rival.get(`/providers/${theirs.get('providers')}`)
  assert.equal(provider.item.at('alias'), null)
  const scan = await w.rival.get(`/scans/${theirs.get('scans')}`)
  assert.equal(scan.item.at('name'), null)
  const key = await w.rival.get(`/api-keys/${theirs.get('api-keys')}`)
  assert.equal(key.item.at('revoked'), false)
  assert.equal((await w.rival.get('/users/me')).status, 200)
})
