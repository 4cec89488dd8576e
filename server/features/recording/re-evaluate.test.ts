/** What re-evaluations do to counts while scans come and go: the cases f, j and k of how findings are stored. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { sql } from '../../platform/db/index.ts'
import { statusCodes, triageCodes } from '../versions/codes.ts'
import { findingKeyOf } from '../versions/index.ts'
import { playFile } from '../../testing/findings-model/play-file.ts'
import { reEvaluate } from './re-evaluate.ts'
import { noMutes, Player, type Playing, uidOf } from '../../testing/findings-model/player.ts'

const base = await freshDatabase()
after(() => base.close())

const uid = uidOf('encrypted', 's3/eu:a')
const says = (status: 'PASS' | 'FAIL' | 'MANUAL') => ({
  says: [{ check: 'encrypted', on: 's3/eu:a', status }],
})
const at = (minute: number): string => new Date(Date.now() - 600_000 + minute * 1_000).toISOString()
const rules = {
  mutelist: null,
  rules: [
    {
      id: '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d',
      reason: 'By a rule.',
      uids: new Set([uid]),
      expires_at: null,
    },
  ],
}
const mutedIn = async (player: Player, scan: Playing) => (await player.of(scan))[0]?.muted
const overview = async (player: Player, scan: Playing) => [...(await player.rollupOf(scan)).keys()]

test('a mute after a partial scan moves only the bucket that is counted', async () => {
  const player = await Player.join(base)
  const full = await player.full({ 's3/eu': says('FAIL') }, at(1))
  await player.partial(says('PASS'), at(2))
  await player.reEvaluate([uid], { mutes: rules })
  deepEqual(await overview(player, full), ['encrypted high FAIL true'])
  const [row] = await player.latest()
  deepEqual([row?.status, row?.muted], ['PASS', true])
})

test('a mute is listed for every scan of its version, and overviews follow it while a scan runs', async () => {
  const player = await Player.join(base)
  const second = await player.full({ 's3/eu': says('FAIL') }, at(1))
  await player.reEvaluate([uid], { mutes: rules })
  equal(await mutedIn(player, second), true)
  const third = await player.begin('full', at(3))
  deepEqual(await overview(player, second), ['encrypted high FAIL true'])
  await player.reEvaluate([uid], {})
  deepEqual(await overview(player, second), ['encrypted high FAIL false'])
  await player.reEvaluate([uid], { mutes: rules })
  await player.unit(third, 's3/eu', { ...says('FAIL'), mutes: rules }, at(4))
  await player.finish(third)
  deepEqual([await mutedIn(player, second), await mutedIn(player, third)], [true, true])
  await player.reEvaluate([uid], {})
  deepEqual([await mutedIn(player, second), await mutedIn(player, third)], [false, false])
  deepEqual(await overview(player, third), ['encrypted high FAIL false'])
  deepEqual(await overview(player, second), ['encrypted high FAIL true'])
})

const attested = () => ({
  triage: triageCodes.resolved,
  status: statusCodes.PASS,
  status_until: '2999-01-01T00:00:00.000Z',
})

test('an attestation of what two partial scans saw does not pass the overview of a scan that saw it fail', async () => {
  const player = await Player.join(base)
  const full = await player.full({ 's3/eu': says('FAIL') }, at(1))
  await player.partial(says('MANUAL'), at(2))
  await player.partial(says('MANUAL'), at(3))
  await player.reEvaluate([uid], { decide: attested })
  equal((await player.latest())[0]?.status, 'PASS')
  equal((await player.of(full))[0]?.status, 'FAIL')
  deepEqual(await overview(player, full), ['encrypted high FAIL false'])
})

test('an attestation runs over a scan that says MANUAL again, and ends with one that fails', async () => {
  const player = await Player.join(base)
  await player.full({ 's3/eu': says('MANUAL') }, at(1))
  await player.reEvaluate([uid], { decide: attested })
  const before = (await player.latest())[0]?.id
  const day30 = await player.full({ 's3/eu': says('MANUAL') }, at(2))
  const [row] = await player.latest()
  deepEqual([row?.id, row?.status, row?.raw_status], [before, 'PASS', 'MANUAL'])
  await player.full({ 's3/eu': says('FAIL') }, at(3))
  const [failed] = await player.latest()
  deepEqual([failed?.status, failed?.delta, failed?.triage_status], ['FAIL', 'changed', 'reopened'])
  const [then] = await player.of(day30)
  deepEqual([then?.status, then?.raw_status], ['PASS', 'MANUAL'])
})

test('a mute reaches what the latest file said of a finding in another unit, and its overview does not count it', async () => {
  const player = await Player.join(base)
  const files: Playing[] = []
  for (const [n, unit] of ['import/s3/eu', 'import/s3/us'].entries()) {
    const scan = await player.begin('import', at(n + 1))
    const units = new Map([[unit, says('FAIL').says]])
    await playFile(player, scan, { units, mutes: noMutes, most: 4, together: () => 1 }, at(n + 1))
    await player.finish(scan)
    files.push(scan)
  }
  const latest = files.at(-1) as Playing
  const full = await player.begin('full', at(3))
  await player.unit(full, 's3/eu', says('PASS'), at(4)) // closes the version of the files
  await player.reEvaluate([uid], { mutes: rules })
  deepEqual([await mutedIn(player, latest), await mutedIn(player, full)], [true, true])
  deepEqual(await overview(player, latest), [])
})

test('re-evaluating what comes out the same writes nothing', async () => {
  const player = await Player.join(base)
  await player.full({ 's3/eu': says('FAIL') }, at(1))
  equal(await player.reEvaluate([uid], { mutes: rules }), 1)
  equal(await player.reEvaluate([uid], { mutes: rules }), 0)
})

test('a mute of many reads each of them a few times, however many findings the provider has', async () => {
  const player = await Player.join(base)
  const scan = await player.begin('full', at(1))
  const on = Array.from({ length: 600 }, (_, n) => `s3/eu:many${n}`)
  const says = on.map((one) => ({ check: 'encrypted', on: one, status: 'FAIL' as const }))
  await player.unit(scan, 's3/eu', { says }, at(2)) // in one batch: no statistics are gathered before it
  await player.finish(scan)
  const uids = on.slice(0, 50).map((one) => uidOf('encrypted', one))
  const mutes = {
    mutelist: null,
    rules: rules.rules.map((rule) => ({ ...rule, uids: new Set(uids) })),
  }
  const read = await player.in(async (tx) => {
    const fetched = sql`
      select (seq_tup_read + idx_tup_fetch)::int as rows
        from pg_stat_xact_user_tables
       where relname = 'findings'`
    const before = await tx.single<{ rows: number }>(fetched)
    const about = { mutesOf: async () => mutes, actor: null }
    equal(await reEvaluate(tx, player.providerId, uids.map(findingKeyOf), about), uids.length)
    return (await tx.single<{ rows: number }>(fetched)).rows - before.rows
  })
  // Without statistics a statement may read the whole provider once, but not once for each finding.
  ok(read >= uids.length && read <= 6 * on.length, `${read} rows were read`)
})
