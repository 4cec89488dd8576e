import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeJira } from '../../targets/jira/testing/fake-jira.ts'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { connectJira, Sites } from './testing/sites.ts'

const sites = new Sites()
const publicUrl = 'https://plumbline.example'
let w: World
let user: Client
let jira: FakeJira
let integration: Item
before(async () => {
  jira = await sites.jira('acme')
  w = await world({
    egress: sites.egress,
    settings: { PUBLIC_URL: publicUrl },
    pace: { searchLagSeconds: 2 },
  })
  user = w.acme
  integration = await connectJira(user, jira, 'acme')
  const records = Array.from({ length: 63 }, (_, at) =>
    record({ uid: `open-${String(at).padStart(2, '0')}`, check: 'bucket_is_open' }),
  )
  const account = '210987654322'
  await ingest(user, [
    ...records,
    record({ uid: 'passes', check: 'bucket_is_open', status: 'PASS' }),
    record({ uid: 'a-key', check: 'key_is_old', account }),
    record({ uid: 'b-key', check: 'key_is_old' }),
  ])
})
beforeEach(async () => {
  jira.issues.length = 0
  await w.test.administer('delete from tracker_issues')
})
after(async () => {
  await w.close()
  await sites.close()
  await w.test.close()
})

const dispatch = (client: Client, query: string, attributes: object = {}): Promise<Answered> =>
  client.ask('POST', `/integrations/${integration.id}/jira/dispatches?${query}`, {
    data: {
      type: 'integrations-jira-dispatches',
      attributes: { project_key: 'OPS', issue_type: 'Task', ...attributes },
    },
  })

async function dispatched(query: string, attributes: object = {}): Promise<Item> {
  const answer = await dispatch(user, query, attributes)
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.item.text('name'), 'integration-jira')
  return user.finished(answer.item.id)
}
const grouped = { dispatch_mode: 'grouped' }
const findings = async (query: string): Promise<readonly Item[]> =>
  (await user.get(`/findings/latest?page[size]=100&${query}`)).items

const counts = (task: Item) => {
  const { created_count, updated_count, failed_count, waiting_count } = task.object('result')
  return { created_count, updated_count, failed_count, waiting_count }
}
const created = (n: number) => ({
  created_count: n,
  updated_count: 0,
  failed_count: 0,
  waiting_count: 0,
})
const textOf = (issue: { fields: object } | undefined): string => JSON.stringify(issue?.fields)

test('Limits: a grouped issue names up to 50 resources, says how many more there are, and links to all', async () => {
  const task = await dispatched('filter[check_id]=bucket_is_open', grouped)
  assert.deepEqual(counts(task), created(1))
  assert.equal(jira.issues.length, 1)
  const text = textOf(jira.issues[0])
  const named = new Set(text.match(/arn:aws:s3:::open-\d\d/g))
  assert.equal(named.size, 50)
  assert.match(text, /63 resources fail/)
  assert.match(text, /and 13 more/)
  assert.ok(text.includes(`${publicUrl}/findings?`), text)
  assert.ok(!text.includes('passes'))
})

test('one issue a check is made of several checks, and a second dispatch updates these issues', async () => {
  const query = 'filter[check_id__in]=bucket_is_open,key_is_old'
  assert.deepEqual(counts(await dispatched(query, grouped)), created(2))
  const again = await dispatched(query, grouped)
  assert.deepEqual(counts(again), { ...created(0), updated_count: 2 })
  assert.equal(jira.issues.length, 2)
  assert.deepEqual(
    jira.issues.map(({ comments }) => comments.length),
    [0, 0],
  )
})

test('what is different since the last dispatch is commented under the issue', async () => {
  const [finding] = await findings('filter[check_id]=key_is_old&filter[uid]=a-key')
  const query = 'filter[check_id]=key_is_old'
  assert.deepEqual(counts(await dispatched(query, grouped)), created(1))
  await user.make('/mute-rules', 'mute-rules', {
    name: 'an old key',
    reason: 'noise',
    finding_ids: [finding?.id],
  })
  await ingest(user, [record({ uid: 'c-key', check: 'key_is_old' })])
  const task = await dispatched(query, grouped)
  assert.deepEqual(counts(task), { ...created(0), updated_count: 1 })
  const [issue] = jira.issues
  const said = JSON.stringify(issue?.comments)
  assert.match(said, /1 resource was added/)
  assert.match(said, /arn:aws:s3:::c-key/)
  assert.match(said, /1 resource no longer fails/)
  assert.match(said, /arn:aws:s3:::a-key/)
})

