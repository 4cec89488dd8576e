import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../testing/eventually.ts'
import type { Database } from '../../platform/db/index.ts'
import { silent } from '../../platform/log.ts'
import { masterKey, vault as openVault } from '../../platform/vault/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { queueDeliveries } from './delivery-store.ts'
import { Outbox, type OutboxSettings, outboxDefaults, pauseAfter, waitAfter } from './outbox.ts'
import type { Deliver, Target } from './target.ts'
import { type TypeName, typeNames } from './types.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'off' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** The key of all worlds. */
const setting = Buffer.alloc(32, 7).toString('base64')
const vault = openVault(masterKey({ setting, file: '' }))

const quick: OutboxSettings = { ...outboxDefaults, pollMs: 20, leaseSeconds: 60, leaveMs: 100 }

interface Working {
  /** Aborts it as a stop does. */
  stop(): Promise<void>
}

/** An outbox that hands everything to `deliver`, until the test ends. */
function work(
  t: TestContext,
  deliver: Deliver,
  settings: OutboxSettings = quick,
  database: Database = w.test.database,
): Working {
  const target: Target = {
    test: async () => ({}),
    deliver: { message: deliver, 's3-files': deliver },
  }
  const targets = Object.fromEntries(typeNames.map((name) => [name, target])) as Record<
    TypeName,
    Target
  >
  const outbox = new Outbox({ database, vault, targets, log: silent, settings })
  const stopping = new AbortController()
  const done = outbox.work(stopping.signal)
  const stop = (): Promise<void> => {
    stopping.abort()
    return done
  }
  t.after(stop)
  return { stop }
}

const bucket = (client: Client): Promise<Item> =>
  client.make('/integrations', 'integrations', {
    integration_type: 'amazon_s3',
    configuration: { bucket_name: 'acme-findings' },
    credentials: { aws_access_key_id: 'AKIA', aws_secret_access_key: 'a secret' },
  })

const queue = (client: Client, { id }: Item, ...names: string[]): Promise<void> =>
  w.test.database.inTenant(client.tenantId, (tx) =>
    queueDeliveries(
      tx,
      names.map((name) => ({
        integration_id: id,
        kind: 'message',
        dedupe_key: name,
        payload: { subject: { name } },
      })),
    ),
  )

const rows = async (client: Client, { id }: Item): Promise<readonly Item[]> =>
  (await client.get(`/integrations/${id}/deliveries?sort=inserted_at&page[size]=100`)).items

const states = async (client: Client, of: Item): Promise<readonly unknown[]> =>
  (await rows(client, of)).map((row) => row.at('state'))

const nameOf = (payload: object): string => (payload as { subject: { name: string } }).subject.name

const until = (holds: () => boolean | Promise<boolean>) =>
  eventually('what this test waits for', holds, 10)

test('a delivery goes out when its transaction commits, once for what causes it, and not when that fails', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  const sent: string[] = []
  work(t, async ({ payload, integration }) => {
    assert.equal(integration.credentials['aws_secret_access_key'], 'a secret')
    sent.push(nameOf(payload))
    return { outcome: { name: nameOf(payload) } }
  })
  const undone = w.test.database.inTenant(user.tenantId, async (tx) => {
    const payload = { subject: { name: 'undone' } }
    const row = { integration_id: of.id, kind: 'message', dedupe_key: 'undone', payload }
    await queueDeliveries(tx, [row])
    throw new Error('no')
  })
  await assert.rejects(undone, /no/)
  await queue(user, of, 'done', 'done too')
  await queue(user, of, 'done')
  await until(() => sent.length === 2)
  await until(async () => (await states(user, of)).every((state) => state === 'delivered'))
  assert.deepEqual(sent.toSorted(), ['done', 'done too'])
  const [row] = await rows(user, of)
  assert.deepEqual(row?.at('outcome'), { name: row?.at('subject', 'name') })
  assert.deepEqual([row?.at('attempts'), row?.at('reason')], [1, null])
})

