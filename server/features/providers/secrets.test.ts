import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { after, before, test } from 'node:test'
import { type Answered, type World, world } from '../../testing/index.ts'
import { accountIds, wholeSecrets } from './testing/accounts.ts'

let w: World
let uid = 200_000_000_000
/** In every secret of this file, and nowhere else. */
const canary = 'cAnArY0123456789canary/SECRET+key'
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function newProvider(): Promise<string> {
  uid += 1
  const made = await w.acme.make('/providers', 'providers', { provider: 'aws', uid: String(uid) })
  return made.id
}
const give = (
  id: string,
  secret: unknown,
  secret_type = 'static',
  more: object = {},
): Promise<Answered> =>
  w.acme.ask('POST', '/providers/secrets', {
    data: {
      type: 'provider-secrets',
      attributes: { secret_type, secret, ...more },
      relationships: { provider: { data: { type: 'providers', id } } },
    },
  })
const key = { aws_access_key_id: 'AKIAEXAMPLE', aws_secret_access_key: canary }
const role = {
  role_arn: 'arn:aws:iam::123456789012:role/audit',
  external_id: 'an external id',
  ...key,
}
const pointers = ({ faults }: Answered): unknown[] => faults.map(({ source }) => source?.pointer)
const at = (field: string): string => `/data/attributes/secret/${field}`

test('a secret is taken and never given back', async () => {
  const provider = await newProvider()
  const made = await give(provider, key, 'static', { name: 'a name' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(Object.keys(made.item.attributes).toSorted(), [
    'inserted_at',
    'name',
    'secret_type',
    'updated_at',
  ])
  const id = made.item.id
  const shown = (await w.acme.get(`/providers/${provider}`)).item
  assert.deepEqual(shown.linked('secret'), [id])
  const hidden = await w.acme.get(`/providers/secrets/${id}?fields[provider-secrets]=secret`)
  assert.equal(hidden.status, 400)
})

const shapes: [name: string, type: string, secret: object, wrong: string[]][] = [
  ['a key', 'static', key, []],
  ['a key with a session', 'static', { ...key, aws_session_token: 'token' }, []],
  ['nothing', 'static', {}, [at('aws_access_key_id'), at('aws_secret_access_key')]],
  ['half a key', 'static', { aws_access_key_id: 'a' }, [at('aws_secret_access_key')]],
  ['a number', 'static', { ...key, aws_access_key_id: 7 }, [at('aws_access_key_id')]],
  ['an unknown field', 'static', { ...key, region: 'eu-west-1' }, [at('region')]],
  ['a role as a key', 'static', role, [at('role_arn'), at('external_id')]],
  ['a role', 'role', role, []],
  [
    'a role with its limits',
    'role',
    { ...role, session_duration: 900, role_session_name: 'me' },
    [],
  ],
  ['no external id', 'role', { role_arn: role.role_arn, ...key }, [at('external_id')]],
  ['no role', 'role', { ...role, role_arn: 'audit' }, [at('role_arn')]],
  ['too short a session', 'role', { ...role, session_duration: 899 }, [at('session_duration')]],
  ['too long a session', 'role', { ...role, session_duration: 43_201 }, [at('session_duration')]],
  ['an account of Google', 'service_account', {}, ['/data/attributes/secret_type']],
]
for (const [name, type, secret, wrong] of shapes) {
  const says = wrong.length === 0 ? 'fits' : `is refused at ${wrong.join(', ')}`
  test(`${name} as a secret of type ${type} ${says}`, async () => {
    const answer = await give(await newProvider(), secret, type)
    assert.equal(answer.status, wrong.length === 0 ? 201 : 400, answer.text)
    if (wrong.length > 0) assert.deepEqual(pointers(answer).toSorted(), wrong.toSorted())
  })
}

test('a provider has one secret: a second one is 409, another one replaces it', async () => {
  const provider = await newProvider()
  const made = await give(provider, key)
  assert.equal((await give(provider, key)).status, 409)
  const id = made.item.id
  const change = (attributes: object): Promise<Answered> =>
    w.acme.ask('PATCH', `/providers/secrets/${id}`, {
      data: { type: 'provider-secrets', id, attributes },
    })
  assert.equal((await change({ secret_type: 'role' })).status, 400)
  const replaced = await change({ secret_type: 'role', secret: role, name: 'by role' })
  assert.equal(replaced.item.at('secret_type'), 'role')
  assert.deepEqual(
    pointers(await change({ secret: key })),
    [at('aws_access_key_id'), at('role_arn'), at('external_id')].filter(
      (one) => one !== at('aws_access_key_id'),
    ),
  )
  assert.equal((await w.acme.ask('DELETE', `/providers/secrets/${id}`)).status, 204)
  assert.equal((await w.acme.get(`/providers/secrets/${id}`)).status, 404)
  assert.equal((await give(provider, key)).status, 201)
})

test('no answer, log line or row of the database holds a secret, whatever went wrong with it', async () => {
  const provider = await newProvider()
  const answers = [
    await give(provider, { ...key, [canary]: 1 }, 'role'),
    await give(provider, { aws_access_key_id: canary.repeat(9), aws_secret_access_key: canary }),
    await give(provider, [canary]),
    await give(provider, key, canary),
    await give(provider, key),
    await w.acme.ask('POST', `/providers/${provider}/connection`),
  ]
  const task = (answers.at(-1) as Answered).item.id
  const result = await w.acme.finished(task)
  const listed = await w.acme.get('/providers/secrets?page[size]=100')
  // A response contains the name of a field that the client invented, but never a value.
  const shown = answers.slice(1).map(({ text }) => text)
  const output = [...shown, listed.text, JSON.stringify(result), inspect(w.logged, { depth: 9 })]
  for (const text of output) assert.ok(!text.includes(canary), text.slice(0, 500))
  const tables = await w.test.administer(`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`)
  for (const { name } of tables) {
    const schema = await w.test.administer(`
      select table_schema as schema from information_schema.tables where table_name = '${String(name)}'`)
    const table = `${String(schema[0]?.['schema'])}.${String(name)}`
    const found = await w.test.administer(`
      select count(*)::int as count from ${table} t
       where t::text like '%${canary}%'
          or t::text like '%${Buffer.from(canary).toString('hex')}%'`)
    assert.equal(found[0]?.['count'], 0, table)
  }
})

test('the region that older clients send for Oracle Cloud is accepted and ignored, whatever it is', async () => {
  const uid = accountIds.oraclecloud.good[0] ?? ''
  const { id } = await w.acme.make('/providers', 'providers', { provider: 'oraclecloud', uid })
  const secret = wholeSecrets.find(({ type }) => type === 'oraclecloud')?.secret
  const made = await give(id, { ...secret, region: 'eu-frankfurt-1' })
  assert.equal(made.status, 201, made.text)
  for (const region of ['', 7, null, { of: 'old' }]) {
    const attributes = { secret: { ...secret, region } }
    const changed = await w.acme.ask('PATCH', `/providers/secrets/${made.item.id}`, {
      data: { type: 'provider-secrets', id: made.item.id, attributes },
    })
    assert.equal(changed.status, 200, changed.text)
  }
  const other = await give(await newProvider(), { ...key, region: 'eu-west-1' })
  assert.deepEqual([other.status, pointers(other)], [400, [at('region')]])
})