test('findings that are named become an issue each, and are updated when they are sent again', async () => {
  const [one, other] = await findings('filter[check_id]=bucket_is_open')
  const query = `filter[finding_id__in]=${one?.id},${other?.id}`
  const task = await dispatched(query)
  assert.deepEqual(counts(task), created(2))
  assert.deepEqual(task.at('task_args'), {
    integration_id: integration.id,
    project_key: 'OPS',
    issue_type: 'Task',
    dispatch_mode: 'individual',
    issues: 2,
  })
  const log = `/integrations/${integration.id}/deliveries`
  const rows = (await user.get(`${log}?filter[task_id__in]=${task.id}`)).items
  assert.deepEqual(
    new Set(rows.map((row) => row.text('outcome', 'issue_key'))),
    new Set(jira.issues.map(({ key }) => key)),
  )
  assert.ok(textOf(jira.issues[0]).includes(`${publicUrl}/findings?open=`))
  const again = await dispatched(`filter[finding_id]=${one?.id}`)
  assert.deepEqual(counts(again), { ...created(0), updated_count: 1 })
  assert.equal(jira.issues.length, 2)
})

test('a dispatch is refused that names nothing, nothing visible, or another kind of integration', async () => {
  const cases: readonly (readonly [query: string, parameter: string])[] = [
    ['', 'filter[finding_id]'],
    ['filter[finding_id]=00000000-0000-4000-8000-000000000000', 'filter[finding_id]'],
    ['filter[check_id]=no_such_check', 'filter[check_id]'],
    ['filter[finding_id__in]=x', 'filter[finding_id__in]'],
  ]
  for (const [query, parameter] of cases) {
    const answer = await dispatch(user, query)
    assert.deepEqual([answer.status, answer.fault.source?.parameter], [400, parameter], answer.text)
  }
  const [one] = await findings('filter[check_id]=bucket_is_open')
  const bucket = await user.make('/integrations', 'integrations', {
    integration_type: 'amazon_s3',
    configuration: { bucket_name: 'acme-findings' },
    credentials: { aws_access_key_id: 'AKIA', aws_secret_access_key: 'secret' },
  })
  const other = await user.ask(
    'POST',
    `/integrations/${bucket.id}/jira/dispatches?filter[finding_id]=${one?.id}`,
    {
      data: {
        type: 'integrations-jira-dispatches',
        attributes: { project_key: 'OPS', issue_type: 'Task' },
      },
    },
  )
  assert.deepEqual([other.status, other.fault.code], [400, 'invalid_integration'])
})

test('only findings that the caller sees are sent, and his groups have issues of their own', async () => {
  const [mine] = await findings('filter[uid]=b-key')
  const [hidden] = await findings('filter[provider_uid]=210987654322')
  const { client, roleId } = await member(w, user, ['manage_integrations'])
  const providers = (await user.get('/providers')).items
  const seen = providers.find((one) => one.text('uid') === '210987654321')?.id ?? ''
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: seen })
  assert.equal((await dispatch(client, `filter[finding_id]=${hidden?.id}`)).status, 400)
  const query = 'filter[check_id]=key_is_old'
  assert.deepEqual(counts(await dispatched(query, grouped)), created(1))
  const answer = await dispatch(client, query, grouped)
  const task = await client.finished(answer.item.id)
  assert.deepEqual(counts(task), created(1))
  const [, own] = jira.issues
  assert.ok(textOf(own).includes('b-key'))
  assert.ok(!textOf(own).includes('210987654322'))
  assert.equal((await dispatch(client, `filter[finding_id]=${mine?.id}`)).status, 202)
})

