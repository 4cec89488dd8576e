import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'

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

test('a deleted provider is gone at once, and its rows soon after', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const scan = await user.scan(provider)
  const before = await rowsOf(provider)
  for (const table of ['scans', 'findings', 'resources', 'provider_secrets'])
    assert.ok((before[table] ?? 0) > 0, table)

  const answer = await user.ask('DELETE', `/providers/${provider}`)
  assert.equal(answer.status, 202)
  const task = answer.item.id
  assert.equal(answer.item.at('name'), 'provider-deletion')
  const gone = [
    `/providers/${provider}`,
    `/scans/${scan}`,
    `/scans/${scan}/coverage`,
    `/scans/${scan}/event-stream`,
  ]
  for (const path of gone) assert.equal((await user.get(path)).status, 404, path)
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
  const { tasks: _followed, ...left } = await rowsOf(provider)
  assert.deepEqual(left, {})
})

test('a deletion cannot be stopped', async () => {
  const user = await w.user()
  const provider = await user.provider()
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
    const { tasks: _followed, ...left } = await rowsOf(provider)
    assert.deepEqual(left, {})
  } finally {
    restore()
  }
})
