/** Failed findings of an earlier moment compared with those of now. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { type Client, world } from '../../testing/index.ts'
import { type Looked, Player, type Says } from '../../testing/findings-model/player.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const path = '/findings/changes'
const dayMs = 86_400_000
const startMs = Date.now()
const moment = (daysAgo: number): string => new Date(startMs - daysAgo * dayMs).toISOString()
const day = (daysAgo: number): string => moment(daysAgo).slice(0, 10)
/** The list of findings changes after the end of this day. */
const since = `filter[since]=${day(7)}`
const sinceEnd = `filter[status_changed_at__gte]=${day(6)}`

const says = (statuses: readonly Says['status'][], unit = 's3/eu'): Looked => ({
  says: statuses.map((status, index) => ({
    check: 's3_bucket_public_access',
    on: `${unit}:${index}`,
    status,
  })),
})
const looked = (...statuses: readonly Says['status'][]) => ({ 's3/eu': says(statuses) })
const first = looked('FAIL', 'FAIL', 'PASS')
/** One is fixed, one has changed to FAIL, one is new. */
const second = looked('FAIL', 'PASS', 'FAIL', 'FAIL')

/** A full scan that records and completes at this time. */
async function scanned(
  player: Player,
  units: Readonly<Record<string, Looked | 'failed'>>,
  daysAgo: number,
): Promise<void> {
  const { id } = await player.full(units, moment(daysAgo))
  await w.test.administer(`update scans set completed_at = inserted_at where id = '${id}'`)
}

const numbers = [
  'new_failures',
  'changed_to_fail',
  'reopened',
  'no_longer_failing',
  'changed_to_pass',
] as const

async function compared(user: Client, query = since) {
  const { item } = await user.get(`${path}?${query}`)
  const ids = (name: string): unknown =>
    (item.at(name) as { provider_ids: string[] }).provider_ids.toSorted()
  return {
    since: item.at('since'),
    fail: item.at('fail') as { before: number; now: number },
    numbers: numbers.map((name) => item.at(name)),
    compared: ids('compared'),
    idle: ids('not_scanned_since'),
    without: ids('without_earlier'),
  }
}
const sorted = (...players: readonly Player[]): string[] =>
  players.map(({ providerId }) => providerId).toSorted()
const none = [0, 0, 0, 0, 0]

test('the failures at the end of a day are compared with those of now, provider by provider', async () => {
  const user = await w.user()
  const players = await Promise.all(
    Array.from({ length: 4 }, () => Player.join(w.test, user.tenantId)),
  )
  const [twice, once, late, never] = players as [Player, Player, Player, Player]
  await scanned(twice, first, 9)
  await scanned(once, first, 9)
  await scanned(twice, second, 3)
  await scanned(late, first, 2)
  const changed = [1, 1, 1, 1, 1]
  deepEqual(await compared(user), {
    since: day(7),
    fail: { before: 4, now: 5 },
    numbers: changed,
    compared: sorted(twice, once),
    idle: sorted(once),
    without: sorted(late, never),
  })
  deepEqual(await compared(user, ''), {
    since: null,
    fail: { before: 2, now: 3 },
    numbers: changed,
    compared: sorted(twice),
    idle: [],
    without: sorted(once, late, never),
  })
  deepEqual(await compared(user, `filter[since]=${day(20)}`), {
    since: day(20),
    fail: { before: 0, now: 0 },
    numbers: none,
    compared: [],
    idle: [],
    without: sorted(...players),
  })
  const own = await compared(user, `${since}&filter[provider_id]=${once.providerId}`)
  deepEqual([own.fail, own.without], [{ before: 2, now: 2 }, []])
})

