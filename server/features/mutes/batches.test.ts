/** Rules and mutelists over more findings than a batch: what a task does of them, and what interrupts and changes it. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseQuery } from '@plumbline/jsonapi'
import { Worker, workerDefaults } from '../../platform/tasks/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { type Client, running, world } from '../../testing/index.ts'
import { Player, uidOf } from '../../testing/findings-model/player.ts'
import { findingKeyOf } from '../versions/index.ts'
import { catalogOf } from '../checks/index.ts'
import { compose } from '../feature.ts'
import { feature, mutesOf } from './index.ts'
import { notBegun, reEvaluateInBatches, sizeAfter } from './re-evaluation.ts'
import { muteRules } from './resource.ts'
import { findingsAfter, rulePage } from './store.ts'

/** Nothing runs in the background before a test starts a worker. */
const here = await world({ settings: { WORKER: 'false' } })
after(async () => {
  await here.close()
  await here.test.close()
})
const { database } = here.test
const log = { info() {}, warn() {}, error() {} }
const services = { catalog: catalogOf([]), now: Date.now, atWork: database, log }
const { kinds, sweeps } = compose([feature], services)

const number = async (statement: string): Promise<number> =>
  Number((await here.test.administer(`select (${statement})::int as n`))[0]?.['n'])

/** Has a worker do what there is to do until the number of muted findings is this and no task is left. */
async function worked({ tenantId }: Client, muted: number): Promise<void> {
  const settings = { ...workerDefaults, pollMs: 20, sweepMs: 20 }
  const worker = new Worker(database, kinds, { sweeps, settings, log })
  await worker.start()
  try {
    await eventually(
      `${muted} findings are muted`,
      async () => (await mutedOf(tenantId)) === muted && (await openTasks(tenantId)) === 0,
    )
  } finally {
    await worker.stop()
  }
}
const mutedOf = (tenantId: string): Promise<number> =>
  number(`select count(*) from findings where tenant_id = '${tenantId}' and muted`)
const openTasks = (tenantId: string): Promise<number> =>
  number(`
    select count(*) from tasks
     where tenant_id = '${tenantId}' and state in ('available', 'executing')`)
/** The most findings that one transaction has written. */
const mostTogether = (tenantId: string): Promise<number> =>
  number(`
    select max(n) from (
      select count(*) as n from findings where tenant_id = '${tenantId}' group by xmin::text) t`)

/** A new tenant with so many failed findings, the last one in a second account. */
async function failing(count: number) {
  const client = await here.user()
  const { tenantId } = client
  const [player, second] = [
    await Player.join(here.test, tenantId),
    await Player.join(here.test, tenantId),
  ]
  const says = Array.from({ length: count - 1 }, (_, n) => ({
    check: 'encrypted',
    on: `s3/eu:b${n}`,
    status: 'FAIL' as const,
  }))
  const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  await player.full({ 's3/eu': { says } }, at(1))
  await second.full({ 's3/eu': { says: says.slice(0, 1) } }, at(1))
  /** Scans the first account once more, as the rules are now. */
  const again = async (): Promise<void> => {
    const keys = says.map(({ on }) => findingKeyOf(uidOf('encrypted', on)))
    const mutes = await player.in((tx) => mutesOf(tx, player.providerId, keys))
    await player.full({ 's3/eu': { says, mutes } }, at(2))
  }
  const rows = await here.test.administer(`select id from findings where tenant_id = '${tenantId}'`)
  return { client, player, again, ids: rows.map(({ id }) => String(id)) }
}

let names = 0
const mute = (client: Client, finding_ids: readonly string[], more: object = {}) =>
  client.make('/mute-rules', 'mute-rules', {
    name: `Rule ${(names += 1)}`,
    reason: 'Test buckets.',
    finding_ids,
    ...more,
  })
async function patch(client: Client, id: string, attributes: object) {
  const data = { type: 'mute-rules', id, attributes }
  const answer = await client.ask('PATCH', `/mute-rules/${id}`, { data })
  equal(answer.status, 200, answer.text)
  return answer.item
}
const taskOf = async (client: Client, ruleId: string): Promise<string> =>
  (await client.get(`/mute-rules/${ruleId}`)).item.linked('task')[0] ?? ''

/** Runs a task of this name up to its second batch, and leaves it as a worker that was killed does. */
async function killedAfterOneBatch({ tenantId }: Client, name: string): Promise<void> {
  const [task] = await here.test.administer(`
    select id, input from tasks where tenant_id = '${tenantId}' and name = '${name}' and state = 'available'`)
  let batches = 0
  const inTenant: ReturnType<typeof running>['inTenant'] = (work) =>
    (batches += 1) > 1 ? Promise.reject(new Error('killed')) : database.inTenant(tenantId, work)
  const taskId = String(task?.['id'])
  const kind = kinds.find((one) => one.name === name)
  const given = { ...running(here.test, tenantId), taskId, inTenant }
  await rejects(async () => kind?.run(task?.['input'], given), /killed/)
  await here.test.administer(`
    update tasks set state = 'executing', fence = 1, attempts = 1, lease_until = now() - interval '1 second'
     where id = '${taskId}'`)
}