test('a target that is down is asked again, later each time, and its log says why', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  let isDown = true
  const ids: string[] = []
  work(t, async ({ id }) => {
    ids.push(id)
    if (isDown) throw new NotDelivered('unavailable', 'The store is down (503).')
    return { outcome: {} }
  })
  await queue(user, of, 'waits')
  await until(async () => (await rows(user, of))[0]?.at('reason_code') === 'unavailable')
  const [row] = await rows(user, of)
  assert.deepEqual([row?.at('state'), row?.at('reason')], ['pending', 'The store is down (503).'])
  const waits = Date.parse(row?.text('next_attempt_at') ?? '') - Date.now()
  assert.ok(waits > 20_000 && waits <= 30_000, `${waits} ms`)
  const path = `/integrations/${of.id}/deliveries/${row?.id}/replay`
  await user.ask('POST', path)
  await until(() => ids.length === 2)
  isDown = false
  await until(async () => (await rows(user, of))[0]?.at('reason') !== null)
  const replayed = await user.ask('POST', path)
  assert.deepEqual([replayed.status, replayed.item.at('state')], [202, 'pending'])
  await until(async () => (await states(user, of))[0] === 'delivered')
  assert.equal(new Set(ids).size, 1)
  const failures = (await rows(user, of))[0]?.at('failures') as readonly { reason: string }[]
  assert.deepEqual(
    failures.map(({ reason }) => reason),
    ['The store is down (503).', 'The store is down (503).'].slice(0, ids.length - 1),
  )
})

test('what a target refuses for good is a dead letter with its reason, and is sent again when it is replayed', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  let attempts = 0
  work(t, async () => {
    attempts += 1
    if (attempts === 1) throw new NotDelivered('unauthorised', 'The keys are not taken.')
    return { outcome: {} }
  })
  await queue(user, of, 'letter')
  await until(async () => (await states(user, of))[0] === 'failed')
  const [row] = await rows(user, of)
  assert.deepEqual(
    [row?.at('reason_code'), row?.at('reason'), row?.at('next_attempt_at')],
    ['unauthorised', 'The keys are not taken.', null],
  )
  assert.ok(row?.text('ended_at'))
  assert.deepEqual((await user.get(`/integrations/${of.id}/deliveries?filter[state]=failed`)).ids, [
    row?.id,
  ])
  await user.ask('POST', `/integrations/${of.id}/deliveries/${row?.id}/replay`)
  await until(async () => (await states(user, of))[0] === 'delivered')
})

test('what a target does not show yet is not looked for, by a replay or by another delivery', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  let lostAt = 0
  const after: number[] = []
  work(t, async () => {
    if (lostAt > 0) {
      after.push(performance.now() - lostAt)
      return { outcome: {} }
    }
    lostAt = performance.now()
    throw new NotDelivered('uncertain', 'The answer was lost.', null, 3)
  })
  await queue(user, of, 'lost')
  await until(async () => (await rows(user, of))[0]?.at('reason_code') === 'uncertain')
  const [row] = await rows(user, of)
  await queue(user, of, 'another')
  await user.ask('POST', `/integrations/${of.id}/deliveries/${row?.id}/replay`)
  await until(() => after.length === 2)
  assert.ok(Math.min(...after) >= 2_900, `${after} ms after the answer was lost`)
})

test('after a day of attempts a delivery is given up', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  await queue(user, of, 'old')
  await w.test.administer(
    `update deliveries set expires_at = now() + interval '10 seconds' where integration_id = '${of.id}'`,
  )
  work(t, async () => {
    throw new NotDelivered('rate_limited', 'Fewer calls, please.', 60)
  })
  await until(async () => (await states(user, of))[0] === 'failed')
  assert.equal((await rows(user, of))[0]?.at('reason_code'), 'rate_limited')
})

test('one slow target does not delay another, and gets one delivery at a time', async (t) => {
  const user = await w.user()
  const [slow, fast] = [await bucket(user), await bucket(user)]
  let atSlow = 0
  const release = Promise.withResolvers<void>()
  work(t, async ({ integration }) => {
    if (integration.id === fast.id) return { outcome: {} }
    atSlow += 1
    assert.equal(atSlow, 1)
    await release.promise
    atSlow -= 1
    return { outcome: {} }
  })
  await queue(user, slow, 'a', 'b', 'c')
  await until(() => atSlow === 1)
  await queue(user, fast, 'a', 'b', 'c')
  await until(async () => (await states(user, fast)).every((state) => state === 'delivered'))
  assert.deepEqual(await states(user, slow), ['pending', 'pending', 'pending'])
  release.resolve()
  await until(async () => (await states(user, slow)).every((state) => state === 'delivered'))
})

