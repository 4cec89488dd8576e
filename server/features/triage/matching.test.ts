/** The same decision about everything that filters let through: what changes, what stays, how far it reaches, and who may. */
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { member, revoke, showTo } from '../../testing/member.ts'
import { type Answered, type Client, running, world } from '../../testing/index.ts'
import { Player } from '../../testing/findings-model/player.ts'
import { catalogOf } from '../checks/index.ts'
import type { latestFilters } from '../findings/index.ts'
import type { providerFilters } from '../providers/index.ts'
import type { Status } from '../versions/codes.ts'
import { setMatchingTriages } from './tasks.ts'

const here = await world()
after(async () => {
  await here.close()
  await here.test.close()
})
const { acme, rival } = here

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/** A provider of acme's whose scan has these statuses, and a filter for it. */
async function scanned(statuses: readonly Status[]) {
  const player = await Player.join(here.test, acme.tenantId)
  const says = statuses.map((status, n) => ({ check: 'encrypted', on: `s3/eu:b${n}`, status }))
  await player.full({ 's3/eu': { says, mutes: { mutelist: null, rules: [] } } }, at(1))
  const ours = `filter[provider]=${player.providerId}`
  const having = (triage: string): Promise<Answered> =>
    acme.get(`/findings/latest?${ours}&filter[triage_status]=${triage}&sort=status`)
  return { player, ours, having }
}

type Filter =
  | Exclude<
      keyof typeof latestFilters,
      | keyof typeof providerFilters
      | 'manual_pass_expires_at'
      | 'first_seen_at'
      | 'status_changed_at'
    >
  | 'manual_pass_expires_at__gte'
  | 'first_seen_at__gte'
  | 'status_changed_at__gte'
  | 'updated_at'

const ask = (who: Client, query: string, attributes: object): Promise<Answered> =>
  who.ask('POST', '/finding-triages/matching', {
    data: { type: 'finding-triages-matching', attributes: { query, ...attributes } },
  })

async function decided(who: Client, query: string, attributes: object) {
  const answer = await ask(who, query, attributes)
  equal(answer.status, 202, answer.text)
  const task = await who.finished(answer.item.id)
  equal(task.text('state'), 'completed', JSON.stringify(task.at('result')))
  return task
}

test('everything that filters let through gets the status and the note, and nothing else does', async () => {
  const { ours, having, player } = await scanned(['FAIL', 'PASS', 'FAIL', 'MANUAL'])
  const query = `${ours}&filter[status__in]=FAIL,MANUAL`
  const task = await decided(acme, query, { status: 'risk_accepted', note: 'Known.' })
  deepEqual(task.at('result'), { changed: 3, refused: [] })
  deepEqual(task.at('metadata'), { matched: 3, done: 3 })
  const changed = await having('risk_accepted')
  deepEqual(
    changed.items.map((one) => one.text('status')),
    ['FAIL', 'FAIL', 'MANUAL'],
  )
  equal((await having('resolved')).count, 1)
  deepEqual(await player.overview(), { pass: 1, fail: 0, manual: 0, muted: 3 })
  for (const id of changed.ids) {
    const notes = await acme.get(`/findings/${id}/triage/notes`)
    deepEqual([notes.count, notes.item.at('body')], [1, 'Known.'])
  }
})

test('findings that leave the filter by the decision do not make it pass over others', async () => {
  const { ours, having } = await scanned(Array.from({ length: 600 }, (): Status => 'FAIL'))
  const query = `${ours}&filter[triage_status]=open`
  const task = await decided(acme, query, { status: 'under_review' })
  deepEqual(task.at('result'), { changed: 600, refused: [] })
  equal((await having('open')).count, 0)
})

test('every filter of the latest findings selects what the decision is about', async () => {
  const { ours } = await scanned(['FAIL'])
  const { item } = await acme.get(`/findings/latest?${ours}`)
  const resource = String(item.linked('resources')[0])
  const values: Readonly<Record<Filter, string>> = {
    updated_at: '2026-01-01',
    first_seen_at__gte: '2026-01-01T00:00:00Z',
    status_changed_at__gte: '2026-01-01T00:00:00Z',
    id: item.id,
    uid: item.text('uid'),
    check_id: 'encrypted',
    status: 'FAIL',
    severity: item.text('severity'),
    impact: item.text('severity'),
    delta: 'new',
    muted: 'false',
    triage_status: 'under_review',
    manual_pass_expires_at__gte: '2026-01-01T00:00:00Z',
    service: 's3',
    region: 'eu',
    resource_type: 'Bucket',
    resource_name: 's3/eu:b0',
    resource_uid: 's3/eu:b0',
    resources: resource,
    resource_groups: 'storage',
    category: 'encryption',
    search: 'encrypted',
  }
  const unmatched = new Set(['manual_pass_expires_at__gte', 'resource_groups', 'category'])
  for (const [name, value] of Object.entries(values)) {
    const query = `${ours}&filter[${name}]=${encodeURIComponent(value)}`
    if (unmatched.has(name)) {
      equal((await ask(acme, query, { status: 'under_review' })).fault.code, 'not_found', name)
    } else {
      const task = await decided(acme, query, { status: 'under_review' })
      deepEqual(task.at('metadata'), { matched: 1, done: 1 }, name)
    }
  }
})

