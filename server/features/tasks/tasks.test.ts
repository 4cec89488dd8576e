import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { grant, member, showTo } from '../../testing/member.ts'
import { account, ingest, record } from '../ingestion/testing/files.ts'

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
  const { item } = await owner.ask('POST', `/providers/${provider}/connection`)
  return { id: item.id, restore }
}
const ids = async (client: Client, path = '/tasks'): Promise<readonly string[]> =>
  (await client.get(path)).ids

test('a task shows its subject, never the tenant or the input of the worker', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const scan = await user.scan(provider)
  const task = (await user.get('/tasks?filter[name]=scan-perform')).item
  assert.equal(task.at('name'), 'scan-perform')
  assert.equal(task.at('state'), 'completed')
  assert.deepEqual(task.at('task_args'), { scan_id: scan, provider_id: provider })
  assert.deepEqual(task.at('result'), { scan_id: scan })
  assert.ok(Date.parse(task.text('completed_at')) >= Date.parse(task.text('started_at')))
  assert.ok(Date.parse(task.text('started_at')) >= Date.parse(task.text('inserted_at')))
  const { text } = await user.get(`/tasks/${task.id}`)
  assert.ok(!text.includes(user.tenantId))
  assert.deepEqual(await ids(user, '/tasks?filter[state]=failed'), [])
  assert.deepEqual(await ids(user, '/tasks?filter[name]=scan-perform'), [task.id])
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
  const [visible, invisible] = made.map(({ item }) => item.id)
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
  await owner.scanOnly(provider, 's3', 'iam')
  const { client, roleId } = await member(w, owner, ['unlimited_visibility', 'manage_scans'])
  const { id, restore } = await hanging(owner, provider)
  try {
    assert.equal((await client.ask('DELETE', `/tasks/${id}`)).status, 403)
    await grant(w, roleId, ['manage_providers'])
    const cancelled = await client.ask('DELETE', `/tasks/${id}`)
    assert.equal(cancelled.status, 202)
    assert.equal(cancelled.item.at('state'), 'cancelled')
    const again = await client.ask('DELETE', `/tasks/${id}`)
    assert.equal(again.status, 409)
    assert.equal(again.fault.code, 'task_ended')
  } finally {
    restore()
  }
  // The canceled connection test leaves the provider unchanged.
  const shown = (await owner.get(`/providers/${provider}`)).item
  assert.deepEqual(shown.at('connection'), { connected: null, last_checked_at: null })
})

test('a task that only a newer version knows is shown, and stays when a client cancels it', async () => {
  const owner = await w.user()
  const id = newId()
  await w.test.administer(`
    insert into tasks (tenant_id, id, name, input, task_args, metadata)
    values ('${owner.tenantId}', '${id}', 'report-of-a-newer-version', '{}', '{"kind": "new"}', '{}')`)
  const waiting = ['report-of-a-newer-version', 'available']
  const shown = (await owner.get(`/tasks/${id}`)).item
  assert.deepEqual([shown.at('name'), shown.at('state')], waiting)
  const refused = await owner.ask('DELETE', `/tasks/${id}`)
  assert.deepEqual([refused.status, refused.fault.code], [409, 'task_unknown'])
  assert.deepEqual(await ids(owner, '/tasks?filter[state]=available'), [id])
})

test('the task of a file is seen by who sees every account in it, and by who sent it', async () => {
  const owner = await w.user()
  const file = [record({ uid: 'a' }), record({ uid: 'b', account: '111111111111' })]
  const [task = ''] = (await ingest(owner, file)).linked('task')
  const { client, roleId } = await member(w, owner, ['manage_ingestions'])
  const learnsNothing = async (): Promise<void> => {
    assert.ok(!(await client.get('/tasks?page[size]=100')).text.includes(task))
    assert.equal((await client.get(`/tasks/${task}`)).status, 404)
  }
  await learnsNothing()
  const [first = '', second = ''] = (await owner.get('/providers')).ids
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: first })
  await learnsNothing()
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: second })
  assert.equal((await client.get(`/tasks/${task}`)).status, 200)
  const own = await ingest(client, [record({ uid: 'c', account: '222222222222' })])
  assert.equal((await client.get(`/tasks/${own.linked('task')[0]}`)).status, 200)
  assert.equal((await owner.get(`/tasks/${task}`)).status, 200)
})

