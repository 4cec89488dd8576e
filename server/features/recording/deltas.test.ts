/** How many findings of a group are new, where some have left the unit that found them. */
import { deepEqual } from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { Player, type Says } from '../../testing/findings-model/player.ts'

const base = await freshDatabase()
after(() => base.close())

const at = (minute: number): string => new Date(Date.now() - 600_000 + minute * 1_000).toISOString()
const says = (name: string, status: Says['status']): Says => ({
  check: 'encrypted',
  on: `s3/eu:${name}`,
  status,
})
const first = { 's3/eu': { says: [says('a', 'FAIL'), says('b', 'FAIL')] } }

/** Findings of the one group there is, and how many of them are new. */
async function group(player: Player): Promise<(number | undefined)[]> {
  const [one] = await player.groups()
  return [(one?.fail_count ?? 0) + (one?.pass_count ?? 0), one?.new_count]
}

test('a finding that another unit sees is not new any more where it was', async () => {
  const player = await Player.join(base)
  await player.full(first, at(1))
  deepEqual(await group(player), [2, 2])
  const second = { 's3/eu': 'failed', 'ec2/eu': { says: [says('a', 'FAIL')] } } as const
  await player.full(second, at(2))
  deepEqual(await group(player), [2, 1])
})

test('nor is it when a partial scan has changed it in between', async () => {
  const player = await Player.join(base)
  await player.full(first, at(1))
  await player.partial({ says: [says('a', 'PASS')] }, at(2))
  deepEqual(await group(player), [2, 1])
  const scan = await player.begin('full', at(3))
  await player.unit(scan, 'ec2/eu', { says: [says('a', 'PASS')] }, at(3))
  deepEqual(await group(player), [2, 1])
})
