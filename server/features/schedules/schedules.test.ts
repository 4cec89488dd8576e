import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Answered,
  type Client,
  freshDatabase,
  type World,
  world,
} from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { eventually } from '../../testing/eventually.ts'

let w: World
before(async () => {
  w = await world({ test: await freshDatabase(), sweepMs: 100, settings: { LEASE_SECONDS: '2' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const daily = (client: Client, provider_id: string): Promise<Answered> =>
  client.ask('POST', '/schedules/daily', {
    data: { type: 'daily-schedules', attributes: { provider_id } },
  })
const set = (client: Client, id: string, attributes: object): Promise<Answered> =>
  client.ask('PATCH', `/schedules/${id}`, { data: { type: 'schedules', id, attributes } })
const bulk = (
  client: Client,
  schedule: object,
  provider_ids: readonly string[],
): Promise<Answered> =>
  client.ask('POST', '/schedules/bulk', {
    data: { type: 'schedules-bulk', attributes: { schedule, provider_ids } },
  })
const planned = async (client: Client): Promise<readonly string[]> =>
  (await client.get('/scans?filter[state]=scheduled')).items.map((scan) =>
    scan.text('scheduled_at'),
  )

/** Moves what is planned for a provider so far into the past, as if no worker had run for so long. */
async function passTime(provider: string, interval: string): Promise<void> {
  await w.test.administer(`
    update scans set scheduled_at = scheduled_at - interval '${interval}'
     where provider_id = '${provider}' and state = 'scheduled';
    update schedules set next_scan_at = next_scan_at - interval '${interval}'
     where provider_id = '${provider}'`)
}

/** The scans that a provider's schedule has started, once there are so many. */
async function started(client: Client, count: number): Promise<readonly string[]> {
  const path = '/scans?filter[trigger]=scheduled&filter[state__in]=available,executing,completed'
  let ids: readonly string[] = []
  await eventually(
    `there are ${count} scans by schedule`,
    async () => {
      ids = (await client.get(path)).ids
      return ids.length >= count
    },
    100,
  )
  return ids
}

test('a daily schedule scans at once, and the next scan stands there with its time', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const answer = await daily(user, provider)
  assert.equal(answer.status, 202, answer.text)
  const task = answer.item
  assert.equal(answer.headers.get('content-location'), `/api/v1/tasks/${task.id}`)
  assert.equal(task.at('name'), 'scan-perform-scheduled')
  const scanId = task.text('task_args', 'scan_id')
  const waiting = (await user.get(`/scans/${scanId}`)).item
  assert.equal(waiting.at('name'), 'Daily scheduled scan')
  assert.equal(waiting.at('trigger'), 'scheduled')
  const at = Date.parse(waiting.text('scheduled_at'))
  assert.ok(Math.abs(at - Date.parse(waiting.text('inserted_at')) - 5_000) < 1_000)
  const next = new Date(at + 86_400_000).toISOString()
  assert.deepEqual(await planned(user), [next])
  assert.equal(waiting.at('next_scan_at'), next)

  assert.equal((await user.finished(task.id)).at('state'), 'completed')
  const done = (await user.get(`/scans/${scanId}`)).item
  assert.equal(done.at('state'), 'completed')
  const delayMs = Date.parse(done.text('started_at')) - Date.parse(done.text('inserted_at'))
  assert.ok(delayMs >= 4_900 && delayMs < 20_000, `${delayMs} ms`)
  const shown = (await user.get(`/schedules/${provider}`)).item
  assert.equal(shown.at('configured'), true)
  assert.equal(shown.at('scan_frequency'), 'DAILY')
  assert.equal(shown.at('next_scan_at'), next)
  assert.equal(shown.at('last_scan_at'), waiting.at('scheduled_at'))

  const again = await daily(user, provider)
  assert.equal(again.status, 409)
  assert.equal(again.fault.source?.pointer, '/data/attributes/provider_id')
})

test('of eight who begin a daily schedule at once, one does', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const answers = await Promise.all(Array.from({ length: 8 }, () => daily(user, provider)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
    202,
    ...Array<number>(7).fill(409),
  ])
  assert.equal((await user.get('/scans')).count, 2)
})

test('each provider has a schedule, configured or not, and lists show which', async () => {
  const user = await w.user()
  const [first, second] = [await user.provider('100000000001'), await user.provider('100000000002')]
  const none = (await user.get(`/schedules/${first}`)).item
  assert.deepEqual(
    ['configured', 'scan_enabled', 'scan_frequency', 'next_scan_at'].map((name) => none.at(name)),
    [false, false, null, null],
  )
  const made = await set(user, first, {
    scan_frequency: 'WEEKLY',
    scan_day_of_week: 0,
    scan_hour: 3,
    scan_timezone: 'Europe/Berlin',
  })
  assert.equal(made.status, 200, made.text)
  const next = new Date(made.item.text('next_scan_at'))
  assert.ok([1, 2].includes(next.getUTCHours()) && next.getUTCDay() === 0, next.toISOString())
  assert.deepEqual(await planned(user), [next.toISOString()])
  const listed = await user.get('/schedules?filter[configured]=true&include=provider')
  assert.deepEqual(listed.ids, [first])
  assert.deepEqual(
    listed.included.map(({ type, id }) => [type, id]),
    [['providers', first]],
  )
  assert.deepEqual((await user.get('/schedules?filter[configured]=false')).ids, [second])
  assert.deepEqual((await user.get('/schedules?filter[scan_frequency__in]=WEEKLY,DAILY')).ids, [
    first,
  ])
  for (const sort of [
    'next_scan_at',
    '-last_scan_at',
    'scan_frequency',
    'inserted_at',
    'updated_at',
  ])
    assert.equal((await user.get(`/schedules?sort=${sort}`)).count, 2)
  assert.equal((await user.ask('DELETE', `/schedules/${second}`)).status, 404)
  assert.equal((await user.ask('DELETE', `/schedules/${first}`)).status, 204)
  assert.deepEqual(await planned(user), [])
  assert.equal((await user.get(`/schedules/${first}`)).item.at('configured'), false)
})

const refused: readonly [says: string, attributes: object, pointer: string][] = [
  ['nothing', {}, 'scan_frequency'],
  ['no frequency that there is', { scan_frequency: 'HOURLY' }, 'scan_frequency'],
  ['an interval of no length', { scan_frequency: 'INTERVAL' }, 'scan_interval_hours'],
  [
    'too short an interval',
    { scan_frequency: 'INTERVAL', scan_interval_hours: 23 },
    'scan_interval_hours',
  ],
  ['no day of the week', { scan_frequency: 'WEEKLY', scan_day_of_week: null }, 'scan_day_of_week'],
  ['an eighth day', { scan_frequency: 'WEEKLY', scan_day_of_week: 7 }, 'scan_day_of_week'],
  ['no day of the month', { scan_frequency: 'MONTHLY' }, 'scan_day_of_month'],
  [
    'a day that not every month has',
    { scan_frequency: 'MONTHLY', scan_day_of_month: 29 },
    'scan_day_of_month',
  ],
  ['hour 24', { scan_frequency: 'DAILY', scan_hour: 24 }, 'scan_hour'],
  [
    'no zone that there is',
    { scan_frequency: 'DAILY', scan_timezone: 'Mars/Base' },
    'scan_timezone',
  ],
  ['an offset as a zone', { scan_frequency: 'DAILY', scan_timezone: '+01:00' }, 'scan_timezone'],
  [
    'its next time',
    { scan_frequency: 'DAILY', next_scan_at: '2030-01-01T00:00:00Z' },
    'next_scan_at',
  ],
]
test('what makes no schedule is refused at its field, and nothing is planned', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  for (const [says, attributes, field] of refused) {
    const answer = await set(user, provider, attributes)
    assert.equal(answer.status, 400, says)
    assert.equal(answer.fault.source?.pointer, `/data/attributes/${field}`, says)
  }
  assert.deepEqual(await planned(user), [])
})

test('a change keeps what it does not name; a schedule that is switched off plans nothing', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  await set(user, provider, { scan_frequency: 'MONTHLY', scan_day_of_month: 28, scan_hour: 4 })
  const off = (await set(user, provider, { scan_enabled: false })).item
  assert.equal(off.at('scan_day_of_month'), 28)
  assert.equal(off.at('next_scan_at'), null)
  assert.deepEqual(await planned(user), [])
  const on = (await set(user, provider, { scan_enabled: true, scan_day_of_month: 1 })).item
  assert.equal(new Date(on.text('next_scan_at')).getUTCDate(), 1)
  assert.equal(new Date(on.text('next_scan_at')).getUTCHours(), 4)
  const interval = { scan_frequency: 'INTERVAL', scan_interval_hours: 48, scan_hour: null }
  const every = (await set(user, provider, interval)).item
  const first = Date.parse(every.text('next_scan_at'))
  assert.ok(Math.abs(first - Date.now() - 48 * 3_600_000) < 60_000)
  assert.equal(
    (await set(user, provider, { scan_enabled: true })).item.at('next_scan_at'),
    every.at('next_scan_at'),
  )
  assert.equal((await planned(user)).length, 1)
})

test('a planned run that has come is scanned, the next one is planned, and what went by while nobody looked is not', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  await set(user, provider, { scan_frequency: 'DAILY', scan_hour: 12 })
  const [before] = await planned(user)
  await passTime(provider, '10 days')
  const [scan] = await started(user, 1)
  assert.deepEqual(await planned(user), [before])
  const shown = (await user.get(`/scans/${scan}`)).item
  assert.equal(shown.at('name'), 'Daily scheduled scan')
  assert.equal(shown.at('next_scan_at'), before)
  assert.ok(Date.now() - Date.parse(shown.text('inserted_at')) < 60_000)
  const task = shown.linked('task')[0] ?? ''
  assert.equal((await user.finished(task)).at('state'), 'completed')
  await sleep(1_500) // three sweeps more
  assert.deepEqual(await started(user, 1), [scan])
  const schedule = (await user.get(`/schedules/${provider}`)).item
  assert.ok(Math.abs(Date.parse(schedule.text('last_scan_at')) - Date.now()) < 60_000)
  assert.equal(schedule.at('next_scan_at'), before)
})

