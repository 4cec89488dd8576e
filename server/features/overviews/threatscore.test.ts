import { deepEqual, equal, match } from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '../../testing/index.ts'
import { Player } from '../../testing/findings-model/player.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

/** Some scans of an account, each with one finding; returns their ids. */
async function scansOf(player: Player, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const says = [{ check: 'iam_root_mfa_enabled', on: 'iam/us:root', status: 'PASS' as const }]
    const minute = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
    ids.push((await player.full({ 'iam/us': { says } }, minute)).id)
  }
  return ids
}

test('the score of named scans is limited to 20 scans of each account', async () => {
  const user = await w.user()
  const [one, other] = [
    await scansOf(await Player.join(w.test, user.tenantId), 21),
    await scansOf(await Player.join(w.test, user.tenantId), 2),
  ]
  const ask = (ids: readonly string[]) =>
    user.get(`/overviews/threatscore?filter[scan_id__in]=${ids.join(',')}`)
  const all = await ask([...one, ...other])
  equal(all.status, 400, all.text)
  equal(all.fault.source?.parameter, 'filter[scan_id__in]')
  match(all.fault.detail, /at most 20 scans of one account/)
  const most = [...one.slice(1), ...other]
  const answer = await ask(most)
  equal(answer.status, 200, answer.text)
  deepEqual(new Set(answer.ids), new Set(most))
  // The ids of scans of other tenants count for none.
  const rival = await w.user()
  const foreign = await rival.get(`/overviews/threatscore?filter[scan_id__in]=${one.join(',')}`)
  deepEqual([foreign.status, foreign.items.length], [200, 0])
})
