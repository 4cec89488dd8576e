import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../platform/db/index.ts'
import { freshDatabase } from '../../testing/database.ts'
import type { Status } from '../versions/codes.ts'
import type { Finding } from '../findings/resource.ts'
import { tables } from '../index.ts'
import { deleteRows } from '../providers/tasks.ts'
import { type Looked, Player, type Says, uidOf } from '../../testing/findings-model/player.ts'

const base = await freshDatabase()
after(() => base.close())
const player = (): Promise<Player> => Player.join(base)

const unit = 's3/eu'
const at = (day: number): string => new Date(Date.UTC(2026, 0, day, 12)).toISOString()
const says = (status: Status, on = 's3/eu:a', check = 'encrypted'): Says => ({ check, on, status })
const looked = (...all: Says[]): Record<string, Looked> => ({ [unit]: { says: all } })
const brief = (rows: readonly Finding[]) => rows.map(({ status, delta }) => [status, delta])

async function triage(on: Player): Promise<(number | null)[]> {
  const rows = await on.in((tx) =>
    tx.rows<{ triage: number | null }>(sql`
      select triage from findings where tenant_id = ${tx.tenantId} and provider_id = ${on.providerId} order by uid`),
  )
  return rows.map((row) => row.triage)
}
const rowsOf = async (on: Player, table: 'findings' | 'history' | 'closed'): Promise<number> => {
  const { count } = await on.in((tx) =>
    tx.single<{ count: number }>(
      table === 'findings'
        ? sql`select count(*) as count from findings where tenant_id = ${tx.tenantId} and provider_id = ${on.providerId}`
        : table === 'history'
          ? sql`select count(*) as count from finding_history where tenant_id = ${tx.tenantId} and provider_id = ${on.providerId}`
          : sql`select count(*) as count from closed_findings where tenant_id = ${tx.tenantId} and provider_id = ${on.providerId}`,
    ),
  )
  return count
}

test('a partial scan shows a fix at once, and the overview follows with the next full scan (a)', async () => {
  const on = await player()
  await on.full(looked(says('FAIL')), at(5))
  await on.partial({ says: [says('PASS')] }, at(6))
  deepEqual(brief(await on.latest()), [['PASS', 'changed']])
  deepEqual(await on.overview(), { pass: 0, fail: 1, manual: 0, muted: 0 })
  await on.full(looked(says('PASS')), at(7))
  equal(await rowsOf(on, 'history'), 1) // the FAIL; the full scan writes no version
  deepEqual(await on.overview(), { pass: 1, fail: 0, manual: 0, muted: 0 })
})

test('what a partial scan found removed is back when a full scan sees it, and an older scan never loses it (c)', async () => {
  const on = await player()
  const five = await on.full(looked(says('FAIL')), at(5))
  await on.partial({ vanished: ['s3/eu:a'] }, at(6))
  deepEqual(await on.latest(), [])
  deepEqual(brief(await on.of(five)), [['FAIL', 'new']])
  await on.full(looked(says('FAIL')), at(7))
  deepEqual(brief(await on.latest()), [['FAIL', null]])
  equal(await rowsOf(on, 'history'), 0)
})

test('a finding that was closed as FAIL and comes back as PASS is resolved (d)', async () => {
  const on = await player()
  await on.full(looked(says('FAIL')), at(1))
  await on.full(looked(), at(2))
  deepEqual(await on.latest(), [])
  const three = await on.full(looked(says('PASS')), at(3))
  deepEqual(brief(await on.of(three)), [['PASS', 'changed']])
  deepEqual(await triage(on), [6])
  equal((await on.latest())[0]?.first_seen_at, at(1))
})

test('a unit that failed is left out of its scan, and the next one compares with the partial between (e)', async () => {
  const on = await player()
  await on.full(looked(says('FAIL')), at(5))
  await on.partial({ says: [says('PASS')] }, at(6))
  const seven = await on.full({ [unit]: 'failed' }, at(7))
  deepEqual(await on.of(seven), [])
  const eight = await on.full(looked(says('FAIL')), at(8))
  deepEqual(brief(await on.of(eight)), [['FAIL', 'changed']])
})