test('tenants whose targets hang do not fill a worker: another tenant has its turn', async (t) => {
  const hanging = new Set<string>()
  let most = 0
  const settings = { ...quick, concurrency: 4, slowAfterMs: 300 }
  const users = await Promise.all(Array.from({ length: 4 }, () => w.user()))
  for (const user of users)
    for (let n = 0; n < 3; n += 1) await queue(user, await bucket(user), 'hangs')
  const other = await w.user()
  const of = await bucket(other)
  const running = new Map<string, number>()
  const { stop } = work(
    t,
    async ({ id, integration: { tenantId }, signal }) => {
      if (tenantId === other.tenantId) return { outcome: {} }
      hanging.add(id)
      running.set(tenantId, (running.get(tenantId) ?? 0) + 1)
      most = Math.max(most, ...running.values())
      await new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }))
      return { outcome: {} }
    },
    settings,
  )
  await until(() => hanging.size >= 4)
  await queue(other, of, 'waits for the others')
  await until(async () => (await states(other, of))[0] === 'delivered')
  await until(() => hanging.size === 8)
  await sleep(500)
  assert.deepEqual([most, hanging.size], [2, 8], 'a tenant has half of the places')
  await stop()
  for (const { tenantId } of users)
    await w.test.administer(`delete from deliveries where tenant_id = '${tenantId}'`)
})

test('what is found in a provider goes to no integration that is not attached to it any more, and to none when it is deleted', async (t) => {
  const user = await w.user()
  const [kept, detached, deleted] = [
    await user.provider('300000000031'),
    await user.provider('300000000032'),
    await user.provider('300000000033'),
  ]
  const link = (ids: readonly string[]) => ({
    providers: { data: ids.map((id) => ({ type: 'providers', id })) },
  })
  const of = await user.make(
    '/integrations',
    'integrations',
    {
      integration_type: 'amazon_s3',
      configuration: { bucket_name: 'acme-findings' },
      credentials: { aws_access_key_id: 'AKIA', aws_secret_access_key: 'a secret' },
    },
    { providers: link([kept, detached, deleted]).providers.data },
  )
  await w.test.database.inTenant(user.tenantId, (tx) =>
    queueDeliveries(
      tx,
      [kept, detached, deleted].map((provider_id) => ({
        integration_id: of.id,
        provider_id,
        kind: 's3-files',
        dedupe_key: provider_id,
        payload: { subject: { name: provider_id } },
      })),
    ),
  )
  const changed = await user.ask('PATCH', `/integrations/${of.id}`, {
    data: {
      type: 'integrations',
      id: of.id,
      attributes: {},
      relationships: link([kept, deleted]),
    },
  })
  assert.equal(changed.status, 200, changed.text)
  await w.test.administer(`update providers set deleted_at = now() where id = '${deleted}'`)
  const sent: unknown[] = []
  work(t, async ({ providerId }) => {
    sent.push(providerId)
    return { outcome: {} }
  })
  await until(async () => (await states(user, of)).every((state) => state !== 'pending'))
  const ended = await w.test.administer(
    `select provider_id, state, reason from deliveries where integration_id = '${of.id}'`,
  )
  assert.deepEqual(sent, [kept])
  const became = (id: string) => {
    const row = ended.find(({ provider_id }) => provider_id === id)
    return [row?.['state'], row?.['reason']]
  }
  assert.deepEqual([kept, detached, deleted].map(became), [
    ['delivered', null],
    ['failed', 'The integration is no longer attached to this provider.'],
    ['failed', 'The provider was deleted.'],
  ])
})

test('a worker that dies loses nothing: another goes on when its lease has run out, under the same id', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  await queue(user, of, 'kept')
  const ids: string[] = []
  const dead = work(t, async ({ id }) => {
    ids.push(id)
    return new Promise(() => {}) // it never comes back
  })
  await until(() => ids.length === 1)
  await dead.stop() // nothing of it is written
  work(t, async ({ id, attempt }) => {
    ids.push(id)
    assert.equal(attempt, 2)
    return { outcome: {} }
  })
  await sleep(300)
  assert.equal(ids.length, 1, 'it is leased')
  await w.test.administer(`update integrations set lease_until = now() where id = '${of.id}'`)
  await until(async () => (await states(user, of))[0] === 'delivered')
  assert.equal(new Set(ids).size, 1)
  const failures = (await rows(user, of))[0]?.at('failures') as readonly { code: string }[]
  assert.deepEqual(
    failures.map(({ code }) => code),
    ['interrupted'],
  )
})

