/** A dispatch about several accounts: who hears of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FakeJira } from '../../targets/jira/testing/fake-jira.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { connectJira, Sites } from './testing/sites.ts'

const sites = new Sites()
const hidden = '210987654322'
const shown = '210987654321'
let w: World
let user: Client
let jira: FakeJira
let integration: Item
/** Sees one account of two. */
let some: Client
/** Sees both, by the groups of their role. */
let both: Client
before(async () => {
  jira = await sites.jira('acme')
  w = await world({ egress: sites.egress })
  user = w.acme
  integration = await connectJira(user, jira, 'acme')
  const key = (uid: string, account: string) => record({ uid, check: 'key_is_old', account })
  await ingest(user, [record({ uid: 'port-x', check: 'port_is_open', account: hidden })])
  await ingest(user, [
    key('key-a', shown),
    key('key-b', hidden),
    ...Array.from({ length: 55 }, (_, at) =>
      record({ uid: `port-${at}`, check: 'port_is_open', account: shown }),
    ),
  ])
  const providers = (await user.get('/providers')).items
  const idOf = (uid: string): string => providers.find((one) => one.text('uid') === uid)?.id ?? ''
  const seeing = async (...uids: readonly string[]): Promise<Client> => {
    const { client, roleId } = await member(w, user, ['manage_integrations'])
    for (const uid of uids)
      await showTo(w, { tenantId: user.tenantId, roleId, providerId: idOf(uid) })
    return client
  }
  some = await seeing(shown)
  both = await seeing(shown, hidden)
})
after(async () => {
  await w.close()
  await sites.close()
  await w.test.close()
})

const log = (): string => `/integrations/${integration.id}/deliveries`

async function dispatched(client: Client, query: string, dispatch_mode: string): Promise<Item> {
  const attributes = { project_key: 'OPS', issue_type: 'Task', dispatch_mode }
  const data = { type: 'integrations-jira-dispatches', attributes }
  const path = `/integrations/${integration.id}/jira/dispatches?${query}`
  const answer = await client.ask('POST', path, { data })
  assert.equal(answer.status, 202, answer.text)
  return client.finished(answer.item.id)
}

/** What of a dispatch a client reads: its task, and its deliveries. */
async function readBy(client: Client, task: Item): Promise<{ task: boolean; deliveries: number }> {
  const [own, of] = [`/tasks/${task.id}`, `${log()}?filter[task_id]=${task.id}`]
  const listed = (await client.get('/tasks?page[size]=100')).ids.includes(task.id)
  assert.equal((await client.get(own)).status, listed ? 200 : 404)
  return { task: listed, deliveries: (await client.get(of)).count }
}

test('an issue about several accounts is shown to nobody who does not see all of them', async () => {
  const task = await dispatched(user, 'filter[check_id]=key_is_old', 'grouped')
  assert.deepEqual(await readBy(user, task), { task: true, deliveries: 1 })
  assert.deepEqual(await readBy(both, task), { task: true, deliveries: 1 })
  assert.deepEqual(await readBy(some, task), { task: false, deliveries: 0 })
  const [row] = (await user.get(`${log()}?filter[task_id]=${task.id}`)).items
  const one = `${log()}/${row?.id}`
  assert.equal((await both.get(one)).status, 200)
  assert.equal((await some.get(one)).status, 404)
  assert.equal((await some.ask('POST', `${one}/replay`)).status, 404)
})

test('nor is one that names resources of one account and counts those of another', async () => {
  const task = await dispatched(user, 'filter[check_id]=port_is_open', 'grouped')
  const issue = JSON.stringify(jira.issues.at(-1)?.fields)
  assert.match(issue, /56 resources fail/)
  assert.ok(!issue.includes('port-x'))
  assert.deepEqual(await readBy(both, task), { task: true, deliveries: 1 })
  assert.deepEqual(await readBy(some, task), { task: false, deliveries: 0 })
  const own = await dispatched(some, 'filter[check_id]=port_is_open', 'grouped')
  assert.deepEqual(await readBy(some, own), { task: true, deliveries: 1 })
})

test('of issues about an account each, those are shown whose account is seen', async () => {
  const task = await dispatched(user, 'filter[check_id]=key_is_old', 'individual')
  assert.deepEqual(await readBy(both, task), { task: true, deliveries: 2 })
  assert.deepEqual(await readBy(some, task), { task: false, deliveries: 1 })
})