const status = fc.constantFrom<Says['status']>('FAIL', 'PASS', 'MANUAL')
const severity = fc.constantFrom('critical', 'low')
const verdict = fc.option(fc.record({ status, severity }))
/** What each of three units says of its resources; `failed` is one that could not be read. */
const unit = fc.oneof(
  { weight: 5, arbitrary: fc.array(verdict, { minLength: 1, maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant('failed' as const) },
)
const scan = fc.tuple(unit, unit, unit)
const lookedAt = (units: typeof scan extends fc.Arbitrary<infer T> ? T : never) =>
  Object.fromEntries(
    units.map((one, at) => {
      const name = ['s3/eu', 's3/us', 'ec2/eu'][at] ?? ''
      if (one === 'failed') return [name, 'failed' as const]
      const said = one.flatMap((verdict, index) =>
        verdict ? [{ check: 's3_bucket_public_access', on: `${name}:${index}`, ...verdict }] : [],
      )
      return [name, { says: said }]
    }),
  )

test('each number is that of sets of the lists of then and now, also of what was not read', async () => {
  await fc.assert(
    fc.asyncProperty(scan, scan, scan, fc.nat(4), async (then, between, last, mutedAt) => {
      const user = await w.user()
      const player = await Player.join(w.test, user.tenantId)
      const rows = async () => {
        const { items } = await user.get('/findings/latest?page[size]=100')
        return new Map(
          items.map((one) => [
            one.text('uid'),
            {
              status: one.at('status'),
              muted: one.at('muted'),
              severity: one.text('severity'),
              id: one.id,
            },
          ]),
        )
      }
      await scanned(player, lookedAt(then), 9)
      const before = await rows()
      await scanned(player, lookedAt(between), 3)
      await scanned(player, lookedAt(last), 1)
      const [muted] = [...(await rows()).values()].slice(mutedAt)
      if (muted)
        await user.make('/mute-rules', 'mute-rules', {
          name: 'one',
          reason: 'accepted here',
          finding_ids: [muted.id],
        })
      const now = await rows()
      const isMuted = (uid: string): boolean => now.get(uid)?.muted === true
      const having = (list: typeof now, wanted: string): Set<string> =>
        new Set(
          [...list]
            .filter(([uid, one]) => one.status === wanted && !isMuted(uid))
            .map(([uid]) => uid),
        )
      const [failed, fails] = [having(before, 'FAIL'), having(now, 'FAIL')]
      const began = fails.difference(failed)
      const known = new Set(before.keys())
      const found = await compared(user)
      deepEqual(found.fail, { before: failed.size, now: fails.size })
      const [fresh, changed, reopened, stopped, passed] = found.numbers
      equal(Number(fresh) + Number(changed), began.size)
      equal(fresh, began.difference(known).size)
      equal(stopped, failed.difference(fails).size)
      const count = async (query: string): Promise<number> =>
        (await user.get(`/findings/latest?filter[muted]=false&${sinceEnd}&${query}`)).count
      equal(await count('filter[status]=FAIL'), began.size)
      equal(await count(`filter[status]=FAIL&filter[first_seen_at__lte]=${day(7)}`), changed)
      equal(await count(`filter[status]=FAIL&filter[first_seen_at__gte]=${day(6)}`), fresh)
      const older = `filter[first_seen_at__lte]=${day(7)}`
      equal(await count(`filter[status]=PASS&${older}`), passed)
      equal(await count(`filter[status]=FAIL&filter[triage_status]=reopened&${older}`), reopened)
      const { item } = await user.get(`${path}?${since}`)
      const bySeverity = (list: typeof now, uids: Set<string>, name: string): number =>
        [...uids].filter((uid) => list.get(uid)?.severity === name).length
      for (const name of ['critical', 'low'])
        deepEqual((item.at('by_severity') as Record<string, unknown>)[name], {
          before: bySeverity(before, failed, name),
          now: bySeverity(now, fails, name),
        })
    }),
    { numRuns: 12 },
  )
})

test('the parts with the largest differences come first', async () => {
  const user = await w.user()
  const [one, other] = [
    await Player.join(w.test, user.tenantId),
    await Player.join(w.test, user.tenantId),
  ]
  await scanned(one, looked('FAIL', 'PASS'), 9)
  await scanned(other, looked('FAIL', 'FAIL', 'FAIL'), 9)
  await scanned(one, looked('FAIL', 'FAIL'), 3)
  await scanned(other, looked('FAIL', 'PASS', 'PASS'), 3)
  const { item } = await user.get(`${path}?${since}`)
  deepEqual(item.at('by_provider'), [
    { id: other.providerId, before: 3, now: 1 },
    { id: one.providerId, before: 1, now: 2 },
  ])
  deepEqual(item.at('by_service'), [{ id: 's3', before: 4, now: 3 }])
})

test('a re-check counts, although no full scan has completed since then', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await scanned(player, looked('FAIL', 'FAIL'), 9)
  await player.partial(says(['FAIL', 'PASS', 'FAIL']), moment(1))
  const found = await compared(user)
  deepEqual(
    [found.fail, found.numbers, found.idle],
    [{ before: 2, now: 2 }, [1, 0, 0, 1, 1], sorted(player)],
  )
})

test('an import is not compared with scans', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  const imported = await player.begin('import', moment(9))
  await player.finish(imported)
  await w.test.administer(`update scans set completed_at = inserted_at where id = '${imported.id}'`)
  deepEqual((await compared(user)).idle, sorted(player))
  await scanned(player, first, 5)
  await scanned(player, second, 2)
  deepEqual((await compared(user)).without, sorted(player))
})

test('a scan that records before midnight and completes after it agrees with its list', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await scanned(player, looked('PASS', 'PASS'), 12)
  const midnight = Date.parse(day(6))
  const late = new Date(midnight - 60_000).toISOString()
  const { id } = await player.full(looked('FAIL', 'PASS'), late)
  await w.test.administer(
    `update scans set completed_at = '${new Date(midnight + 60_000).toISOString()}' where id = '${id}'`,
  )
  const found = await compared(user)
  deepEqual([found.fail, found.numbers], [{ before: 1, now: 1 }, none])
  equal((await user.get(`/findings/latest?filter[status]=FAIL&${sinceEnd}`)).count, 0)
})

test('a day that has not ended is refused', async () => {
  const user = await w.user()
  for (const wrong of [day(-1), '2999-01-01', 'yesterday', 'infinity']) {
    const refused = await user.get(`${path}?filter[since]=${wrong}`)
    equal(refused.status, 400)
    equal(refused.fault.source?.parameter, 'filter[since]')
  }
})
