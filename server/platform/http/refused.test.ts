/** What the log records of refused requests. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { member } from '../../testing/member.ts'
import { type Answered, type World, world } from '../../testing/index.ts'
import { eventually } from '../../testing/eventually.ts'

const open: World[] = []
after(async () => {
  for (const one of open) await one.close()
  await open[0]?.test.close()
})
async function opened(settings: Readonly<Record<string, string>> = {}): Promise<World> {
  const made = await world({ settings: { WORKER: 'false', ...settings } })
  open.push(made)
  return made
}

/** The line of the access log about an answer, once it is written. */
async function lineOf(w: World, { headers }: Answered): Promise<Readonly<Record<string, unknown>>> {
  const id = headers.get('transaction-id')
  const line = () =>
    w.logged.find(({ event, facts }) => event === 'request' && facts['request_id'] === id)
  await eventually(`a line of the log has the request ${id}`, () => line() !== undefined, 5)
  return line()?.facts ?? {}
}

test('logs denied requests with the user, the operation and the tenant', async () => {
  const w = await opened()
  const { client } = await member(w, w.acme)
  const asked: [answer: Answered, status: number, route: string][] = [
    [await client.get('/roles'), 403, '/api/v1/roles'],
    [await client.get(`/users/${w.rival.userId}`), 403, '/api/v1/users/:id'],
    [await client.get('/findings?filter[colour]=red'), 400, '/api/v1/findings'],
    [await client.get(`/scans/${w.rival.userId}`), 404, '/api/v1/scans/:id'],
  ]
  for (const [answer, status, route] of asked) {
    const { user_id, tenant_id, ...line } = await lineOf(w, answer)
    assert.deepEqual([answer.status, line['status'], line['route']], [status, status, route])
    assert.deepEqual([user_id, tenant_id], [client.userId, w.acme.tenantId], route)
  }
  const nobody = await lineOf(w, await w.anonymous.get('/roles'))
  assert.deepEqual([nobody['status'], nobody['user_id']], [401, undefined])
  const let_in = await lineOf(w, await client.get('/users/me'))
  assert.deepEqual([let_in['status'], let_in['user_id']], [200, undefined], 'others are not noted')
})

test('logs callers that exceed a rate limit', async () => {
  const w = await opened({ RATE_LIMIT_PER_ACCOUNT: '2' })
  const answers = [1, 2, 3].map(() => w.acme.get('/users/me'))
  const refused = (await Promise.all(answers)).find(({ status }) => status === 429)
  assert.ok(refused)
  const { user_id, tenant_id } = await lineOf(w, refused)
  assert.deepEqual([user_id, tenant_id], [w.acme.userId, w.acme.tenantId])
})
