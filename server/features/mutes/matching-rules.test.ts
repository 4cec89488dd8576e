/** Rules over everything that filters let through: what they hide, what other rules cover already, and permissions. */
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { member, showTo } from '../../testing/member.ts'
import { type Answered, type Client, running, world } from '../../testing/index.ts'
import { catalogOf } from '../checks/index.ts'
import { Player } from '../../testing/findings-model/player.ts'
import type { Status } from '../versions/codes.ts'
import { muteMatching } from './index.ts'

const here = await world()
after(async () => {
  await here.close()
  await here.test.close()
})
const { acme, rival } = here

let names = 0
const name = (): string => `Rule ${(names += 1)}`

/** A provider of acme's whose scan has these statuses, and a filter for it. */
async function scanned(statuses: readonly Status[]) {
  const player = await Player.join(here.test, acme.tenantId)
  const says = statuses.map((status, n) => ({ check: 'encrypted', on: `s3/eu:b${n}`, status }))
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString()
  await player.full({ 's3/eu': { says, mutes: { mutelist: null, rules: [] } } }, at)
  return { player, ours: `filter[provider]=${player.providerId}` }
}

const ask = (who: Client, query: string, more: object = {}): Promise<Answered> =>
  who.ask('POST', '/mute-rules/matching', {
    data: {
      type: 'mute-rules-matching',
      attributes: { query, name: name(), reason: 'Test buckets.', ...more },
    },
  })

async function muted(who: Client, query: string, more: object = {}) {
  const answer = await ask(who, query, more)
  equal(answer.status, 202, answer.text)
  const task = await who.finished(answer.item.id, 120_000)
  equal(task.text('state'), 'completed', JSON.stringify(task.at('result')))
  return task.at('result') as { muted: number; named_already: number; mute_rules: string[] }
}

test('everything that filters let through is hidden by a rule, and nothing else is', async () => {
  const { ours, player } = await scanned(['FAIL', 'PASS', 'FAIL', 'MANUAL'])
  const said = name()
  const result = await muted(acme, `${ours}&filter[status]=FAIL`, { name: said })
  deepEqual([result.muted, result.named_already, result.mute_rules.length], [2, 0, 1])
  const rule = (await acme.get(`/mute-rules/${result.mute_rules[0]}`)).item
  deepEqual(
    [rule.at('name'), rule.at('reason'), rule.texts('finding_uids').length, rule.linked('owner')],
    [said, 'Test buckets.', 2, [acme.userId]],
  )
  deepEqual(await player.overview(), { pass: 1, fail: 0, manual: 1, muted: 2 })
})

test('more than one rule takes are hidden by several, which are named alike', async () => {
  const { ours, player } = await scanned(['FAIL', 'FAIL', 'FAIL', 'FAIL', 'FAIL'])
  const said = name()
  const kind = muteMatching.with({ catalog: catalogOf([]), sizes: { part: 1, rule: 2 } })
  const walk = { user_id: acme.userId, query: ours, matched: 5, done: 0, after: null }
  const asked = { name: said, reason: 'Test buckets.', expires_at: null }
  const result = await kind.run(
    { ...walk, ...asked, muted: 0, named_already: 0, mute_rules: [], in_rule: 0 },
    running(here.test, acme.tenantId),
  )
  const { muted: hidden, mute_rules } = result as { muted: number; mute_rules: string[] }
  const rules = await Promise.all(mute_rules.map((id) => acme.get(`/mute-rules/${id}`)))
  equal(hidden, 5)
  deepEqual(
    rules.map(({ item }) => [item.at('name'), item.texts('finding_uids').length]),
    [
      [said, 2],
      [`${said} 2`, 2],
      [`${said} 3`, 1],
    ],
  )
  deepEqual(await player.overview(), { pass: 0, fail: 0, manual: 0, muted: 5 })
})

test('a rule that is deleted while findings are added to it gets no more of them', async () => {
  const { ours, player } = await scanned(['FAIL', 'FAIL'])
  const kind = muteMatching.with({ catalog: catalogOf([]), sizes: { part: 1, rule: 2 } })
  const walk = { user_id: acme.userId, query: ours, matched: 2, done: 0, after: null }
  const asked = { name: name(), reason: 'Test buckets.', expires_at: null }
  const begun = { muted: 1, named_already: 0, mute_rules: [randomUUID()], in_rule: 1 }
  await rejects(
    kind.run({ ...walk, ...asked, ...begun }, running(here.test, acme.tenantId)),
    /disabled or deleted/,
  )
  deepEqual(await player.overview(), { pass: 0, fail: 2, manual: 0, muted: 0 })
})

test('findings that another rule in force names stay with that rule, and are counted', async () => {
  const { ours } = await scanned(['FAIL', 'FAIL', 'FAIL'])
  const [first = ''] = (await acme.get(`/findings/latest?${ours}`)).ids
  await acme.make('/mute-rules', 'mute-rules', {
    name: name(),
    reason: 'The first.',
    finding_ids: [first],
  })
  const result = await muted(acme, ours)
  deepEqual([result.muted, result.named_already], [2, 1])
  const again = await muted(acme, ours)
  deepEqual([again.muted, again.named_already, again.mute_rules], [0, 3, []])
})

test('a name that is taken, an end in the past and wrong filters are refused before anything is queued', async () => {
  const { ours } = await scanned(['FAIL'])
  const said = name()
  await muted(acme, ours, { name: said })
  for (const [query, more, pointer] of [
    [ours, { name: said }, 'name'],
    [ours, { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [`${ours}&filter[status]=PASS`, {}, 'query'],
    ['page[size]=3', {}, 'query'],
  ] as const) {
    const { fault } = await ask(acme, query, more)
    equal(fault.source?.pointer, `/data/attributes/${pointer}`)
  }
})

test('findings of providers that the caller does not see, and of other tenants, are not reached', async () => {
  const [shown, hidden] = [await scanned(['FAIL']), await scanned(['FAIL'])]
  const { client, roleId } = await member(here, acme, ['manage_scans'])
  await showTo(here, { tenantId: acme.tenantId, roleId, providerId: shown.player.providerId })
  equal((await muted(client, 'filter[status]=FAIL')).muted, 1)
  deepEqual(await hidden.player.overview(), { pass: 0, fail: 1, manual: 0, muted: 0 })
  equal((await ask(rival, hidden.ours)).fault.code, 'not_found')
})

test('muting takes the permission to manage scans', async () => {
  const { ours } = await scanned(['FAIL'])
  const { client } = await member(here, acme, ['unlimited_visibility'])
  equal((await ask(client, ours)).status, 403)
})