/** A database that responds to no query once it is cut off. */
function severable(): { readonly database: Database; cut(): void } {
  let isCut = false
  const database = new Proxy(w.test.database, {
    get(real, name) {
      const member: unknown = Reflect.get(real, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) =>
        isCut ? Promise.reject(new Error('no route')) : member.apply(real, given)
    },
  })
  return { database, cut: () => void (isCut = true) }
}

test('a worker that loses the database stops sending before another may begin', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  const said: string[] = []
  const { database, cut } = severable()
  const first: Deliver = async ({ signal }) => {
    said.push('the first sends')
    cut()
    await new Promise((stop) => signal.addEventListener('abort', stop))
    said.push('the first stops')
    throw signal.reason
  }
  work(t, first, { ...quick, leaseSeconds: 2 }, database)
  await queue(user, of, 'kept')
  await until(() => said.length > 0)
  work(t, async () => {
    said.push('the second sends')
    return { outcome: {} }
  })
  await until(async () => (await states(user, of))[0] === 'delivered')
  assert.deepEqual(said, ['the first sends', 'the first stops', 'the second sends'])
})

test('of several workers one delivers what is due', async (t) => {
  const user = await w.user()
  const integrations = await Promise.all([bucket(user), bucket(user), bucket(user)])
  const sent: string[] = []
  for (let n = 0; n < 3; n += 1)
    work(t, async ({ id }) => {
      await sleep(5)
      sent.push(id)
      return { outcome: {} }
    })
  const names = Array.from({ length: 10 }, () => randomUUID())
  for (const one of integrations) await queue(user, one, ...names)
  for (const one of integrations)
    await until(async () => (await states(user, one)).every((state) => state === 'delivered'))
  assert.equal(sent.length, 30)
  assert.equal(new Set(sent).size, 30)
})

test('a bug of ours is a failed attempt that is told without its text', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  work(t, async () => {
    throw new TypeError('a secret of the stack')
  })
  await queue(user, of, 'broken')
  await until(async () => (await rows(user, of))[0]?.at('reason_code') === 'error')
  const [row] = await rows(user, of)
  assert.equal(row?.text('state'), 'pending')
  assert.ok(!row?.text('reason').includes('stack'))
})

test('an integration that is disabled sends nothing; one that is deleted drops what waits', async (t) => {
  const user = await w.user()
  const of = await bucket(user)
  const path = `/integrations/${of.id}`
  const enable = (enabled: boolean) =>
    user.ask('PATCH', path, { data: { type: 'integrations', id: of.id, attributes: { enabled } } })
  await enable(false)
  const sent: string[] = []
  work(t, async ({ payload }) => {
    sent.push(nameOf(payload))
    return { outcome: {} }
  })
  await queue(user, of, 'overdue')
  await w.test.administer(
    `update deliveries set expires_at = now() - interval '1 hour' where integration_id = '${of.id}'`,
  )
  await queue(user, of, 'later')
  await sleep(200)
  assert.deepEqual(sent, [])
  await enable(true)
  await until(() => sent.length === 1)
  assert.deepEqual(sent, ['later'])
  await enable(false)
  const [row] = await rows(user, of)
  assert.deepEqual([row?.at('state'), row?.at('reason_code')], ['failed', 'expired'])
  const replayed = await user.ask('POST', `${path}/deliveries/${row?.id}/replay`)
  assert.deepEqual([replayed.status, replayed.fault.code], [409, 'disabled'])
  await queue(user, of, 'never')
  assert.equal((await user.ask('DELETE', path)).status, 204)
  assert.deepEqual(
    await w.test.administer(`select 1 from deliveries where integration_id = '${of.id}'`),
    [],
  )
})

test('attempts are 30 seconds apart, then twice as long up to six hours, or as the target asks', () => {
  assert.deepEqual(
    [1, 2, 3, 10, 11, 40].map((n) => waitAfter(n)),
    [30, 60, 120, 15_360, 21_600, 21_600],
  )
  assert.equal(waitAfter(1, 90), 90)
  assert.equal(waitAfter(1, 1e9), 21_600)
  const pauses = (code: NotDelivered['code'], asked: number | null = null) =>
    [0, 1, 5, 20].map((failures) => pauseAfter(failures, new NotDelivered(code, '', asked)))
  assert.deepEqual(pauses('unavailable'), [30, 60, 600, 600])
  assert.deepEqual(pauses('rate_limited', 300), [300, 300, 600, 600])
  assert.deepEqual(pauses('invalid'), [null, null, null, null])
})
