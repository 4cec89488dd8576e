import { deepEqual, equal } from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { counters } from './columns.ts'
import { latestScans } from './scans.ts'
import { sumRollups } from './sums.ts'
import { type Looked, Player } from '../../testing/findings-model/player.ts'

const base = await freshDatabase()
after(() => base.close())

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const looked: Looked = { says: [{ check: 'encrypted', on: 's3/eu:a', status: 'FAIL' }] }
const latest = async (player: Player, window = {}): Promise<string | undefined> => {
  const scope = { whole: true, ids: [player.providerId] }
  const [scan] = await player.in((tx) => latestScans(tx, scope, window))
  return scan?.id
}
const imported = async (player: Player, minute: number): Promise<string> => {
  const scan = await player.begin('import', at(minute))
  await player.unit(scan, 'import/s3/eu', looked, at(minute))
  await player.finish(scan)
  return scan.id
}
const completed = (id: string, when: string | null): Promise<unknown> =>
  base.administer(
    `update scans set completed_at = ${when === null ? 'null' : `'${when}'`} where id = '${id}'`,
  )

test('an import is the latest scan only where the provider has nothing else', async () => {
  const player = await Player.join(base)
  equal(await latest(player), undefined)
  const first = await imported(player, 1)
  equal(await latest(player), first)
  const newer = await imported(player, 2)
  equal(await latest(player), newer)
  const full = await player.full({ 's3/eu': looked }, at(3))
  equal(await latest(player), full.id)
  await imported(player, 4)
  await player.partial(looked, at(5))
  equal(await latest(player), full.id)
})

test('the latest scan is what completed last, by its id where several did at once', async () => {
  const player = await Player.join(base)
  const one = await player.full({ 's3/eu': looked }, at(1))
  const two = await player.full({ 's3/eu': looked }, at(2))
  await completed(one.id, at(10))
  await completed(two.id, at(9))
  equal(await latest(player), one.id)
  await completed(two.id, at(10))
  equal(await latest(player), [one.id, two.id].toSorted().at(-1))
  await completed(two.id, null) // made at minute 2
  equal(await latest(player), one.id)
  await completed(one.id, at(1))
  equal(await latest(player), two.id)
  equal(await latest(player, { until: at(2) }), one.id)
  equal(await latest(player, { from: at(2) }), two.id)
  await base.administer(`update scans set state = 'failed' where id = '${two.id}'`)
  equal(await latest(player), one.id)
})

test('sums are the same whether they are read live or from a snapshot', async () => {
  const player = await Player.join(base)
  const says = ['a', 'b', 'c'].flatMap((name, index) =>
    (['encrypted', 'logged'] as const).map((check) => ({
      check,
      on: `s3/eu:${name}`,
      status: (['PASS', 'FAIL', 'MANUAL'] as const)[index] ?? 'PASS',
    })),
  )
  await player.full({ 's3/eu': { says }, 's3/us': { says: [] }, 'ec2/eu': looked }, at(1))
  const scope = { whole: true, ids: [player.providerId] }
  const asked = [
    { by: ['check_id', 'severity'], sum: counters },
    { by: ['region'], sum: counters, filters: [{ name: 'region', op: 'eq', value: 'eu' }] },
    { by: ['service'], sum: counters, filters: [{ name: 'search', op: 'eq', value: 'LOG s3' }] },
    { by: ['provider_id'], sum: counters, filters: [{ name: 'search', op: 'eq', value: 'none' }] },
  ] as const
  const figures = () =>
    player.in(async (tx) => {
      const scans = await latestScans(tx, scope)
      const all = []
      for (const one of asked) {
        const { by, sum } = one
        const filters = 'filters' in one ? one.filters : []
        const rows = await sumRollups(tx, scans, { by: [...by], sum, filters })
        all.push(rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)))
      }
      return { past: scans.map(({ from_snapshot }) => from_snapshot), all }
    })
  const live = await figures()
  await player.begin('full', at(2))
  const past = await figures()
  deepEqual([live.past, past.past], [[false], [true]])
  deepEqual(past.all, live.all)
  deepEqual(
    live.all.map((rows) => rows.length),
    [2, 1, 1, 0],
  )
})
