import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../platform/db/index.ts'
import {
  type Answered,
  type Client,
  testEnvironment,
  type World,
  world,
} from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { eventually } from '../../testing/eventually.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Started {
  readonly task: string
  readonly scan: string
  readonly waits: unknown
}
async function start(user: Client, provider: string, attributes: object = {}): Promise<Started> {
  const link = { provider: { type: 'providers', id: provider } }
  const task = await user.make('/scans', 'scans', attributes, link)
  const scan = task.text('task_args', 'scan_id')
  return { task: task.id, scan, waits: task.at('metadata') }
}
const stateOf = async (user: Client, { scan }: Started): Promise<unknown> =>
  (await user.get(`/scans/${scan}`)).item.at('state')
async function reaches(user: Client, scan: Started, state: string): Promise<void> {
  await eventually(`the scan is ${state}`, async () => (await stateOf(user, scan)) === state)
}
/** Scans hang in the middle of their work, until the returned function is called. */
const standStill = (): (() => void) => w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
const cancel = (user: Client, { task }: Started): Promise<Answered> =>
  user.ask('DELETE', `/tasks/${task}`)

test('one scan of a provider runs at a time: partial ones go first, then first come', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'kms')
  await user.scan(provider)
  const seen = (await user.get('/resources?page[size]=1')).item
  const restore = standStill()
  const running = await start(user, provider)
  await reaches(user, running, 'executing')
  const full = await start(user, provider)
  const partial = await start(user, provider, { resource_uids: [seen.text('uid')] })
  const other = await user.provider('500000000001', {
    aws_access_key_id: 'a',
    aws_secret_access_key: 'b',
  })
  const another = await start(user, other)
  await reaches(user, another, 'failed') // another provider's scan does not wait
  await sleep(300)
  assert.equal(await stateOf(user, full), 'available')
  assert.equal(await stateOf(user, partial), 'available')
  const waits = async ({ task }: Started): Promise<unknown> =>
    (await user.get(`/tasks/${task}`)).item.at('metadata')
  const forRunning = {
    scan_id: running.scan,
    task_id: running.task,
    state: 'executing',
    is_partial: false,
  }
  assert.deepEqual(await waits(running), {})
  assert.deepEqual([running.waits, full.waits], [{}, { scans_ahead: 1, waits_for: forRunning }])
  assert.deepEqual(await waits(partial), { scans_ahead: 1, waits_for: forRunning })
  assert.deepEqual(await waits(full), { scans_ahead: 2, waits_for: forRunning })
  assert.equal((await cancel(user, running)).status, 202)
  restore()
  for (const { task } of [partial, full]) await user.finished(task)
  assert.deepEqual(await waits(full), {})
  const executed = await w.test.administer(`
    select id, seq, state from scans where provider_id = '${provider}' and seq is not null order by seq`)
  const order = executed.map(({ id }) => id)
  assert.deepEqual(order.slice(1), [running.scan, partial.scan, full.scan])
  assert.deepEqual(
    executed.map(({ state }) => state),
    ['completed', 'cancelled', 'completed', 'completed'],
  )
})

test('a scan that waits is cancelled at once, and never runs', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'kms')
  const restore = standStill()
  try {
    const running = await start(user, provider)
    await reaches(user, running, 'executing')
    const waiting = await start(user, provider)
    assert.equal((await cancel(user, waiting)).item.at('state'), 'cancelled')
    const shown = (await user.get(`/scans/${waiting.scan}`)).item
    assert.equal(shown.at('state'), 'cancelled')
    assert.equal(shown.at('started_at'), null)
    assert.ok(shown.text('completed_at'))
    await cancel(user, running)
  } finally {
    restore()
  }
})

test('a running scan that is cancelled stops asking the cloud, and writes no more', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'kms')
  const restore = standStill()
  try {
    const running = await start(user, provider)
    await reaches(user, running, 'executing')
    await sleep(500) // some units are recorded, those of kms hang
    assert.equal((await cancel(user, running)).status, 202)
    assert.equal(await stateOf(user, running), 'cancelled')
    const isDone = (): boolean =>
      w.logged.some(
        ({ event, facts }) => event === 'task abandoned' && facts['task_id'] === running.task,
      )
    await eventually('the task is left', isDone)
    const written = async (): Promise<unknown> =>
      w.test.administer(`
        select (select count(*) from findings where provider_id = '${provider}')::int as findings,
               (select max(updated_at) from scans where id = '${running.scan}')::text as updated,
               (select string_agg(unit || state, ',' order by unit) from scan_units where scan_id = '${running.scan}') as units`)
    const before = await written()
    const calls = w.cloud.calls.length
    await sleep(700)
    assert.deepEqual(await written(), before)
    assert.equal(w.cloud.calls.length, calls)
    assert.doesNotMatch(JSON.stringify(before), /waiting|running/)
    assert.equal((await cancel(user, running)).status, 409)
  } finally {
    restore()
  }
})

// Two transactions at a time take two sessions: the embedded database has one.
if (testEnvironment.postgresAdmin)
  test('a scan is cancelled while its worker writes: the cancellation waits for the transaction of the worker', async () => {
    const user = await w.user()
    const provider = await user.provider()
    await user.scanOnly(provider, 's3', 'kms')
    const restore = standStill()
    try {
      const running = await start(user, provider)
      await reaches(user, running, 'executing')
      const isWaiting = (): Promise<unknown> =>
        w.test
          .administer("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
          .then((rows) => rows.length > 0)
      const { cancelled } = await w.test.database.inTenant(user.tenantId, async (tx) => {
        await tx.run(sql`select from tasks where id = ${running.task} for key share`)
        const asked = cancel(user, running)
        await eventually('the cancellation waits', isWaiting)
        const updated = sql`update scans set updated_at = now() where id = ${running.scan}`
        assert.equal(await tx.run(updated), 1)
        return { cancelled: asked }
      })
      assert.equal((await cancelled).status, 202)
    } finally {
      restore()
    }
  })

test('cancelling a scan needs the permission to manage scans', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'kms')
  const { client } = await member(w, user, ['unlimited_visibility', 'manage_providers'])
  const restore = standStill()
  try {
    const running = await start(user, provider)
    await reaches(user, running, 'executing')
    assert.equal((await cancel(client, running)).status, 403)
    assert.equal(await stateOf(user, running), 'executing')
    await cancel(user, running)
  } finally {
    restore()
  }
})

test('while a scan runs its progress is published, and never reaches the end before it', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'kms')
  const running = await start(user, provider)
  const seen: number[] = []
  for (let state = ''; state !== 'completed'; await sleep(15)) {
    const shown = (await user.get(`/scans/${running.scan}`)).item
    state = shown.text('state')
    seen.push(shown.number('progress'))
    assert.ok(state === 'completed' || shown.number('progress') < 100)
    assert.doesNotMatch(state, /failed|cancelled/)
  }
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.equal(seen.at(-1), 100)
})
