/** Counts from rollups match the rows, even when the rollups are outdated. */
import { deepEqual, equal, notDeepEqual } from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Caller } from '../../platform/tenancy/index.ts'
import { freshDatabase } from '../../testing/database.ts'
import { playFile } from '../../testing/findings-model/play-file.ts'
import { noMutes, Player, type Says, uidOf } from '../../testing/findings-model/player.ts'
import { statusCodes, triageCodes } from '../versions/index.ts'
import { versionedScope } from '../providers/index.ts'

const base = await freshDatabase()
after(() => base.close())

const at = (minute: number): string =>
  new Date(Date.now() - 3_600_000 + minute * 1_000).toISOString()
const said = (name: string, status: Says['status']): Says => ({
  check: 'encrypted',
  on: `s3/eu:${name}`,
  status,
})
const attested = {
  decide: () => ({
    triage: triageCodes.resolved,
    status: statusCodes.PASS,
    status_until: new Date(Date.now() + 86_400_000).toISOString(),
  }),
}

test('a full scan shows nothing of a file that was not recorded to its end', async () => {
  const player = await Player.join(base)
  const file = await player.begin('import', at(1))
  const units = new Map([['import/s3/us', [{ ...said('file', 'FAIL'), on: 's3/us:file' }]]])
  await playFile(player, file, { units, mutes: noMutes, most: 4, together: () => 1 }, at(1))
  await base.administer(`
    update scan_units set state = 'running', recorded_at = null where scan_id = '${file.id}';
    delete from latest_unit_runs where provider_id = '${player.providerId}';
    update scans set state = 'failed' where id = '${file.id}'`)
  const full = await player.full({ 's3/eu': { says: [said('a', 'FAIL')] } }, at(2))
  deepEqual(
    (await player.of(full)).map(({ uid }) => uid),
    [uidOf('encrypted', 's3/eu:a')],
  )
  await player.full({ 's3/eu': { says: [said('a', 'FAIL')] } }, at(3))
  equal((await player.of(full)).length, 1)
})

test('an attestation that is over counts as MANUAL in a period up to now', async () => {
  const player = await Player.join(base)
  await player.full({ 's3/eu': { says: [said('a', 'MANUAL'), said('b', 'MANUAL')] } }, at(1))
  await player.reEvaluate([uidOf('encrypted', 's3/eu:a')], attested)
  await player.pass91Days(base)
  const since = { from: '2020-01-01T00:00:00.000Z', until: '2020-01-01T00:00:00.001Z' }
  for (const [status, count] of [
    ['MANUAL', 2],
    ['PASS', 0],
  ] as const) {
    const rows = await player.whole({
      filters: [
        { name: 'inserted_at', op: 'gte', value: since },
        { name: 'status', op: 'eq', value: status },
      ],
    })
    equal(rows.length, count, status)
  }
})

test('a mute makes no snapshot of a scan that has none', async () => {
  const player = await Player.join(base)
  const scan = await player.full({ 's3/eu': { says: [said('a', 'FAIL')] } }, at(1))
  await base.administer(`delete from rollup_snapshots where scan_id = '${scan.id}'`)
  const days = `select * from severity_days where provider_id = '${player.providerId}'`
  const before = await base.administer(days)
  await player.begin('full', at(2))
  await base.administer(`delete from rollup_snapshots where scan_id = '${scan.id}'`)
  const uids = new Set([uidOf('encrypted', 's3/eu:a')])
  const rule = { id: player.tenantId, reason: 'Known.', uids, expires_at: null }
  equal(await player.reEvaluate([...uids], { mutes: { mutelist: null, rules: [rule] } }), 1)
  deepEqual(await base.administer(`select from rollup_snapshots where scan_id = '${scan.id}'`), [])
  deepEqual(await base.administer(days), before)
})

test('the version of lists differs once an attestation of a closed finding is over', async () => {
  const player = await Player.join(base)
  await player.full({ 's3/eu': { says: [said('a', 'MANUAL')] } }, at(1))
  await base.administer(`
    insert into finding_attestations (tenant_id, provider_id, finding_key, id, evidence, author_name, attested_at, expires_at)
    select tenant_id, provider_id, finding_key, id, 'Seen.', 'Somebody', now(), now() + interval '90 days'
      from findings where provider_id = '${player.providerId}'`)
  await player.full({ 's3/eu': { says: [] } }, at(2))
  const { tenantId } = player
  const caller = { tenantId, unlimitedVisibility: true, granted: new Set() } as unknown as Caller
  const query = { filters: [], include: [] }
  const version = async (): Promise<readonly string[] | null> =>
    (await player.in((tx) => versionedScope({ tx, caller, query }))).version
  const before = await version()
  deepEqual(await version(), before)
  await base.administer(`
    update finding_attestations set attested_at = attested_at - interval '91 days', expires_at = expires_at - interval '91 days'
     where provider_id = '${player.providerId}'`)
  notDeepEqual(await version(), before)
})
