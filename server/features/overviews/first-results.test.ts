/** Results of first scans, which are no changes. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../../testing/index.ts'
import { type Looked, Player, type Says } from '../../testing/findings-model/player.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
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
const second = looked('FAIL', 'PASS', 'FAIL', 'FAIL')

test('results of the first scan of a provider are counted apart from changes', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await player.full(first, at(1))
  const sums = async () => (await user.get('/overviews/findings')).item
  const unchanged = { fail_new: 0, fail_changed: 0, pass_changed: 0 }
  const whole = await sums()
  equal(whole.at('fail_new'), 2)
  deepEqual(whole.at('first_results'), { provider_ids: [player.providerId], fail: 2, pass: 1 })
  deepEqual(whole.at('since_previous_scan'), { providers: 0, ...unchanged })
  const other = await Player.join(w.test, user.tenantId)
  await other.full(first, at(2))
  await player.full(second, at(3))
  const mixed = await sums()
  deepEqual(mixed.at('first_results'), { provider_ids: [other.providerId], fail: 2, pass: 1 })
  deepEqual(mixed.at('since_previous_scan'), {
    providers: 1,
    fail_new: 1,
    fail_changed: 1,
    pass_changed: 1,
  })
  await player.full(second, at(4))
  await other.full(first, at(5))
  deepEqual((await sums()).at('since_previous_scan'), { providers: 2, ...unchanged })
})

test('an import neither is the scan before a first scan, nor replaces the results of a scan', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  const imported = await player.begin('import', at(1))
  await player.finish(imported)
  await player.full(first, at(2))
  const later = await player.begin('import', at(3))
  await player.finish(later)
  const { item } = await user.get('/overviews/findings')
  deepEqual(item.at('first_results'), { provider_ids: [player.providerId], fail: 2, pass: 1 })
})

test('providers without results are named, also those with a failed, a partial or a running scan', async () => {
  const user = await w.user()
  const player = await Player.join(w.test, user.tenantId)
  await player.full(first, at(1))
  const [never, failed, partial, running, file] = await Promise.all(
    Array.from({ length: 5 }, () => Player.join(w.test, user.tenantId)),
  )
  ok(never && failed && partial && running && file)
  const broken = await failed.begin('full', at(2))
  await w.test.administer(`update scans set state = 'failed' where id = '${broken.id}'`)
  await partial.partial({}, at(3))
  const open = await running.begin('full', at(4))
  await file.finish(await file.begin('import', at(5)))
  const without = async (query = ''): Promise<unknown> => {
    const found = (await user.get(`/overviews/findings${query}`)).item.at('without_results')
    return (found as { provider_ids: string[] }).provider_ids.toSorted()
  }
  const ids = (...players: readonly Player[]) => players.map((one) => one.providerId).toSorted()
  deepEqual(await without(), ids(never, failed, partial, running))
  deepEqual(await without(`?filter[provider_id]=${player.providerId}`), [])
  deepEqual(await without(`?filter[provider_id]=${never.providerId}`), ids(never))
  await running.finish(open)
  deepEqual(await without(), ids(never, failed, partial))
})