test('a rule over more findings than a batch is applied by its task, at most 500 findings in a transaction', async () => {
  const { client, player, ids } = await failing(1_100)
  const rule = await mute(client, ids)
  equal(rule.texts('finding_uids').length, 1_100)
  const [task = ''] = rule.linked('task')
  const shown = (await client.get(`/tasks/${task}`)).item
  deepEqual(shown.at('metadata'), { matched: 1_100, done: 0 })
  equal((await client.ask('DELETE', `/tasks/${task}`)).fault.code, 'task_protected')
  await worked(client, 1_100)
  ok((await mostTogether(client.tenantId)) <= 500)
  deepEqual((await client.get(`/tasks/${task}`)).item.at('result'), { changed: 1_100 })
  equal(await taskOf(client, rule.id), '')
  deepEqual(await player.overview(), { pass: 0, fail: 0, manual: 0, muted: 1_099 })

  equal((await patch(client, rule.id, { name: 'Another name' })).linked('task').length, 0)
  equal((await patch(client, rule.id, { enabled: false })).linked('task').length, 1)
  await worked(client, 0)
  ok((await mostTogether(client.tenantId)) <= 500)
  deepEqual(await player.overview(), { pass: 0, fail: 1_099, manual: 0, muted: 0 })
})

test('a deleted rule is gone at once, and its findings are shown again by a task that outlives a kill', async () => {
  const { client, ids } = await failing(600)
  const { tenantId } = client
  const rule = await mute(client, ids, { name: 'The name' })
  await worked(client, 600)
  equal((await client.ask('DELETE', `/mute-rules/${rule.id}`)).status, 204)
  equal((await client.get(`/mute-rules/${rule.id}`)).status, 404)
  equal((await client.get('/mute-rules')).count, 0)
  equal((await client.ask('DELETE', `/mute-rules/${rule.id}`)).status, 404)
  const data = { type: 'mute-rules', id: rule.id, attributes: { enabled: true } }
  equal((await client.ask('PATCH', `/mute-rules/${rule.id}`, { data })).status, 404)
  await killedAfterOneBatch(client, 'mute-rule-apply')
  equal(await mutedOf(tenantId), 550)
  const other = await mute(client, ids.slice(0, 1), { name: 'The name' })
  equal((await client.ask('DELETE', `/mute-rules/${other.id}`)).status, 204)
  await worked(client, 0)
  ok((await mostTogether(tenantId)) <= 500)
  for (const table of ['mute_rules', 'mute_rule_findings', 'mute_rule_changes'])
    equal(await number(`select count(*) from ${table} where tenant_id = '${tenantId}'`), 0, table)
})

test('a task whose worker was killed goes on after its last batch', async () => {
  const { client, ids } = await failing(600)
  const [task = ''] = (await mute(client, ids)).linked('task')
  await killedAfterOneBatch(client, 'mute-rule-apply')
  equal(await mutedOf(client.tenantId), 50)
  deepEqual((await client.get(`/tasks/${task}`)).item.at('metadata'), { matched: 600, done: 50 })
  await worked(client, 600)
  deepEqual((await client.get(`/tasks/${task}`)).item.at('result'), { changed: 600 })
})

test('a rule that changes while its task runs, and a scan meanwhile, end as the rule is then', async () => {
  const { client, player, again, ids } = await failing(600)
  const rule = await mute(client, ids)
  const former = await taskOf(client, rule.id)
  await killedAfterOneBatch(client, 'mute-rule-apply')
  await patch(client, rule.id, { enabled: false })
  equal((await client.get(`/tasks/${former}`)).item.at('state'), 'cancelled')
  equal(await mutedOf(client.tenantId), 50)
  await again()
  await worked(client, 0)
  deepEqual(await player.overview(), { pass: 0, fail: 599, manual: 0, muted: 0 })
  await patch(client, rule.id, { enabled: true })
  await killedAfterOneBatch(client, 'mute-rule-apply')
  await again()
  await patch(client, rule.id, { reason: 'Another reason.' })
  await worked(client, 600)
  const reasons = await here.test.administer(
    `select distinct muted_reason as reason from findings where tenant_id = '${client.tenantId}'`,
  )
  deepEqual(reasons, [{ reason: 'Another reason.' }])
  deepEqual(await player.overview(), { pass: 0, fail: 0, manual: 0, muted: 599 })
})

