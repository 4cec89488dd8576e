/** How many resources a group has, where one check has several findings on one of them. */
import { deepEqual } from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { Player, type Says } from '../../testing/findings-model/player.ts'

const base = await freshDatabase()
after(() => base.close())

const at = (minute: number): string => new Date(Date.now() - 600_000 + minute * 1_000).toISOString()
const says = (on: string, status: Says['status'] = 'FAIL'): Says => ({
  check: 'encrypted',
  on: `s3/eu:${on}`,
  status,
})

/** Findings, resources and failing resources of the one group there is. */
async function group(player: Player): Promise<(number | undefined)[]> {
  const [one] = await player.groups()
  return [
    (one?.fail_count ?? 0) + (one?.pass_count ?? 0),
    one?.resources_total,
    one?.resources_fail,
  ]
}

test('a resource on which a check has two findings is one resource of its group', async () => {
  const player = await Player.join(base)
  await player.full({ 's3/eu': { says: [says('a'), says('a~2', 'PASS'), says('b')] } }, at(1))
  deepEqual(await group(player), [3, 2, 2])
  await player.full(
    { 's3/eu': { says: [says('a', 'PASS'), says('a~2', 'PASS'), says('b')] } },
    at(2),
  )
  deepEqual(await group(player), [3, 2, 1])
})

test('it is one however many findings lie between the two', async () => {
  const player = await Player.join(base)
  const many = Array.from({ length: 90 }, (_, n) => says(`a~${n}`))
  await player.full({ 's3/eu': { says: many.slice(0, 1) } }, at(1))
  deepEqual(await group(player), [1, 1, 1])
  await player.full({ 's3/eu': { says: many, most: 7 } }, at(2))
  deepEqual(await group(player), [90, 1, 1])
})

test('it is one when the first comes back after the second has come', async () => {
  const player = await Player.join(base)
  await player.full({ 's3/eu': { says: [says('a')] } }, at(1))
  await player.partial({ vanished: ['s3/eu:a'] }, at(2))
  deepEqual(await group(player), [0, undefined, undefined])
  await player.partial({ says: [says('a~2')] }, at(3))
  deepEqual(await group(player), [1, 1, 1])
  await player.full({ 's3/eu': { says: [says('a'), says('a~2')] } }, at(4))
  deepEqual(await group(player), [2, 1, 1])
})
