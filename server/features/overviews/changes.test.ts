/** Failed findings of an earlier day compared with those of the latest scans. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../../testing/index.ts'
import { type Looked, Player, type Says } from '../../testing/findings-model/player.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const noon = (day: number): string => new Date(Date.UTC(2026, 0, day, 12)).toISOString()
const looked = (...statuses: readonly Says['status'][]): Readonly<Record<string, Looked>> => ({
  's3/eu': {
    says: statuses.map((status, index) => ({
      check: 's3_bucket_public_access',
      on: `s3/eu:${index}`,
      status,
    })),
  },
})
const first = looked('FAIL', 'FAIL', 'PASS')
/** One is fixed, one has changed to FAIL, one is new. */
const second = looked('FAIL', 'PASS', 'FAIL', 'FAIL')
const path = '/overviews/findings_changes'

/** A full scan that completes at noon of that day. */
async function scanned(
  player: Player,
  units: Readonly<Record<string, Looked>>,
  day: number,
): Promise<void> {
  const { id } = await player.full(units, noon(day))
  await w.test.administer(`update scans set completed_at = inserted_at where id = '${id}'`)
}

test('the failures at the end of a day are compared with those of now, provider by provider', async () => {
  const user = await w.user()
  const [twice, once, late, never] = await Promise.all(
    Array.from({ length: 4 }, () => Player.join(w.test, user.tenantId)),
  )
  if (!twice || !once || !late || !never) throw new Error('Four players join.')
  await scanned(twice, first, 1)
  await scanned(once, first, 2)
  await scanned(twice, second, 3)
  await scanned(late, first, 4)
  const since = async (query: string): Promise<Record<string, unknown>> => {
    const { item } = await user.get(`${path}${query}`)
    const ids = (name: string): unknown =>
      (item.at(name) as { provider_ids: string[] }).provider_ids.toSorted()
    return {
      since: item.at('since'),
      fail: item.at('fail'),
      compared: ids('compared'),
      idle: ids('not_scanned_since'),
      without: ids('without_earlier'),
    }
  }
  const sorted = (...players: readonly Player[]): string[] =>
    players.map(({ providerId }) => providerId).toSorted()
  deepEqual(await since('?filter[since]=2026-01-01'), {
    since: '2026-01-01',
    fail: { before: 2, now: 3 },
    compared: sorted(twice),
    idle: [],
    without: sorted(once, late, never),
  })
  deepEqual(await since('?filter[since]=2026-01-02'), {
    since: '2026-01-02',
    fail: { before: 4, now: 5 },
    compared: sorted(twice, once),
    idle: sorted(once),
    without: sorted(late, never),
  })
  deepEqual(await since(''), {
    since: null,
    fail: { before: 2, now: 3 },
    compared: sorted(twice),
    idle: [],
    without: sorted(once, late, never),
  })
  deepEqual(await since('?filter[since]=2025-12-31'), {
    since: '2025-12-31',
    fail: { before: 0, now: 0 },
    compared: [],
    idle: [],
    without: sorted(twice, once, late, never),
  })
  deepEqual(await since(`?filter[since]=2026-01-02&filter[provider_id]=${once.providerId}`), {
    since: '2026-01-02',
    fail: { before: 2, now: 2 },
    compared: sorted(once),
    idle: sorted(once),
    without: [],
  })
})

test('the differences are added up by severity, provider and service', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await scanned(player, first, 1)
  await scanned(player, second, 3)
  const { item } = await user.get(`${path}?filter[since]=2026-01-02`)
  const difference = { before: 2, now: 3 }
  deepEqual(item.at('by_provider'), [{ id: player.providerId, ...difference }])
  deepEqual(item.at('by_service'), [{ id: 's3', ...difference }])
  const severities = Object.values(item.at('by_severity') as Record<string, typeof difference>)
  equal(severities.length, 5)
  equal(
    severities.reduce((sum, { now }) => sum + now, 0),
    3,
  )
})

test('what began to fail since the day is a list; a change of the severity alone is none', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  const says = (statuses: readonly Says['status'][], severity: 'high' | 'low') => ({
    's3/eu': {
      says: statuses.map((status, index) => ({
        check: 's3_bucket_public_access',
        on: `s3/eu:${index}`,
        status,
        severity,
      })),
    },
  })
  await scanned(player, says(['FAIL', 'FAIL', 'PASS'], 'low'), 1)
  await w.test.administer(
    `update findings set changed_at = '${noon(1)}' where provider_id = '${player.providerId}'`,
  )
  await scanned(player, says(['FAIL', 'PASS', 'FAIL', 'FAIL'], 'high'), 3)
  const count = async (query: string): Promise<number> =>
    (await user.get(`/findings/latest?${query}`)).count
  const since = (day: number, status: string): string =>
    `filter[status]=${status}&filter[status_changed_at__gte]=${noon(day)}`
  equal(await count(since(2, 'FAIL')), 2)
  equal(await count(since(2, 'PASS')), 1)
  equal(await count(`${since(2, 'FAIL')}&filter[first_seen_at__gte]=${noon(2)}`), 1)
  equal(await count(`${since(2, 'FAIL')}&filter[first_seen_at__lte]=${noon(2)}`), 1)
  equal(await count('filter[status]=FAIL&filter[severity]=high'), 3)
  const year = new Date().getUTCFullYear()
  equal(await count(`filter[status_changed_at__gte]=${year + 1}-01-01`), 0)
  equal(await count('filter[status_changed_at__gte]=2025-01-01'), 4)
})

test('a muted failure is none', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await scanned(player, first, 1)
  await scanned(player, first, 3)
  const failed = (await user.get('/findings/latest?filter[status]=FAIL')).item
  await user.make('/mute-rules', 'mute-rules', {
    name: 'one',
    reason: 'accepted here',
    finding_ids: [failed.id],
  })
  const fail = async (day: string) =>
    (await user.get(`${path}?filter[since]=${day}`)).item.at('fail')
  deepEqual(await fail('2026-01-02'), { before: 2, now: 1 })
  deepEqual(await fail('2026-01-03'), { before: 1, now: 1 }, 'the scan of that day is the latest')
})

test('a day that has not ended is refused', async () => {
  const user = await w.user()
  for (const day of [new Date().toISOString().slice(0, 10), '2999-01-01', 'yesterday']) {
    const refused = await user.get(`${path}?filter[since]=${day}`)
    equal(refused.status, 400)
    equal(refused.fault.source?.parameter, 'filter[since]')
  }
})