test('a file about an account that was deleted is shown as if the account were out of sight', async () => {
  const owner = await w.user()
  const other = '111111111111'
  const done = await ingest(owner, [record({ uid: 'a' }), record({ uid: 'b', account: other })])
  const { client, roleId } = await member(w, owner, ['manage_ingestions'])
  const providers = (await owner.get('/providers')).items
  const idOf = (uid: string): string => providers.find((one) => one.text('uid') === uid)?.id ?? ''
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: idOf(account) })
  const deletion = await owner.ask('DELETE', `/providers/${idOf(other)}`)
  await owner.finished(deletion.item.id)
  for (const path of [`/ingestions/${done.id}`, `/tasks/${done.linked('task')[0]}`]) {
    assert.equal((await owner.get(path)).status, 200)
    assert.equal((await client.get(path)).status, 404)
  }
})

test('work on all accounts is seen and cancelled by its own user, and by users who see every account', async () => {
  const owner = await w.user()
  await ingest(owner, [record({ uid: 'a' })])
  const some = await member(w, owner, ['manage_scans', 'manage_account'])
  const all = await member(w, owner, ['manage_scans', 'unlimited_visibility'])
  const own = await member(w, owner, ['manage_scans'])
  const [providerId = ''] = (await owner.get('/providers')).ids
  for (const { roleId } of [some, own])
    await showTo(w, { tenantId: owner.tenantId, roleId, providerId })
  const mute = (name: string) => ({ query: 'filter[status]=FAIL', name, reason: 'Of a test.' })
  const triage = { query: 'filter[status]=FAIL', status: 'false_positive' }
  const queued = async (by: Client, path: string, type: string, attributes: object) => {
    const answer = await by.ask('POST', path, { data: { type, attributes } })
    assert.equal(answer.status, 202, answer.text)
    return answer.item.id
  }
  const muting = await queued(owner, '/mute-rules/matching', 'mute-rules-matching', mute('One'))
  await owner.finished(muting)
  const deciding = await queued(
    owner,
    '/finding-triages/matching',
    'finding-triages-matching',
    triage,
  )
  await owner.finished(deciding)
  for (const id of [muting, deciding]) {
    assert.equal((await some.client.get(`/tasks/${id}`)).status, 404)
    assert.equal((await some.client.ask('DELETE', `/tasks/${id}`)).status, 404)
    assert.equal((await all.client.get(`/tasks/${id}`)).status, 200)
    assert.equal((await all.client.ask('DELETE', `/tasks/${id}`)).fault.code, 'task_ended')
  }
  assert.ok(!(await ids(some.client)).includes(muting))
  const third = await queued(
    own.client,
    '/finding-triages/matching',
    'finding-triages-matching',
    triage,
  )
  assert.equal((await own.client.finished(third)).id, third)
  assert.equal((await some.client.get(`/tasks/${third}`)).status, 404)
})

test('a mutelist that is stored is applied: no member cancels that', async () => {
  const owner = await w.user()
  const limited = await member(w, owner, ['manage_account'])
  const Checks = { '*': { Regions: ['*'], Resources: ['*'] } }
  const configuration = { Mutelist: { Accounts: { '*': { Checks } } } }
  const attributes = { processor_type: 'mutelist', configuration }
  await owner.make('/processors', 'processors', attributes)
  const [id = ''] = await ids(owner, '/tasks?filter[name]=mutelist-apply')
  assert.equal((await limited.client.get(`/tasks/${id}`)).status, 404)
  assert.equal((await limited.client.ask('DELETE', `/tasks/${id}`)).status, 404)
  const refused = await owner.ask('DELETE', `/tasks/${id}`)
  assert.deepEqual([refused.status, refused.fault.code], [403, 'task_protected'])
  assert.equal((await owner.finished(id)).at('state'), 'completed')
})