test('whoever sees some of very many providers sends groups, and gets the same issue again', async () => {
  const { client, roleId } = await member(w, user, ['manage_integrations'])
  const providers = (await user.get('/providers')).items
  const seen = providers.find((one) => one.text('uid') === '210987654321')?.id ?? ''
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: seen })
  await w.test.administer(`
    with made as (
      insert into providers (tenant_id, id, provider, uid)
      select '${user.tenantId}', gen_random_uuid(), 'aws', 'many-' || n from generate_series(1, 300) n
      returning id)
    insert into provider_group_members (tenant_id, provider_group_id, provider_id)
    select '${user.tenantId}', g.provider_group_id, made.id
      from made, role_provider_groups g
     where g.role_id = '${roleId}'`)
  const query = 'filter[check_id]=key_is_old'
  const first = await dispatch(client, query, grouped)
  assert.equal(first.status, 202, first.text)
  assert.deepEqual(counts(await client.finished(first.item.id)), created(1))
  const again = await dispatch(client, query, { ...grouped, project_key: 'ops' })
  const task = await client.finished(again.item.id)
  assert.deepEqual(counts(task), { ...created(0), updated_count: 1 })
  await w.test.administer(`delete from providers where uid like 'many-%'`)
})

test('a refusal of Jira is told by check and in its words, and the log of deliveries keeps it', async () => {
  const task = await dispatched('filter[check_id]=bucket_is_open', {
    ...grouped,
    issue_type: 'Epic',
  })
  assert.deepEqual(counts(task), { ...created(0), failed_count: 1 })
  assert.deepEqual(task.at('result', 'failed_groups'), [
    { check_id: 'bucket_is_open', code: 'not_found', error: task.text('result', 'error') },
  ])
  assert.match(task.text('result', 'error'), /OPS has no issue type "Epic"/)
  const path = `/integrations/${integration.id}/deliveries`
  const [row] = (await user.get(`${path}?filter[state]=failed`)).items
  assert.equal(row?.text('reason_code'), 'not_found')
  assert.equal(row?.at('subject', 'check_id'), 'bucket_is_open')
  assert.deepEqual(
    (await user.get(`${path}/${row?.id}`)).item.text('reason'),
    task.text('result', 'error'),
  )
})

test('an issue whose answer was lost is found again, and not made twice', async () => {
  jira.fail('POST /rest/api/3/issue', 'lost')
  const task = await dispatched('filter[check_id]=key_is_old', grouped)
  assert.deepEqual(counts(task), { ...created(0), waiting_count: 1 })
  assert.equal(task.text('state'), 'completed')
  assert.ok(task.text('result', 'error').length > 10)
  assert.equal(jira.issues.length, 1)
  const path = `/integrations/${integration.id}/deliveries`
  const [row] = (await user.get(`${path}?filter[state]=pending`)).items
  assert.equal(row?.text('reason_code'), 'uncertain')
  const waits = Date.parse(row?.text('next_attempt_at') ?? '') - Date.now()
  assert.ok(waits > 0, `it waits ${waits} ms`)
  assert.equal((await user.ask('POST', `${path}/${row?.id}/replay`)).status, 202)
  for (let state = ''; state !== 'delivered'; await sleep(50))
    state = (await user.get(`${path}/${row?.id}`)).item.text('state')
  const shown = (await user.get(`${path}/${row?.id}`)).item
  assert.deepEqual(shown.at('outcome'), {
    issue_key: 'OPS-1',
    issue_url: 'https://acme.atlassian.net/browse/OPS-1',
    outcome: 'updated',
  })
  assert.equal(shown.number('attempts'), 2)
  assert.equal(jira.issues.length, 1)
})

test('a dispatch that is cancelled sends nothing more', async () => {
  const path = `/integrations/${integration.id}`
  jira.fail('POST /rest/api/3/search', 'hang')
  const before = jira.count('POST /rest/api/3/search')
  const held = await dispatch(user, 'filter[check_id]=bucket_is_open')
  while (jira.count('POST /rest/api/3/search') === before) await sleep(20)
  assert.equal((await user.ask('DELETE', `/tasks/${held.item.id}`)).status, 202)
  const rows = (await user.get(`${path}/deliveries?filter[state]=failed&page[size]=100`)).items
  const cancelled = rows.filter((row) => row.at('reason_code') === 'cancelled')
  assert.equal(cancelled.length, 63)
  assert.equal((await user.get(`${path}/deliveries?filter[state]=pending`)).count, 0)
  assert.equal((await user.ask('DELETE', `/tasks/${held.item.id}`)).status, 409)
})
