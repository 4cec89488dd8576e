import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { sql } from '../../platform/db/index.ts'
import { type World, world } from '../../testing/index.ts'

let w: World
let now = Date.now()
before(async () => {
  w = await world({ now: () => now })
  // Every write of last_used_at leaves a row, whichever process makes it.
  await w.test.administer(`
    create table key_writes (id uuid not null);
    create function note_key_write() returns trigger language plpgsql security definer as $$
      begin insert into public.key_writes values (new.id); return null; end $$;
    create trigger key_writes after update of last_used_at on api_keys
      for each row execute function note_key_write()`)
})
after(async () => {
  await w.close()
  await w.test.close()
})

async function newKey(name: string): Promise<{ id: string; authorization: string }> {
  const made = await w.acme.make('/api-keys', 'api-keys', { name })
  const key = made.text('api_key')
  return { id: made.id, authorization: `Api-Key ${key}` }
}
const use = async (authorization: string): Promise<number> =>
  (await w.anonymous.ask('GET', '/tenants', undefined, { Authorization: authorization })).status
async function writes(id: string): Promise<number> {
  await sleep(100) // the note follows the answer
  const rows = await w.test.administer(
    `select count(*)::int as count from key_writes where id = '${id}'`,
  )
  return rows[0]?.['count'] as number
}

test('a thousand requests in ten seconds note once that a key was used', async () => {
  const { id, authorization } = await newKey('busy')
  const statuses = new Set<number>()
  // The embedded database runs them one by one; a tenth is enough there.
  const batches = w.test.database.kind === 'embedded' ? 5 : 50
  for (let batch = 0; batch < batches; batch += 1) {
    const answers = Array.from({ length: 20 }, () => use(authorization))
    for (const status of await Promise.all(answers)) statuses.add(status)
    now += 10_000 / batches
  }
  assert.deepEqual([...statuses], [200])
  assert.equal(await writes(id), 1)
  const shown = (await w.acme.get(`/api-keys/${id}`)).item
  assert.ok(Math.abs(Date.parse(shown.text('last_used_at')) - Date.now()) < 60_000)
})

test('a key used again after a minute is noted again', async () => {
  const { id, authorization } = await newKey('now and then')
  await use(authorization)
  assert.equal(await writes(id), 1)
  now += 61_000
  await w.test.administer(
    `alter table api_keys disable trigger key_writes;
     update api_keys set last_used_at = last_used_at - interval '61 seconds' where id = '${id}';
     alter table api_keys enable trigger key_writes`,
  )
  await use(authorization)
  assert.equal(await writes(id), 2)
})

test('requests with a key do not wait for whoever writes its row', async () => {
  const { id, authorization } = await newKey('locked')
  if (w.test.database.kind === 'embedded') {
    // One session: no other transaction can lock a row. So only the skipped write is tested.
    assert.equal(await use(authorization), 200)
    return
  }
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = w.test.database.inTenant(w.acme.tenantId, async (tx) => {
    await tx.rows(sql`
      select id from api_keys where tenant_id = ${tx.tenantId} and id = ${id} for update`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const started = performance.now()
  const statuses = await Promise.all(Array.from({ length: 10 }, () => use(authorization)))
  const took = performance.now() - started
  held.resolve()
  await holder
  assert.deepEqual([...new Set(statuses)], [200])
  assert.ok(took < 3_000, `${took} ms`)
})
