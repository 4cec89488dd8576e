/** The section "Task" of the specification, with GET /tasks and DELETE /tasks/{id}. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../index.ts'
import { grant, member, revoke, showTo } from '../member.ts'

let w: World
let owner: Client
let provider = ''
before(async () => {
  w = await world()
  owner = await w.user()
  provider = await owner.provider()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Work that hangs until it is restored: the cloud does not answer. */
async function hanging(
  path: string,
  service: string,
  body?: object,
): Promise<{ id: string; restore(): void }> {
  const restore = w.cloud.script({ match: { service }, do: 'hang' })
  const answer = await owner.ask('POST', path, body && { data: body })
  assert.equal(answer.status, 202, answer.text)
  return { id: answer.item.id, restore }
}
const scan = (): Promise<{ id: string; restore(): void }> => {
  const relationships = { provider: { data: { type: 'providers', id: provider } } }
  return hanging('/scans', 'kms', { type: 'scans', relationships })
}

test('Task: work in the background is a record, listed and shown, that belongs to what queued it', async () => {
  const { body, ...answer } = await owner
    .ask('POST', `/providers/${provider}/connection`)
    .then((queued) => ({ body: queued.item, headers: queued.headers }))
  assert.equal(answer.headers.get('content-location'), `/api/v1/tasks/${body.id}`)
  await owner.finished(body.id)
  const shown = (await owner.get(`/tasks/${body.id}`)).item
  assert.equal(shown.text('name'), 'provider-connection-check')
  assert.deepEqual(shown.at('task_args'), { provider_id: provider })
  assert.ok((await owner.get('/tasks')).ids.includes(body.id))
})

test('Task: GET hides the tasks of providers that the roles of the caller do not see', async () => {
  const { client, roleId } = await member(w, owner, ['manage_providers', 'manage_scans'])
  const { ids } = await owner.get('/tasks')
  assert.ok(ids.length > 0)
  assert.deepEqual((await client.get('/tasks')).ids, [])
  for (const id of ids) {
    assert.equal((await client.get(`/tasks/${id}`)).status, 404)
    assert.equal((await client.ask('DELETE', `/tasks/${id}`)).status, 404)
  }
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: provider })
  assert.deepEqual((await client.get('/tasks')).ids, ids)
})

test('Task: DELETE needs the permission of the operation that queued it', async () => {
  const { client, roleId } = await member(w, owner, ['unlimited_visibility'])
  const check = await hanging(`/providers/${provider}/connection`, 'sts')
  try {
    for (const flags of [[], ['manage_scans'], ['manage_account', 'manage_users']] as const) {
      await grant(w, roleId, flags)
      const answer = await client.ask('DELETE', `/tasks/${check.id}`)
      assert.deepEqual([answer.status, answer.fault.code], [403, 'permission_denied'])
    }
    await grant(w, roleId, ['manage_providers'])
    assert.equal((await client.ask('DELETE', `/tasks/${check.id}`)).status, 202)
    assert.equal((await owner.get(`/tasks/${check.id}`)).item.text('state'), 'cancelled')
  } finally {
    check.restore()
  }
})

test('Task: with manage_scans any visible scan is cancelled, one that waits and one that runs', async () => {
  const { client, roleId } = await member(w, owner, ['manage_scans'])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: provider })
  const running = await scan()
  const waiting = await scan()
  try {
    for (const { id } of [waiting, running]) {
      await revoke(w, roleId, 'manage_scans')
      assert.equal((await client.ask('DELETE', `/tasks/${id}`)).status, 403)
      await grant(w, roleId, ['manage_scans'])
      const answer = await client.ask('DELETE', `/tasks/${id}`)
      assert.equal(answer.status, 202, answer.text)
      const scanId = answer.item.text('task_args', 'scan_id')
      assert.equal((await owner.get(`/scans/${scanId}`)).item.text('state'), 'cancelled')
    }
  } finally {
    running.restore()
    waiting.restore()
  }
})

test('Task: the deletion of a provider is not stopped by anybody', async () => {
  const made = await owner.make('/providers', 'providers', { provider: 'aws', uid: '500000000009' })
  const { item: task } = await owner.ask('DELETE', `/providers/${made.id}`)
  assert.equal(task.text('name'), 'provider-deletion')
  const answer = await owner.ask('DELETE', `/tasks/${task.id}`)
  assert.deepEqual([answer.status, answer.fault.code], [403, 'task_protected'])
  assert.equal((await owner.finished(task.id)).text('state'), 'completed')
})
