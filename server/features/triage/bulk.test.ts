/** The same decision about many findings: what changes, what stays and why, and who may. */
import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { member, showTo } from '../../testing/member.ts'
import { type Answered, type Client, world } from '../../testing/index.ts'
import { Player } from '../../testing/findings-model/player.ts'
import type { Status } from '../versions/codes.ts'

const here = await world()
after(async () => {
  await here.close()
  await here.test.close()
})
const { acme, rival } = here

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

/** A provider of acme's whose scan has these statuses; returns the ids of its findings in order. */
async function scanned(statuses: readonly Status[]) {
  const player = await Player.join(here.test, acme.tenantId)
  const scan = (said: readonly Status[], minute: number) => {
    const says = said.map((status, n) => ({ check: 'encrypted', on: `s3/eu:b${n}`, status }))
    return player.full({ 's3/eu': { says, mutes: { mutelist: null, rules: [] } } }, at(minute))
  }
  await scan(statuses, 1)
  const of = `/findings/latest?filter[provider]=${player.providerId}`
  const list = (query = ''): Promise<Answered> => acme.get(`${of}&sort=status${query}`)
  const { items } = await list()
  const ids = statuses.map(
    (_, n) => items.find((one) => one.text('uid').endsWith(`b${n}`))?.id ?? '',
  )
  return { player, scan, list, ids }
}

const decide = (
  who: Client,
  finding_ids: readonly string[],
  attributes: object,
): Promise<Answered> =>
  who.ask('POST', '/finding-triages/bulk', {
    data: { type: 'finding-triages-bulk', attributes: { finding_ids, ...attributes } },
  })
const refusedIn = ({ item }: Answered) =>
  item.at('refused') as { finding_id: string; code: string; detail: string }[]
const triageOf = async (id: string) => (await acme.get(`/findings/${id}/triage`)).item

test('a decision with an expected status leaves what was decided meanwhile', async () => {
  const { ids } = await scanned(['FAIL', 'FAIL'])
  const [first = '', second = ''] = ids
  equal((await decide(acme, ids, { status: 'under_review' })).status, 200)
  equal((await decide(acme, [second], { status: 'risk_accepted', note: 'Known.' })).status, 200)
  const undo = { status: 'open', expected_status: 'under_review' }
  const answer = await decide(acme, ids, undo)
  deepEqual(answer.item.at('finding_ids'), [first])
  deepEqual(
    refusedIn(answer).map(({ finding_id, code }) => [finding_id, code]),
    [[second, 'status_changed']],
  )
  equal((await triageOf(first)).text('status'), 'open')
  equal((await triageOf(second)).text('status'), 'risk_accepted')
})

test('many findings get a status and a note at once, and are counted as they are then', async () => {
  const { ids, list, player } = await scanned(['FAIL', 'FAIL', 'FAIL', 'PASS'])
  const chosen = ids.slice(0, 2)
  const answer = await decide(acme, chosen, { status: 'risk_accepted', note: 'Known.' })
  equal(answer.status, 200, answer.text)
  deepEqual(
    [
      answer.item.at('status'),
      answer.item.at('changed'),
      answer.item.at('finding_ids'),
      refusedIn(answer),
    ],
    ['risk_accepted', 2, chosen, []],
  )
  deepEqual((await list('&filter[triage_status]=risk_accepted')).ids.toSorted(), chosen.toSorted())
  deepEqual(await player.overview(), { pass: 1, fail: 1, manual: 0, muted: 2 })
  for (const id of chosen) {
    const notes = await acme.get(`/findings/${id}/triage/notes`)
    deepEqual(
      [notes.count, notes.item.at('body'), notes.item.linked('author')],
      [1, 'Known.', [acme.userId]],
    )
  }
  equal((await triageOf(ids[2] ?? '')).at('status'), 'open')
})

test('what the decision cannot be made about stays, with the reason that a single change gives', async () => {
  const { ids, player, scan } = await scanned(['MANUAL', 'FAIL', 'PASS', 'FAIL'])
  const [manual = '', fail = '', pass = '', gone = ''] = ids
  await scan(['MANUAL', 'FAIL', 'PASS'], 2)
  const nobody = randomUUID()
  const asked = [manual, fail, pass, gone, nobody]
  const answer = await decide(acme, asked, { status: 'resolved', note: 'Seen in the console.' })
  deepEqual(
    [answer.status, answer.item.at('changed'), answer.item.at('finding_ids')],
    [200, 1, [manual]],
  )
  deepEqual(
    refusedIn(answer).map(({ finding_id, code }) => [finding_id, code]),
    [
      [fail, 'not_manual'],
      [pass, 'not_manual'],
      [gone, 'closed_findings'],
      [nobody, 'not_found'],
    ],
  )
  const single = await acme.ask('PATCH', `/findings/${fail}/triage`, {
    data: { type: 'finding-triages', attributes: { status: 'resolved', note: 'x' } },
  })
  equal(refusedIn(answer)[0]?.detail, single.fault.detail)
  const attested = await triageOf(manual)
  deepEqual(
    [attested.at('finding_status'), attested.at('raw_status'), attested.at('manual_pass_evidence')],
    ['PASS', 'MANUAL', 'Seen in the console.'],
  )
  equal((await triageOf(fail)).at('status'), 'open')
  deepEqual(await player.overview(), { pass: 2, fail: 1, manual: 0, muted: 0 })
})