test('a planned run that was scanned is not scanned again when the clock is set back behind it', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  await set(user, provider, { scan_frequency: 'DAILY', scan_hour: 12 })
  const [plannedAt = ''] = await planned(user)
  await passTime(provider, '1 day')
  const [scan] = await started(user, 1)
  // As if it had run for the planned run that is still to come by the clock as it is now.
  await w.test.administer(`
    delete from scans where provider_id = '${provider}' and state = 'scheduled';
    update scans set scheduled_at = '${plannedAt}' where id = '${scan}'`)
  const changed = (await set(user, provider, { scan_hour: 12 })).item
  assert.equal(Date.parse(changed.text('next_scan_at')) - Date.parse(plannedAt), 86_400_000)
})

test('a deleted provider is scanned no more, and a cancelled scan of a schedule only this once', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const task = (await daily(user, provider)).item
  const cancelled = await user.ask('DELETE', `/tasks/${task.id}`)
  assert.equal(cancelled.status, 202, cancelled.text)
  const scan = (await user.get(`/scans/${task.text('task_args', 'scan_id')}`)).item
  assert.equal(scan.at('state'), 'cancelled')
  assert.equal((await planned(user)).length, 1)
  await passTime(provider, '2 days')
  await started(user, 1)
  await passTime(provider, '3 days')
  const deletion = (await user.ask('DELETE', `/providers/${provider}`)).item
  assert.equal((await user.get(`/schedules/${provider}`)).status, 404)
  assert.equal((await user.get('/schedules')).count, 0)
  assert.equal((await user.finished(deletion.id)).at('state'), 'completed')
  const rows = await w.test.administer(`
    select provider_id from schedules where provider_id = '${provider}'
    union all select provider_id from scans where provider_id = '${provider}'`)
  assert.deepEqual(rows, [])
})

