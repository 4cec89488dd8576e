import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chainKey } from '../../keys.ts'
import { verifyChain } from '../../platform/audit/index.ts'
import { sql } from '../../platform/db/index.ts'
import { type Item, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const events = async (filter: string): Promise<readonly Item[]> =>
  (await w.acme.get(`/audit-events?${filter}`)).items
const chain = (tenantId: string) =>
  w.test.database.inTenant(tenantId, (tx) => verifyChain(tx, chainKey(w.config)))

test('a change records the user, the old and new values, and the request', async () => {
  const role = await w.acme.make('/roles', 'roles', { name: 'Auditors' })
  const attributes = { name: 'Readers', manage_scans: true }
  const data = { type: 'roles', id: role.id, attributes }
  const changed = await w.acme.ask('PATCH', `/roles/${role.id}`, { data })
  assert.equal((await w.acme.ask('DELETE', `/roles/${role.id}`)).status, 204)
  const [deleted, patched, created] = await events(`filter[resource]=${role.id}`)
  assert.equal(created?.at('before'), null)
  assert.equal(created?.text('after', 'name'), 'Auditors')
  assert.equal(patched?.text('action'), 'roles_partial_update')
  assert.equal(patched?.text('before', 'name'), 'Auditors')
  assert.equal(patched?.at('after', 'manage_scans'), true)
  assert.equal(patched?.text('actor_id'), w.acme.userId)
  assert.equal(patched?.text('request_id'), changed.headers.get('transaction-id'))
  assert.equal(deleted?.text('before', 'name'), 'Readers')
  assert.equal(deleted?.at('after'), null)
})

test('what was refused leaves no event', async () => {
  const before = await chain(w.acme.tenantId)
  assert.equal((await w.acme.ask('DELETE', `/roles/${w.acme.userId}`)).status, 404)
  assert.equal(
    (await w.acme.ask('POST', '/roles', { data: { type: 'roles', attributes: {} } })).status,
    400,
  )
  assert.deepEqual(await chain(w.acme.tenantId), before)
})

test('a secret is noted as such and not by what it is', async () => {
  const key = await w.acme.make('/api-keys', 'api-keys', { name: 'a key' })
  const [event] = await events(`filter[resource]=${key.id}`)
  assert.ok(event)
  assert.ok(!JSON.stringify(event).includes(key.text('api_key')))
  const provider = await w.acme.provider()
  await w.acme.scanOnly(provider, 's3', 'iam')
  const [, made] = await events('filter[resource_type__in]=provider-secrets,providers')
  assert.equal(made?.text('resource_id'), provider)
})

test('parallel changes make one chain without a gap', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `parallel ${n}`)
  await Promise.all(names.map((name) => w.acme.make('/roles', 'roles', { name })))
  const { events: count, broken } = await chain(w.acme.tenantId)
  assert.equal(broken, null)
  assert.ok(count >= 10)
})

test('only users with manage_account read the events, and only those of the tenant', async () => {
  const { client } = await member(w, w.acme, ['manage_users'])
  assert.equal((await client.get('/audit-events')).status, 403)
  const foreign = await w.rival.get(`/audit-events?filter[actor]=${w.acme.userId}`)
  assert.deepEqual(foreign.items, [])
})

test('who does not see every provider reads no event that could reveal one', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3', 'iam')
  const { client } = await member(w, owner, ['manage_account'])
  await owner.make('/roles', 'roles', { name: 'Seen by both' })
  const listed = await client.get('/audit-events')
  assert.ok(listed.items.some((event) => event.text('resource_type') === 'roles'))
  assert.ok(!listed.text.includes(provider))
  assert.ok((await owner.get('/audit-events')).text.includes(provider))
})

test('the server itself cannot change or remove an event', async () => {
  const statements = [sql`update audit_events set action = 'x'`, sql`delete from audit_events`]
  for (const statement of statements)
    await assert.rejects(
      w.test.database.inTenant(w.acme.tenantId, (tx) => tx.run(statement)),
      /permission denied/,
    )
})

test('reports a changed event, a missing event and a truncated chain', async () => {
  const { tenantId } = w.acme
  const { events: count } = await chain(tenantId)
  const tampered = async (damage: string, repair: string): Promise<number | null> => {
    await w.test.administer(damage)
    const { broken } = await chain(tenantId)
    await w.test.administer(repair)
    return broken
  }
  const second = `where tenant_id = '${tenantId}' and sequence = 2`
  const found = await tampered(
    `update audit_events set action = action || 'x' ${second}`,
    `update audit_events set action = rtrim(action, 'x') ${second}`,
  )
  assert.equal(found, 2)
  const removedAndRestored = (which: string): [string, string] => [
    `create table backup as select * from audit_events where tenant_id = '${tenantId}' and ${which};
     delete from audit_events where tenant_id = '${tenantId}' and ${which}`,
    'insert into audit_events select * from backup; drop table backup',
  ]
  assert.equal(await tampered(...removedAndRestored('sequence = 2')), 2)
  assert.equal(await tampered(...removedAndRestored(`sequence = ${count}`)), count)
  assert.equal((await chain(tenantId)).broken, null)
})