test('without evidence nothing is resolved, and nobody reopens', async () => {
  const { ids } = await scanned(['MANUAL', 'MANUAL'])
  for (const [status, code] of [
    ['resolved', 'required'],
    ['reopened', 'only_scans'],
  ]) {
    const answer = await decide(acme, ids, { status })
    deepEqual([answer.item.at('changed'), answer.item.at('finding_ids')], [0, []])
    deepEqual(
      refusedIn(answer).map((one) => one.code),
      [code, code],
    )
  }
})

test('ids of several versions of one finding are one finding, and so is one id twice', async () => {
  const {
    ids: [old = ''],
    scan,
    list,
  } = await scanned(['FAIL'])
  await scan(['PASS'], 2)
  await scan(['FAIL'], 3)
  const { id } = (await list()).item
  const answer = await decide(acme, [old, id, id], { status: 'remediating' })
  deepEqual(
    [answer.item.at('changed'), answer.item.at('finding_ids')],
    [1, old === id ? [id] : [old, id]],
  )
})

test('findings of providers that the caller does not see are not there for him', async () => {
  const [shown, hidden] = [await scanned(['FAIL']), await scanned(['FAIL'])]
  const { client, roleId } = await member(here, acme, ['manage_scans'])
  await showTo(here, { tenantId: acme.tenantId, roleId, providerId: shown.player.providerId })
  const answer = await decide(client, [...shown.ids, ...hidden.ids], { status: 'under_review' })
  deepEqual(
    [answer.item.at('changed'), refusedIn(answer).map((one) => one.code)],
    [1, ['not_found']],
  )
  equal((await triageOf(hidden.ids[0] ?? '')).at('status'), 'open')
})

test('another tenant changes nothing and learns nothing', async () => {
  const { ids } = await scanned(['FAIL'])
  const answer = await decide(rival, ids, { status: 'false_positive' })
  deepEqual(
    [answer.item.at('changed'), refusedIn(answer).map((one) => one.code)],
    [0, ['not_found']],
  )
  equal((await triageOf(ids[0] ?? '')).at('status'), 'open')
})

test('deciding takes the permission to manage scans', async () => {
  const { ids } = await scanned(['FAIL'])
  const { client } = await member(here, acme, ['unlimited_visibility'])
  equal((await decide(client, ids, { status: 'under_review' })).status, 403)
})

test('a thousand findings are decided about at once, and no more', async () => {
  const statuses = Array.from({ length: 1_000 }, (): Status => 'FAIL')
  const player = await Player.join(here.test, acme.tenantId)
  const says = statuses.map((status, n) => ({ check: 'encrypted', on: `s3/eu:m${n}`, status }))
  await player.full({ 's3/eu': { says, mutes: { mutelist: null, rules: [] } } }, at(1))
  const rows = await here.test.administer(
    `select id from findings where provider_id = '${player.providerId}'`,
  )
  const ids = rows.map(({ id }) => String(id))
  const answer = await decide(acme, ids, { status: 'false_positive', note: 'Test accounts.' })
  deepEqual([answer.status, answer.item.at('changed')], [200, 1_000])
  deepEqual(await player.overview(), { pass: 0, fail: 0, manual: 0, muted: 1_000 })
  for (const wrong of [[], [...ids, randomUUID()]]) {
    const { status, fault } = await decide(acme, wrong, { status: 'open' })
    deepEqual([status, fault.source?.pointer], [400, '/data/attributes/finding_ids'])
  }
})

test('the audit log has one event that names them', async () => {
  const { ids } = await scanned(['FAIL', 'FAIL'])
  await decide(acme, ids, { status: 'under_review' })
  const { items } = await acme.get(
    '/audit-events?filter[action]=finding_triages_bulk&sort=-inserted_at',
  )
  const shown = items[0]?.object('after')
  deepEqual([shown?.['status'], shown?.['finding_ids']], ['under_review', ids])
})

test('findings and groups are filtered by when an attestation ends, as long as it runs', async () => {
  const { ids, list, player } = await scanned(['MANUAL', 'MANUAL', 'MANUAL', 'FAIL'])
  const [soon = '', later = '', ended = ''] = ids
  await decide(acme, [soon, later, ended], { status: 'resolved', note: 'Seen.' })
  const move = async (id: string, days: number): Promise<void> => {
    const key = `(select finding_key from findings where id = '${id}')`
    await here.test.administer(`
      update finding_attestations set expires_at = expires_at - interval '${days} days' where finding_key = ${key};
      update findings set status_until = status_until - interval '${days} days' where id = '${id}'`)
  }
  await move(soon, 80)
  await decide(acme, [ended], { status: 'open' })
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  const until = (days: number): string => `&filter[manual_pass_expires_at__lte]=${inDays(days)}`
  const from = `&filter[manual_pass_expires_at__gte]=${inDays(0)}`
  deepEqual((await list(from + until(14))).ids, [soon])
  deepEqual((await list(from + until(100))).ids.toSorted(), [soon, later].toSorted())
  equal((await list(from + until(14))).item.at('manual_pass_active'), true)
  const groups = await acme.get(
    `/finding-groups/latest?filter[provider]=${player.providerId}${from}${until(14)}`,
  )
  deepEqual(
    groups.items.map((one) => one.at('pass_count')),
    [1],
  )
  const open = await acme.get(
    `/finding-groups/latest?filter[provider]=${player.providerId}&filter[triage_status]=open`,
  )
  deepEqual(
    open.items.map((one) => [one.at('fail_count'), one.at('manual_count')]),
    [[1, 1]],
  )
  equal((await acme.get(`/findings/latest?filter[manual_pass_expires_at__lte]=soon`)).status, 400)
})
