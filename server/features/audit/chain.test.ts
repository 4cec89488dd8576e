/** What an attacker can do to the audit log with write access to the database, but without the key. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { chainKey } from '../../keys.ts'
import {
  auditHeads,
  type Head,
  keyChains,
  readHeads,
  verifyChain,
  withChainKey,
} from '../../platform/audit/index.ts'
import { silent } from '../../platform/log.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { headsSweep } from './heads.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const verify = (tenantId: string, exported?: Head, key = chainKey(w.config)) =>
  w.test.database.inTenant(tenantId, (tx) => verifyChain(tx, key, exported))
const headOf = async (tenantId: string): Promise<Head | undefined> =>
  (await auditHeads(w.test.database)).find(({ tenant_id }) => tenant_id === tenantId)

/** A user with some events. */
async function noted(): Promise<Client> {
  const owner = await w.user()
  for (const name of ['One', 'Two']) await owner.make('/roles', 'roles', { name })
  return owner
}

/** Recomputes every hash of a chain, as before chains had a key. */
const rehash = (tenantId: string, keyId: string): string => `
  do $$
  declare
    event record;
    last bytea := '';
  begin
    for event in select * from audit_events where tenant_id = '${tenantId}' order by sequence loop
      last := sha256(last || convert_to(jsonb_build_array(
        event.id, event.sequence, extract(epoch from event.inserted_at)::text, event.actor_id,
        event.credential_id, event.action, event.resource_type, event.resource_id, event.before,
        event.after, event.request_id)::text, 'UTF8'));
      update audit_events set hash = last, key_id = ${keyId} where tenant_id = '${tenantId}' and sequence = event.sequence;
    end loop;
    update audit_heads set hash = last, key_id = ${keyId} where tenant_id = '${tenantId}';
  end $$`

const alter = (tenantId: string, sequence: number): string =>
  `update audit_events set action = 'nothing_to_see' where tenant_id = '${tenantId}' and sequence = ${sequence}`

test('a chain that was rewritten whole, hashes and all, is named as broken', async () => {
  const { tenantId } = await noted()
  assert.equal((await verify(tenantId)).broken, null)
  await w.test.administer(alter(tenantId, 2))
  await w.test.administer(rehash(tenantId, 'key_id'))
  assert.deepEqual(await verify(tenantId), {
    events: 4,
    broken: 1,
    reason: 'was changed after it was written',
  })
  await w.test.administer(rehash(tenantId, 'null'))
  assert.deepEqual(await verify(tenantId), {
    events: 4,
    broken: 4,
    reason:
      'and all events before it were written without the key, so they may have been rewritten',
  })
})

test('a chain from before chains had a key goes on with one, and cannot be rewritten from then on', async () => {
  const owner = await noted()
  const { tenantId } = owner
  await w.test.administer(rehash(tenantId, 'null'))
  const database = withChainKey(w.test.database, chainKey(w.config))
  assert.deepEqual(await keyChains(database, chainKey(w.config)), [])
  await keyChains(database, chainKey(w.config)) // a second start finds nothing to do
  assert.deepEqual(await verify(tenantId), { events: 5, broken: null, reason: null })
  const [event] = (await owner.get('/audit-events')).items
  assert.equal(event?.text('action'), 'audit_chain_keyed')
  assert.deepEqual(event?.at('after'), { events: 4, unbroken: true })
  await owner.make('/roles', 'roles', { name: 'Four' })
  await w.test.administer(alter(tenantId, 2))
  assert.equal((await verify(tenantId)).broken, 2)
  // The events without a key, with right hashes again: the first event with one does not follow them.
  await w.test.administer(`
    create table later as select * from audit_events where tenant_id = '${tenantId}' and sequence > 4;
    create table head as select * from audit_heads where tenant_id = '${tenantId}';
    delete from audit_events where tenant_id = '${tenantId}' and sequence > 4`)
  await w.test.administer(rehash(tenantId, 'null'))
  await w.test.administer(`
    insert into audit_events select * from later;
    update audit_heads h set hash = head.hash, key_id = head.key_id from head where h.tenant_id = head.tenant_id;
    drop table later, head`)
  assert.equal((await verify(tenantId)).broken, 5)
})

test('a chain that was broken before it had a key is reported when it gets one', async () => {
  const owner = await noted()
  const { tenantId } = owner
  await w.test.administer(rehash(tenantId, 'null'))
  await w.test.administer(alter(tenantId, 3))
  const key = chainKey(w.config)
  assert.deepEqual(await keyChains(withChainKey(w.test.database, key), key), [tenantId])
  const [event] = (await owner.get('/audit-events')).items
  assert.deepEqual(event?.at('after'), { events: 4, unbroken: false })
  assert.equal((await verify(tenantId)).broken, 3)
})

