/** Overviews of tenants with very many accounts, regions and services: what a file of findings may name. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answered, world } from '../../testing/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { owner, Player } from '../../testing/findings-model/player.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { filled, type ProviderDay } from './series.ts'
import { scopeOf } from '../providers/index.ts'
import { snapshots } from './threatscore.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})

test('a list of regions, services or types ends after 1,000 of them', async () => {
  const user = await there.user()
  await ingest(
    user,
    Array.from({ length: 1_010 }, (_, n) => record({ uid: `f${n}`, region: `region-${n}` })),
  )
  const regions = (answer: Answered) => answer.item.texts('regions').length
  const scan = (await user.get('/scans')).item.id
  for (const path of [
    '/resources/metadata',
    '/resources/metadata/latest',
    '/findings/metadata',
    '/findings/metadata/latest',
    `/compliance-overviews/metadata?filter[scan_id]=${scan}`,
  ])
    equal(regions(await user.get(path)), 1_000, path)
})

const day = (provider: number, at: string): ProviderDay => ({
  provider_id: `p${provider}`,
  scan_id: `${at} p${provider}`,
  day: at,
  critical: 1,
  high: 0,
  medium: 0,
  low: 0,
  informational: 2,
  muted: 0,
})

test('a day adds up all accounts and names the newest 100 of their scans', () => {
  const old = Array.from({ length: 300 }, (_, n) => day(n, '2026-01-01'))
  const days = filled([...old, day(0, '2026-01-02'), day(1, '2026-01-02')], {
    from: '2026-01-01',
    to: '2026-12-31',
  })
  equal(days.length, 365)
  for (const { id, critical, informational, scan_ids } of days) {
    deepEqual([critical, informational, scan_ids.length], [300, 600, 100], id)
    if (id > '2026-01-01')
      ok(scan_ids.includes('2026-01-02 p0') && scan_ids.includes('2026-01-02 p1'), id)
  }
})

test('the score of many accounts takes as many statements as that of two', async () => {
  const statementsFor = async (accounts: number) => {
    const user = await there.user()
    for (let n = 0; n < accounts; n++) {
      const player = await Player.join(there.test, user.tenantId)
      for (const minute of [1, 2]) {
        const says = [{ check: 'iam_root_mfa_enabled', on: 'iam/us:root', status: 'FAIL' } as const]
        await player.full({ 'iam/us': { says } }, new Date(minute * 60_000).toISOString())
      }
    }
    return there.test.database.inTenant(user.tenantId, async (tx) => {
      let asked = 0
      const counting = new Proxy(tx, {
        get(target, name) {
          if (['rows', 'maybe', 'single'].includes(String(name))) asked += 1
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }) as Tx
      const query = { filters: [], snapshotId: undefined }
      const scope = await scopeOf(tx, owner(user.tenantId), [])
      const { rows } = await snapshots(counting, scope, query, () => undefined)
      equal(rows.length, accounts + 1)
      ok(rows.every(({ score_delta }) => score_delta === '0.00'))
      return asked
    })
  }
  equal(await statementsFor(6), await statementsFor(2))
})