test('what the decision cannot be made about stays, and is counted by its reason', async () => {
  const { ours, having } = await scanned(['MANUAL', 'FAIL', 'PASS'])
  const task = await decided(acme, ours, { status: 'resolved', note: 'Seen in the console.' })
  const { changed, refused } = task.at('result') as {
    changed: number
    refused: { code: string; count: number }[]
  }
  deepEqual([changed, refused.map(({ code, count }) => [code, count])], [1, [['not_manual', 2]]])
  equal((await having('open')).count, 1)
})

test('a decision that no finding could have is refused before anything is queued', async () => {
  const { ours } = await scanned(['MANUAL'])
  for (const [status, code] of [
    ['resolved', 'required'],
    ['reopened', 'only_scans'],
  ]) {
    const { status: answered, fault } = await ask(acme, ours, { status })
    deepEqual([answered, fault.code], [400, code])
  }
})

test('filters that are wrong, that are none, or that let nothing through are refused at their field', async () => {
  const { ours } = await scanned(['FAIL'])
  for (const [query, code] of [
    [`${ours}&filter[nope]=1`, 'unknown'],
    [`${ours}&filter[status]=BROKEN`, 'invalid_choice'],
    [`${ours}&sort=status`, 'unknown'],
    [`${ours}&filter[status]=MANUAL`, 'not_found'],
    ['filter[status]=FAIL#x', 'invalid'],
  ] as const) {
    const { status, fault } = await ask(acme, query, { status: 'open' })
    deepEqual([status, fault.source?.pointer], [400, '/data/attributes/query'], query)
    if (code !== 'invalid_choice') equal(fault.code, code, query)
  }
})

test('findings of providers that the caller does not see, and of other tenants, are not reached', async () => {
  const [shown, hidden] = [await scanned(['FAIL']), await scanned(['FAIL'])]
  const { client, roleId } = await member(here, acme, ['manage_scans'])
  await showTo(here, { tenantId: acme.tenantId, roleId, providerId: shown.player.providerId })
  const task = await decided(client, 'filter[status]=FAIL', { status: 'remediating' })
  deepEqual(task.at('result'), { changed: 1, refused: [] })
  equal((await hidden.having('remediating')).count, 0)
  const { fault } = await ask(rival, shown.ours, { status: 'false_positive' })
  equal(fault.code, 'not_found')
})

test('deciding takes the permission to manage scans', async () => {
  const { ours } = await scanned(['FAIL'])
  const { client } = await member(here, acme, ['unlimited_visibility'])
  equal((await ask(client, ours, { status: 'under_review' })).status, 403)
})

test('whoever loses the right meanwhile changes nothing more', async () => {
  const { ours, having, player } = await scanned(['FAIL'])
  const { client, roleId } = await member(here, acme, ['manage_scans'])
  await showTo(here, { tenantId: acme.tenantId, roleId, providerId: player.providerId })
  await revoke(here, roleId, 'manage_scans')
  const kind = setMatchingTriages.with({ catalog: catalogOf([]) })
  const walk = { user_id: client.userId, query: ours, matched: 1, done: 0, after: null }
  const input = { ...walk, status: 'open', note: null, changed: 0, refused: [] }
  await rejects(kind.run(input, running(here.test, acme.tenantId)), /no longer allowed to change/)
  equal((await having('under_review')).count, 0)
})

test('a worker that takes over goes on behind what was done, and writes no note twice', async () => {
  const { ours, having } = await scanned(['FAIL', 'FAIL'])
  const kind = setMatchingTriages.with({ catalog: catalogOf([]) })
  const { item } = await having('open')
  const [{ key = '' } = {}] = await here.test.administer(
    `select provider_id || '/' || max(finding_key::text) as key from findings
      where provider_id = (select provider_id from findings where id = '${item.id}') group by provider_id`,
  )
  const walk = { user_id: acme.userId, query: ours, matched: 2, done: 2, after: String(key) }
  const input = { ...walk, status: 'under_review', note: 'Once.', changed: 2, refused: [] }
  deepEqual(await kind.run(input, running(here.test, acme.tenantId)), { changed: 2, refused: [] })
  equal((await having('open')).count, 2)
})

test('a task that is asked for is among the audit events, with its filters', async () => {
  const { ours } = await scanned(['FAIL'])
  await decided(acme, ours, { status: 'under_review' })
  const { items } = await acme.get(
    '/audit-events?filter[action]=finding_triages_matching&sort=-inserted_at',
  )
  match(JSON.stringify(items[0]?.at('after')), /under_review/)
})
