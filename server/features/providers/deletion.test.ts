import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { tables } from '../index.ts'
import { inDeletionOrder } from './tasks.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Every table with rows of a provider, by the number of them. */
async function rowsOf(providerId: string): Promise<Record<string, number>> {
  const tables = await w.test.administer(`
    select distinct c.relname as name
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where a.attname = 'provider_id' and not a.attisdropped`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await w.test.administer(
      `select count(*)::int as count from ${String(name)} where provider_id = '${providerId}'`,
    )
    if (row?.['count']) counts[String(name)] = row['count'] as number
  }
  return counts
}

test('a deleted provider is hidden at once, and its rows are deleted soon after', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const scan = await user.scan(provider)
  const before = await rowsOf(provider)
  for (const table of ['scans', 'findings', 'resources', 'provider_secrets'])
    assert.ok((before[table] ?? 0) > 0, table)

  const answer = await user.ask('DELETE', `/providers/${provider}`)
  assert.equal(answer.status, 202)
  const task = answer.item.id
  assert.equal(answer.item.at('name'), 'provider-deletion')
  const hiddenPaths = [
    `/providers/${provider}`,
    `/scans/${scan}`,
    `/scans/${scan}/coverage`,
    `/scans/${scan}/event-stream`,
  ]
  for (const path of hiddenPaths) assert.equal((await user.get(path)).status, 404, path)
  for (const path of [
    '/providers',
    '/providers/secrets',
    '/scans',
    '/findings/latest',
    '/resources',
  ])
    assert.equal((await user.get(path)).items.length, 0, path)
  assert.equal((await user.ask('DELETE', `/providers/${provider}`)).status, 404)

  assert.equal((await user.finished(task)).at('state'), 'completed')
  const { tasks: _followed, ...remaining } = await rowsOf(provider)
  assert.deepEqual(remaining, {})
})

test('a deletion cannot be stopped', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const answer = await user.ask('DELETE', `/providers/${provider}`)
  const task = answer.item.id
  const stopped = await user.ask('DELETE', `/tasks/${task}`)
  assert.equal(stopped.status, 403)
  assert.equal(stopped.fault.code, 'task_protected')
  assert.equal((await user.finished(task)).at('state'), 'completed')
})

test('deleting a provider that is being scanned ends the scan, and leaves nothing', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const relationships = { provider: { type: 'providers', id: provider } }
  const restore = w.cloud.script({ match: { service: 'iam' }, do: 'hang' })
  try {
    const scan = await user.make('/scans', 'scans', {}, relationships)
    const waiting = await user.make('/scans', 'scans', {}, relationships)
    const answer = await user.ask('DELETE', `/providers/${provider}`)
    const deletion = answer.item.id
    assert.equal((await user.finished(deletion)).at('state'), 'completed')
    for (const task of [scan, waiting])
      assert.equal((await user.finished(task.id)).at('state'), 'cancelled')
    const { tasks: _followed, ...remaining } = await rowsOf(provider)
    assert.deepEqual(remaining, {})
  } finally {
    restore()
  }
})

test('whoever sees one provider only follows its deletion to the end, and nobody else like him does', async () => {
  const owner = await w.user()
  const { tenantId } = owner
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3', 'iam')
  const [asking, watching] = [
    await member(w, owner, ['manage_providers']),
    await member(w, owner, ['manage_providers']),
  ]
  for (const { roleId } of [asking, watching])
    await showTo(w, { tenantId, roleId, providerId: provider })
  const { item } = await asking.client.ask('DELETE', `/providers/${provider}`)
  assert.equal((await asking.client.finished(item.id)).at('state'), 'completed')
  assert.deepEqual((await asking.client.get('/tasks')).ids, [item.id])
  assert.equal((await watching.client.get(`/tasks/${item.id}`)).status, 404)
  assert.deepEqual((await watching.client.get('/tasks')).ids, [])
})

test('nobody sees a task of a provider that was taken from his sight, though he queued it', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3', 'iam')
  const { client, roleId } = await member(w, owner, ['manage_providers'])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: provider })
  const { item } = await client.ask('POST', `/providers/${provider}/connection`)
  await client.finished(item.id)
  await w.test.administer(`delete from role_provider_groups where role_id = '${roleId}'`)
  assert.equal((await client.get(`/tasks/${item.id}`)).status, 404)
})

test('a deletion takes its rows in batches, however many hang on one scan', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const scan = await user.scan(provider)
  const large = ['scan_coverage', 'scan_gaps']
  await w.test.administer(`
    insert into scan_coverage (
      tenant_id, scan_id, unit, check_id, service, region, resource_type, outcome, count)
    select '${user.tenantId}', '${scan}', 'a unit', 'check ' || n, 's3', 'x', '', 'assessed', 1
      from generate_series(1, 5000) n;
    insert into scan_gaps (tenant_id, scan_id, unit, check_id, finding_key, last_key)
    select '${user.tenantId}', '${scan}', 'a unit', 'a check', k, k
      from (select gen_random_uuid() as k from generate_series(1, 5000)) n;
    create table deleted_rows (name text, count int);
    create function note_deleted() returns trigger language plpgsql security definer as $$
      begin
        insert into public.deleted_rows select tg_table_name, count(*) from deleted;
        return null;
      end $$`)
  for (const table of large)
    await w.test.administer(`
      create trigger note_deleted after delete on ${table} referencing old table as deleted
        for each statement execute function note_deleted()`)
  try {
    const { item } = await user.ask('DELETE', `/providers/${provider}`)
    assert.equal((await user.finished(item.id)).at('state'), 'completed')
    for (const table of large) {
      const [row] = await w.test.administer(`
        select max(count) as most, sum(count)::int as all from deleted_rows where name = '${table}'`)
      assert.equal(row?.['most'], 2_000, table)
      assert.ok(Number(row?.['all']) >= 5_000, table)
    }
  } finally {
    for (const table of large) await w.test.administer(`drop trigger note_deleted on ${table}`)
  }
})

test('rows that refer to others are deleted before them, so that none are deleted with another row', async () => {
  const order = inDeletionOrder(tables).map(({ name }) => name)
  assert.deepEqual([order[0], order.at(-1)], ['findings', 'scans'])
  const references = await w.test.administer(`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
      from pg_constraint
     where contype = 'f' and conrelid <> confrelid`)
  const late = references.filter(({ from, to }) => {
    const place = order.indexOf(String(from))
    return place >= 0 && order.includes(String(to)) && place > order.indexOf(String(to))
  })
  assert.ok(references.some(({ to }) => to === 'scans'))
  assert.deepEqual(late, [])
})