test('the end of a rule over more findings than a batch is applied by a task', async () => {
  const { client, ids } = await failing(600)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const rule = await mute(client, ids, { expires_at })
  await worked(client, 600)
  await here.test.administer(
    `update mute_rules set expires_at = now() - interval '1 second' where id = '${rule.id}'`,
  )
  await worked(client, 0)
  ok((await mostTogether(client.tenantId)) <= 500)
  equal((await client.get(`/mute-rules/${rule.id}`)).item.at('enabled'), false)
})

test('a rule that has ended stays off when it is prolonged, until it is enabled', async () => {
  const { client, ids } = await failing(2)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const rule = await mute(client, ids, { expires_at: later })
  await here.test.administer(
    `update mute_rules set expires_at = now() - interval '1 second' where id = '${rule.id}'`,
  )
  const other = await mute(client, ids)
  equal((await patch(client, rule.id, { expires_at: later })).at('enabled'), false)
  const data = { type: 'mute-rules', id: rule.id, attributes: { enabled: true } }
  equal((await client.ask('PATCH', `/mute-rules/${rule.id}`, { data })).status, 409)
  equal((await client.ask('DELETE', `/mute-rules/${other.id}`)).status, 204)
  equal((await patch(client, rule.id, { enabled: true })).at('enabled'), true)
  equal(await mutedOf(client.tenantId), 2)
})

test('a page whose rules name more findings than one answer holds is refused; smaller ones and those without uids are not', async () => {
  const { client, ids } = await failing(4)
  await mute(client, ids.slice(0, 2))
  await mute(client, ids.slice(2))
  const caller = { unlimitedVisibility: true } as Caller
  const page = (search: string, most = { findings: 3, bytes: 1_000 }) =>
    database.inTenant(client.tenantId, (tx) =>
      rulePage(tx, caller, parseQuery(muteRules, search, { list: true }), most),
    )
  await rejects(page(''), { status: 400, code: 'too_many' })
  await rejects(page('', { findings: 10, bytes: 20 }), { status: 400, code: 'too_many' })
  equal((await page('', { findings: 10, bytes: 1_000 })).rows.length, 2)
  const sizes = async (search: string): Promise<number[][]> =>
    (await page(search)).rows.map((row) => [row.finding_uids.length, row.finding_count])
  deepEqual(await sizes('page[size]=1'), [[2, 2]])
  deepEqual(await sizes('fields[mute-rules]=name,finding_count'), [
    [0, 2],
    [0, 2],
  ])
})

test('transactions shrink where findings take long, and grow to the most', () => {
  const table = [
    [50, 10, 100],
    [400, 50, 500],
    [500, 100, 500],
    [50, 200, 25],
    [500, 1_850, 27],
    [50, 3_700, 10],
    [10, 5_000, 10],
    [10, 0, 20],
  ] as const
  for (const [size, ms, expected] of table)
    equal(sizeAfter(size, ms, 500), expected, `${size} in ${ms} ms`)
})

test('each transaction has as many findings as the time of the one before allows', async () => {
  const { client, ids } = await failing(600)
  const rule = await mute(client, ids)
  const once = { ...running(here.test, client.tenantId), taskId: await taskOf(client, rule.id) }
  const asked: number[] = []
  let now = 0
  await reEvaluateInBatches(once, notBegun, {
    next(tx, after, most) {
      asked.push(most - 1)
      now += asked.length < 3 ? 20 : 1_000
      return findingsAfter(tx, rule.id, after, most)
    },
    actor: null,
    most: 500,
    clock: () => now,
  })
  // Twice as many while it is quick; then 200 in a second, which leaves 20, and then 10.
  deepEqual(asked.slice(0, 5), [50, 100, 200, 20, 10])
  equal(new Set(asked.slice(4)).size, 1)
  equal(await mutedOf(client.tenantId), 600)
})

test('a change whose task failed is taken up by another one', async () => {
  const { client, ids } = await failing(600)
  const rule = await mute(client, ids)
  const failed = await taskOf(client, rule.id)
  await here.test.administer(`
    update tasks set state = 'failed', completed_at = now() - interval '11 minutes' where id = '${failed}'`)
  await worked(client, 600)
  equal(await taskOf(client, rule.id), '')
})

test('a mutelist is applied to at most 500 findings in a transaction, and goes on after its last batch', async () => {
  const { client } = await failing(600)
  const everything = { Checks: { '*': { Regions: ['*'], Resources: ['*'] } } }
  await client.make('/processors', 'processors', {
    processor_type: 'mutelist',
    configuration: { Mutelist: { Accounts: { '*': everything } } },
  })
  // As a former version queued it.
  await here.test.administer(`update tasks set input = '{}' where tenant_id = '${client.tenantId}'`)
  await killedAfterOneBatch(client, 'mutelist-apply')
  equal(await mutedOf(client.tenantId), 50)
  await worked(client, 600)
  ok((await mostTogether(client.tenantId)) <= 500)
  const [task] = (await client.get('/tasks?filter[name]=mutelist-apply')).items
  deepEqual(task?.at('result'), { changed: 600 })
})