test('full and partial scans in turn keep deltas, triage and the overview straight (g)', async () => {
  const on = await player()
  const steps: [kind: 'full' | 'partial', status: Status][] = [
    ['full', 'FAIL'],
    ['full', 'FAIL'],
    ['partial', 'PASS'],
    ['partial', 'FAIL'],
    ['full', 'FAIL'],
  ]
  const lists: unknown[] = []
  const triages: unknown[] = []
  for (const [index, [kind, status]] of steps.entries()) {
    const scan =
      kind === 'full'
        ? await on.full(looked(says(status)), at(index + 1))
        : await on.partial({ says: [says(status)] }, at(index + 1))
    lists.push(...brief(await on.of(scan)))
    triages.push(...(await triage(on)))
    deepEqual(await on.overview(), { pass: 0, fail: 1, manual: 0, muted: 0 })
  }
  deepEqual(lists, [
    ['FAIL', 'new'],
    ['FAIL', null],
    ['PASS', 'changed'],
    ['FAIL', 'changed'],
    ['FAIL', null],
  ])
  deepEqual(triages, [null, null, 6, 7, 7])
  equal(await rowsOf(on, 'history'), 2)
})

test('a window shows a finding as of its newest observation inside it (i)', async () => {
  const on = await player()
  await on.full(looked(says('FAIL')), at(1))
  const two = await on.full({ [unit]: 'failed' }, at(2))
  deepEqual(brief(await on.latest()), [['FAIL', 'new']])
  await on.full(looked(says('PASS')), at(3))
  const window = async (from: number, until: number) => {
    const range = (op: string, day: number) => ({
      name: 'inserted_at',
      op,
      value: { from: at(day), until: new Date(Date.parse(at(day)) + 1).toISOString() },
    })
    const { rows, count } = await on.page({ filters: [range('gte', from), range('lte', until)] })
    equal(count, rows.length)
    return rows.map(({ status, inserted_at }) => [status, inserted_at])
  }
  deepEqual(await on.of(two), [])
  deepEqual(await window(2, 2), [])
  deepEqual(await window(1, 2), [['FAIL', at(1)]])
  deepEqual(await window(1, 3), [['PASS', at(3)]])
  deepEqual(await window(3, 3), [['PASS', at(3)]])
  deepEqual(await triage(on), [6])
})

test('a finding that vanished and returns has a new id and its old past (l)', async () => {
  const on = await player()
  const one = await on.full(looked(says('FAIL')), at(1))
  const two = await on.full(looked(says('FAIL')), at(2))
  const [old] = await on.of(one)
  const three = await on.full(looked(), at(3))
  deepEqual(await on.of(three), [])
  deepEqual(await on.latest(), [])
  equal(await rowsOf(on, 'closed'), 1)
  const four = await on.full(looked(says('FAIL')), at(4))
  const [back] = await on.of(four)
  notEqual(back?.id, old?.id)
  deepEqual([back?.delta, back?.first_seen_at], [null, at(1)])
  equal(await rowsOf(on, 'closed'), 0)
  deepEqual(await triage(on), [null])
  equal((await on.one(old?.id ?? ''))?.inserted_at, at(2))
  deepEqual(brief(await on.of(two)), [['FAIL', null]])
})

test('what could not be read stays as it was and is missing from that scan only', async () => {
  const on = await player()
  const all = [says('FAIL'), says('PASS', 's3/eu:b'), says('PASS', 's3/eu:c', 'logged')]
  await on.full(looked(...all), at(1))
  const two = await on.full(
    { [unit]: { says: [], unread: ['encrypted s3/eu:a', 'logged'] } },
    at(2),
  )
  deepEqual(await on.of(two), [])
  deepEqual((await on.latest()).map(({ uid }) => uid).toSorted(), [
    uidOf('encrypted', 's3/eu:a'),
    uidOf('logged', 's3/eu:c'),
  ])
  deepEqual(new Set((await on.latest()).map(({ inserted_at }) => inserted_at)), new Set([at(1)]))
})

test('of a list that was read in part, the part is in the scan and the rest is a gap', async () => {
  const on = await player()
  await on.full(looked(says('FAIL'), says('FAIL', 's3/eu:b')), at(1))
  const two = await on.full({ [unit]: { says: [says('FAIL')], unread: ['encrypted'] } }, at(2))
  deepEqual(
    (await on.of(two)).map(({ uid }) => uid),
    [uidOf('encrypted', 's3/eu:a')],
  )
  equal((await on.latest()).length, 2)
})