test('an event without a key behind events with one is named', async () => {
  const { tenantId } = await noted()
  await w.test.administer(
    `update audit_events set key_id = null where tenant_id = '${tenantId}' and sequence = 3`,
  )
  const { broken, reason } = await verify(tenantId)
  assert.equal(broken, 3)
  assert.match(reason ?? '', /without the key/)
})

test('an event that was moved to another tenant is named', async () => {
  const [from, to] = [await noted(), await noted()]
  await w.test.administer(`
    delete from audit_events where tenant_id = '${to.tenantId}';
    delete from audit_heads where tenant_id = '${to.tenantId}';
    update audit_events set tenant_id = '${to.tenantId}' where tenant_id = '${from.tenantId}';
    update audit_heads set tenant_id = '${to.tenantId}' where tenant_id = '${from.tenantId}'`)
  assert.equal((await verify(to.tenantId)).broken, 1)
})

test('a tail that was cut together with its head is named by the head that was exported', async () => {
  const owner = await noted()
  const { tenantId } = owner
  const exported = await headOf(tenantId)
  assert.equal(exported?.sequence, 4)
  await w.test.administer(`
    delete from audit_events where tenant_id = '${tenantId}' and sequence > 2;
    update audit_heads h set sequence = 2, hash = e.hash
      from audit_events e
     where h.tenant_id = '${tenantId}' and e.tenant_id = h.tenant_id and e.sequence = 2`)
  assert.equal((await verify(tenantId)).broken, null, 'the rest is intact')
  assert.deepEqual(await verify(tenantId, exported), {
    events: 2,
    broken: 3,
    reason: 'is missing: the exported head is event 4',
  })
  // The chain grows past the exported hash: other events under the numbers of those that were removed.
  for (const name of ['Five', 'Six', 'Seven']) await owner.make('/roles', 'roles', { name })
  assert.deepEqual(await verify(tenantId, exported), {
    events: 5,
    broken: 4,
    reason: 'does not match the exported head',
  })
})

test('another key than the one the events were written with is named as such', async () => {
  const { tenantId } = await noted()
  const other = chainKey({ ...w.config, encryptionKey: Buffer.alloc(32, 8).toString('base64') })
  assert.deepEqual(await verify(tenantId, undefined, other), {
    events: 4,
    broken: 1,
    reason: 'was written with a key that does not match this ENCRYPTION_KEY',
  })
})

test('no part of the key is in the database', async () => {
  const { tenantId } = await noted()
  const rows = await w.test.administer(
    `select row_to_json(e)::text as row from audit_events e where tenant_id = '${tenantId}'
     union all select row_to_json(h)::text from audit_heads h where tenant_id = '${tenantId}'`,
  )
  const text = JSON.stringify(rows)
  const bytes = Buffer.from(chainKey(w.config).bytes)
  for (const spelt of [bytes.toString('hex'), bytes.toString('base64')])
    assert.ok(!text.includes(spelt))
  assert.ok(text.includes(chainKey(w.config).id))
})

test('a running server exports the heads of all tenants once a day, to a file and to the log', async () => {
  const { tenantId } = await noted()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-heads-'))
  let nowMs = Date.UTC(2026, 10, 22, 9)
  const logged: unknown[] = []
  const log = { ...silent, info: (event: string, facts = {}) => void logged.push([event, facts]) }
  const sweep = headsSweep(w.test.database, folder, { log, now: () => nowMs })
  const head = await headOf(tenantId)
  await sweep()
  assert.deepEqual(readdirSync(folder), ['2026-11-22.jsonl'])
  const read = readHeads(readFileSync(join(folder, '2026-11-22.jsonl'), 'utf8'))
  const expected = {
    tenant_id: tenantId,
    sequence: 4,
    hash: head?.hash,
    inserted_at: head?.inserted_at,
  }
  assert.deepEqual(
    read.find(({ tenant_id }) => tenant_id === tenantId),
    expected,
  )
  const lines = logged.length
  assert.ok(
    logged.some((line) => JSON.stringify(line) === JSON.stringify(['audit head', expected])),
  )
  nowMs += 23 * 3_600_000
  await sweep()
  assert.equal(logged.length, lines)
  nowMs += 3_600_000
  await sweep()
  assert.deepEqual(readdirSync(folder), ['2026-11-22.jsonl', '2026-11-23.jsonl'])
  rmSync(folder, { recursive: true, force: true })
})