test('one timetable for many providers says how it went with each', async () => {
  const user = await w.user()
  const [first, second] = [await user.provider('100000000001'), await user.provider('100000000002')]
  const anotherTenants = await w.rival.provider()
  await w.rival.scanOnly(anotherTenants, 's3', 'iam')
  const answer = await bulk(user, { scan_frequency: 'DAILY', scan_hour: 1 }, [
    first,
    anotherTenants,
    second,
  ])
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.item.at('updated'), [first, second].toSorted())
  assert.deepEqual(answer.item.at('failed'), [
    { id: anotherTenants, error: 'There is no provider with this ID.' },
  ])
  assert.equal((await planned(user)).length, 2)
  assert.deepEqual(await planned(w.rival), [])
  const incomplete = (await bulk(user, { scan_frequency: 'WEEKLY' }, [first])).item
  assert.deepEqual(incomplete.at('failed'), [
    { id: first, error: 'scan_day_of_week is required for this kind of schedule.' },
  ])
  assert.equal((await user.get(`/schedules/${first}`)).item.at('scan_frequency'), 'DAILY')
  assert.equal((await bulk(user, { scan_frequency: 'DAILY' }, [])).status, 400)
})

test('schedules are seen by those who see their provider, and changed by those who manage scans', async () => {
  const owner = await w.user()
  const [seen, hidden] = [
    await owner.provider('100000000001'),
    await owner.provider('100000000002'),
  ]
  for (const id of [seen, hidden]) await set(owner, id, { scan_frequency: 'DAILY', scan_hour: 3 })
  const manager = await member(w, owner, ['manage_scans'])
  const reader = await member(w, owner)
  for (const { client, roleId } of [manager, reader]) {
    assert.deepEqual((await client.get('/schedules')).ids, [])
    await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
    assert.deepEqual((await client.get('/schedules')).ids, [seen])
    assert.equal((await client.get(`/schedules/${hidden}`)).status, 404)
  }
  const { client } = manager
  assert.equal((await daily(client, hidden)).status, 404)
  assert.equal((await set(client, hidden, { scan_hour: 4 })).status, 404)
  assert.equal((await client.ask('DELETE', `/schedules/${hidden}`)).status, 404)
  const tried = (await bulk(client, { scan_hour: 4 }, [hidden, seen])).item
  assert.deepEqual(tried.at('updated'), [seen])
  assert.equal((await owner.get(`/schedules/${hidden}`)).item.at('scan_hour'), 3)
  assert.equal((await owner.get(`/schedules/${seen}`)).item.at('scan_hour'), 4)
  assert.equal((await daily(reader.client, seen)).status, 403)
  assert.equal((await set(reader.client, seen, { scan_hour: 5 })).status, 403)
  assert.equal((await bulk(reader.client, { scan_hour: 5 }, [seen])).status, 403)
  assert.equal((await reader.client.ask('DELETE', `/schedules/${seen}`)).status, 403)
  const foreign = w.rival
  assert.equal((await daily(foreign, seen)).status, 404)
  assert.equal((await set(foreign, seen, { scan_hour: 5 })).status, 404)
})
