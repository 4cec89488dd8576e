// When findings were last seen that a file names under another check or unit, or that a canceled file brought.
import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { findingKeyOf } from '../versions/index.ts'
import { type Described, firstDay, ingest, record } from './testing/files.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** In the order of their keys, by which gaps are cut. */
const [a = '', b = '', c = '', d = '', e = ''] = ['1', '2', '3', '4', '5'].toSorted((one, other) =>
  findingKeyOf(one) < findingKeyOf(other) ? -1 : 1,
)
const later = firstDay + 1_000

/** Which findings the newest file saw, with the status that they have in its list. */
async function seen(user: Client): Promise<string[]> {
  const [scan] = (await user.get('/scans?sort=-inserted_at')).items
  const { items } = await user.get(`/findings?filter[scan]=${scan?.id}`)
  return items.map((one) => `${one.text('uid')} ${one.text('status')}`).toSorted()
}

const files: readonly (readonly [string, readonly Described[]])[] = [
  ['alone', [{ uid: b, check: 'another' }]],
  ['beside one of its former check', [{ uid: b, check: 'another' }, { uid: d }]],
  ['with another verdict', [{ uid: b, check: 'another', status: 'PASS' }, { uid: d }]],
]
for (const [what, second] of files)
  test(`a finding that a file names under another check is seen by that file: ${what}`, async () => {
    const user = await w.user()
    await ingest(
      user,
      [a, b, c, d].map((uid) => record({ uid })),
    )
    await ingest(
      user,
      second.map((one) => record({ ...one, time: later })),
    )
    deepEqual(
      await seen(user),
      second.map(({ uid, status = 'FAIL' }) => `${uid} ${status}`).toSorted(),
    )
  })

test('a finding that a file names under another check and unit keeps both, and is counted once', async () => {
  const user = await w.user()
  const first = [
    record({ uid: a, check: 'one' }),
    record({ uid: c, check: 'one' }),
    record({ uid: b, check: 'other' }),
    record({ uid: e, check: 'other' }),
  ]
  await ingest(user, first)
  await ingest(user, [
    record({ uid: d, check: 'one', status: 'PASS', time: later }),
    record({ uid: b, check: 'one', status: 'PASS', service: 'ec2', time: later }),
  ])
  deepEqual(await seen(user), [`${b} PASS`, `${d} PASS`].toSorted())
  const rows = await w.test.administer(`
    select n.check_id, n.fail, n.pass
      from rollup_snapshots r
      join scans s on s.id = r.scan_id and s.tenant_id = '${user.tenantId}',
           unnest(r.check_id, r.fail, r.pass) as n(check_id, fail, pass)
     where s.seq = 2 and (n.fail <> 0 or n.pass <> 0)`)
  deepEqual(rows, [{ check_id: 'one', fail: 0, pass: 1 }])
})

test('gaps that an earlier version stored are of one key each, or of a whole check', async () => {
  const user = await w.user()
  const of = (uids: readonly string[], check: string) => uids.map((uid) => record({ uid, check }))
  await ingest(user, [...of([a, b, c], 'one'), ...of([d, e], 'other')])
  await ingest(user, [record({ uid: b, check: 'one', time: later })])
  await w.test.administer(`
    update scan_gaps set last_key = null where tenant_id = '${user.tenantId}';
    insert into scan_gaps (tenant_id, scan_id, unit, check_id, finding_key)
    select tenant_id, scan_id, unit, check_id, '${findingKeyOf(d)}'
      from scan_gaps
     where tenant_id = '${user.tenantId}' and check_id = 'other'`)
  deepEqual(await seen(user), [`${b} FAIL`])
})

test('what a stopped file recorded is newer than an older file, though its unit was never done', async () => {
  const user = await w.user()
  const day = 86_400_000
  await ingest(
    user,
    [a, c, e].map((uid) => record({ uid })),
  )
  await ingest(user, [record({ uid: c, time: firstDay + 2 * day })])
  await ingest(user, [record({ uid: b, time: firstDay + 4 * day })])
  // As if it had been canceled after its first batch.
  await w.test.administer(`
    update scan_units u set state = 'running', recorded_at = null
      from scans s
     where s.id = u.scan_id and s.tenant_id = '${user.tenantId}' and s.seq = 3;
    update latest_unit_runs h set seq = u.seq, scan_id = u.scan_id, recorded_at = u.recorded_at, gaps = u.gaps
      from scan_units u
     where h.tenant_id = '${user.tenantId}' and u.tenant_id = h.tenant_id and u.unit = h.unit and u.seq = 2`)
  const older = record({ uid: b, status: 'PASS', time: firstDay + 3 * day })
  const done = await ingest(user, [older])
  equal(done.number('summary', 'outdated'), 1)
  const { items } = await user.get(`/findings/latest?filter[uid]=${b}`)
  deepEqual(
    items.map((one) => one.text('status')),
    ['FAIL'],
  )
})