test('a check that the plan no longer has closes its findings and keeps their past for a return', async () => {
  const on = await player()
  await on.full(looked(says('FAIL'), says('FAIL', 's3/eu:a', 'logged')), at(1))
  await on.full({ [unit]: { says: [says('FAIL')], checks: ['encrypted'] } }, at(2))
  equal((await on.latest()).length, 1)
  await on.full(looked(says('FAIL'), says('PASS', 's3/eu:a', 'logged')), at(3))
  const back = (await on.latest()).find(({ check_id }) => check_id === 'logged')
  deepEqual([back?.delta, back?.first_seen_at], ['changed', at(1)])
})

test('the same scan twice writes nothing the second time', async () => {
  const on = await player()
  await on.full(looked(says('FAIL'), says('PASS', 's3/eu:b')), at(1))
  const [before] = await base.administer(`select max(xmin::text::bigint) as newest from findings`)
  await on.full(looked(says('FAIL'), says('PASS', 's3/eu:b')), at(2))
  const [again] = await base.administer(`select max(xmin::text::bigint) as newest from findings`)
  deepEqual(again, before)
})

test('one uid seen twice in a unit is one finding, and the scan says so', async () => {
  const on = await player()
  const scan = await on.begin('full', at(1))
  const recorded = await on.unit(scan, unit, { says: [says('FAIL'), says('FAIL')] }, at(1))
  deepEqual(recorded, { emitted: 2, stored: 1, merged: 1, gaps: 0 })
  await on.finish(scan)
  equal((await on.latest()).length, 1)
})

test('a finding that another unit sees moves there with its past', async () => {
  const on = await player()
  await on.full({ 's3/eu': { says: [says('FAIL')] }, 's3/us': { says: [] } }, at(1))
  const two = await on.full({ 's3/us': { says: [says('FAIL')] }, 's3/eu': { says: [] } }, at(2))
  deepEqual(brief(await on.of(two)), [['FAIL', null]])
  equal((await on.latest()).length, 1)
  deepEqual(await on.overview(), { pass: 0, fail: 1, manual: 0, muted: 0 })
})

test('a mute that begins between scans reaches a finding whose verdict is the same', async () => {
  const on = await player()
  await on.full(looked(says('FAIL')), at(1))
  const rule = { id: '00000000-0000-7000-8000-000000000001', reason: 'Known.', expires_at: null }
  const rules = [{ ...rule, uids: new Set([uidOf('encrypted', 's3/eu:a')]) }]
  await on.full({ [unit]: { says: [says('FAIL')], mutes: { mutelist: null, rules } } }, at(2))
  const [muted] = await on.latest()
  deepEqual([muted?.muted, muted?.muted_reason, muted?.updated_at], [true, 'Known.', at(2)])
  deepEqual(await on.overview(), { pass: 0, fail: 0, manual: 0, muted: 1 })
  await on.full(looked(says('FAIL')), at(3))
  equal((await on.latest())[0]?.muted, false)
  deepEqual(await on.overview(), { pass: 0, fail: 1, manual: 0, muted: 0 })
})

test('text that PostgreSQL refuses is stored with a mark in its place', async () => {
  const on = await player()
  const text = 'a\u0000b \ud800 \\u0000 end'
  await on.full(looked({ ...says('FAIL'), text, tags: { owner: 'a\u0000b' } }), at(1))
  const [row] = await on.latest()
  equal(row?.status_extended, 'a\ufffdb \ufffd \\u0000 end')
  deepEqual(row?.raw_result, { on: 's3/eu:a', text: 'a\ufffdb \ufffd \\u0000 end' })
})

test('a very long uid is stored whole', async () => {
  const on = await player()
  const long = `s3/eu:${'x'.repeat(20_000)}`
  await on.full(looked(says('FAIL', long)), at(1))
  equal((await on.latest())[0]?.uid, uidOf('encrypted', long))
})

test('deleting a provider takes its rows in bounded batches and leaves its neighbour alone', async () => {
  const on = await player()
  const neighbour = await Player.join(base, on.tenantId)
  for (const each of [on, neighbour]) {
    await each.full(looked(says('FAIL'), says('FAIL', 's3/eu:b')), at(1))
    await each.full(looked(says('PASS')), at(2))
  }
  const deleteAll = deleteRows({ tables })
  let deleted = 0
  for (let count = 1; count > 0; deleted += count) {
    count = await on.in((tx) => deleteAll(tx, on.providerId))
  }
  ok(deleted > 5)
  equal(await rowsOf(on, 'findings'), 0)
  equal(await rowsOf(on, 'history'), 0)
  deepEqual(await on.latest(), await neighbour.latest())
  equal((await neighbour.latest()).length, 1)
})
