import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type Json, type World, world } from '../../testing/index.ts'
import { grant, member, showTo } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Queues a connection test that hangs until `restore`. */
async function hanging(owner: Client, provider: string): Promise<{ id: string; restore(): void }> {
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hang' })
  const { body } = await owner.ask('POST', `/providers/${provider}/connection`)
  return { id: body['data']?.['id'] as unknown as string, restore }
}
const ids = async (client: Client, path = '/tasks'): Promise<unknown[]> =>
  ((await client.get(path)).body['data'] as readonly Json[]).map((one) => one['id'])

test('a task shows what it is about, never the tenant or what the worker is given', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const scan = await user.scan(provider)
  const task = (await user.get('/tasks')).body['data']?.[0] as Json
  const attributes = task['attributes'] as Json
  assert.equal(attributes['name'], 'scan-perform')
  assert.equal(attributes['state'], 'completed')
  assert.deepEqual(attributes['task_args'], { scan_id: scan, provider_id: provider })
  assert.deepEqual(attributes['result'], { scan_id: scan })
  assert.ok(Date.parse(attributes['completed_at'] as string) > 0)
  const { text } = await user.get(`/tasks/${task['id'] as string}`)
  assert.ok(!text.includes(user.tenantId))
  assert.deepEqual(await ids(user, '/tasks?filter[state]=failed'), [])
  assert.deepEqual(await ids(user, '/tasks?filter[name]=scan-perform'), [task['id']])
  assert.deepEqual(await ids(user, '/tasks?filter[name__icontains]=DELETION'), [])
  assert.deepEqual(await ids(user, '/scans?include=task'), [scan])
})

test('tasks are seen by those who see their provider', async () => {
  const owner = await w.user()
  const [seen, hidden] = [
    await owner.provider('300000000001'),
    await owner.provider('300000000002'),
  ]
  const made = await Promise.all(
    [seen, hidden].map((id) => owner.ask('POST', `/providers/${id}/connection`)),
  )
  const [visible, invisible] = made.map(({ body }) => body['data']?.['id'] as unknown as string)
  const { client, roleId } = await member(w, owner, ['manage_providers'])
  assert.deepEqual(await ids(client), [])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
  assert.deepEqual(await ids(client), [visible])
  assert.equal((await client.get(`/tasks/${invisible}`)).status, 404)
  assert.equal((await client.ask('DELETE', `/tasks/${invisible}`)).status, 404)
  for (const id of [visible, invisible]) await owner.finished(id as string)
})

test('a task is cancelled with the permission of what queued it, and only while it has not ended', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  const { client, roleId } = await member(w, owner, ['unlimited_visibility', 'manage_scans'])
  const { id, restore } = await hanging(owner, provider)
  try {
    assert.equal((await client.ask('DELETE', `/tasks/${id}`)).status, 403)
    await grant(w, roleId, ['manage_providers'])
    const cancelled = await client.ask('DELETE', `/tasks/${id}`)
    assert.equal(cancelled.status, 202)
    assert.equal(cancelled.body['data']?.['attributes']?.['state'], 'cancelled')
    const again = await client.ask('DELETE', `/tasks/${id}`)
    assert.equal(again.status, 409)
    assert.equal(again.body['errors']?.[0]?.['code'], 'task_ended')
  } finally {
    restore()
  }
  // The connection test that nobody waits for any more leaves the provider as it was.
  const shown = (await owner.get(`/providers/${provider}`)).body['data']?.['attributes']
  assert.deepEqual(shown?.['connection'], { connected: null, last_checked_at: null })
})
