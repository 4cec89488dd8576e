import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Tx } from '../../platform/db/index.ts'
import { freshDatabase } from '../../testing/database.ts'
import {
  noMutes,
  observe,
  Player,
  type Playing,
  type Says,
  uidOf,
} from '../../testing/findings-model/player.ts'
import { type Batch, batchesOf } from '../recording/batches.ts'
import { stage } from '../versions/index.ts'
import { ScanRecorder } from './scan-recorder.ts'
import { countRecords } from './units.ts'

const base = await freshDatabase()
after(() => base.close())

const unit = 'import/s3/eu'
const at = '2026-01-05T12:00:00.000Z'
const names = Array.from({ length: 12 }, (_, index) => `s3/eu:${index}`)
const says: Says[] = names.map((on) => ({ check: 'encrypted', on, status: 'FAIL' }))
const uids = names.map((on) => uidOf('encrypted', on))

const cut = (most: number, name = unit): Batch[] => {
  const observed = says.map((said) => observe(name.replace('import/', ''), said))
  return [...batchesOf(name, stage(name, observed), most)]
}

/** New findings of the unit, as the rollups count them. */
const counted = (player: Player) =>
  player.in((tx) =>
    tx.single(sql`
      select sum(fail)::int as fail, sum(fail_muted)::int as muted, sum(new_fail)::int as new,
             sum(new_fail_muted)::int as new_muted
        from rollup_live
       where tenant_id = ${tx.tenantId} and provider_id = ${player.providerId}`),
  )

const muted = {
  mutelist: null,
  rules: [
    {
      id: '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5e',
      reason: 'By a rule.',
      uids: new Set(uids),
      expires_at: null,
    },
  ],
}

for (const kind of ['full', 'import'] as const)
  test(`findings that are muted between two batches of their unit are counted once (${kind})`, async () => {
    const player = await Player.join(base)
    const scan = await player.begin(kind, at)
    await player.plan(scan, unit, 'waiting')
    scan.stages.set(unit, 'done')
    const batches = cut(4).filter(({ slices }) => slices.length > 0)
    ok(batches.length > 2)
    let open: Awaited<ReturnType<ScanRecorder['write']>>['open']
    for (const [index, batch] of batches.entries()) {
      const recorder = player.recorder(scan, index === 0 ? noMutes : muted, at)
      const place = { doneUnits: new Set<string>(), open }
      const written = await player.in(async (tx) => {
        const written = await recorder.write(tx, batch, place)
        await countRecords(tx, scan.id, { ...written.recorded, rejected: 0 })
        return written
      })
      open = written.open
      if (index === 0) await player.reEvaluate(uids, { mutes: muted })
    }
    await player.finish(scan)
    deepEqual(await counted(player), { fail: 0, muted: 12, new: 0, new_muted: 12 })
  })

/** Commits each transaction and does not hear of it, so that it runs again. */
const forgetful = (player: Player, scan: Playing): ScanRecorder =>
  new ScanRecorder(scan, {
    holder: {
      async write(work: (tx: Tx) => Promise<never>) {
        await player.in(work)
        return player.in(work)
      },
      madeProgress: async () => {},
    },
    mutesOf: async () => noMutes,
    now: async () => at,
  })

test('a transaction that runs again after its commit counts the findings of its units once', async () => {
  const player = await Player.join(base)
  const scan = await player.begin('full', at)
  await player.plan(scan, 's3/eu', 'running')
  scan.stages.set('s3/eu', 'done')
  const ended: string[] = []
  await forgetful(player, scan).writeUnits(cut(1_000, 's3/eu'), undefined, (transaction) => {
    equal(transaction.recorded.emitted, 12)
    ended.push(...transaction.ended)
  })
  deepEqual(ended, ['s3/eu'])
  deepEqual(await counted(player), { fail: 12, muted: 0, new: 12, new_muted: 0 })
  const [totals] = await base.administer(
    `select emitted, stored, merged from scans where id = '${scan.id}'`,
  )
  deepEqual(totals, { emitted: 12, stored: 12, merged: 0 })
})

test('a batch that continues a unit has no slices of another one', async () => {
  const player = await Player.join(base)
  const scan = await player.begin('full', at)
  const [first, second] = cut(4, 's3/eu').filter(({ slices }) => slices.length > 0)
  const [other] = cut(1_000, 'ec2/eu')
  ok(first && second && other)
  const mixed = { ...second, slices: [...second.slices, ...other.slices] }
  const recorder = player.recorder(scan, noMutes, at)
  const place = { doneUnits: new Set<string>(), open: undefined }
  const { open } = await player.in((tx) => recorder.write(tx, first, place))
  await rejects(
    player.in((tx) => recorder.write(tx, mixed, { ...place, open })),
    /slices of another one/,
  )
})
