/** How long lists take, as their callers wait: the page, what is shown of it, and the count. */
import type { Ask, Player, Playing } from '../../server/testing/findings-model/player.ts'
import { sql } from '../../server/platform/db/index.ts'

const rounds = 40

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

export async function timed(
  work: (round: number) => Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
  for (let round = 0; round < 3; round += 1) await work(round)
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now()
    await work(round)
    took.push(performance.now() - startedMs)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

type Filter = NonNullable<Ask['filters']>[number]
const eq = (name: string, value: unknown): Filter => ({ name, op: 'eq', value })

/** The newest page of a scan out of the slim table, without a count. */
const slimPage = (player: Player, scan: Playing, page: number): Promise<unknown> =>
  player.in((tx) =>
    tx.rows(sql`
      select id, uid, check_id, status, severity, delta, muted, service, region, resource_type, resource_id,
             first_seen_at, inserted_at, status_extended
        from bench_rows
       where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and status = 2
       order by severity desc, id desc
       limit 100 offset ${page * 100}`),
  )

export async function measureReads(
  player: Player,
  scans: readonly Playing[],
  times: readonly string[],
): Promise<string[]> {
  const newest = scans.at(-1) as Playing
  const oldest = scans[0] as Playing
  const middle = scans[Math.floor(scans.length / 2)] as Playing
  const page = (ask: Ask) => (round: number) =>
    player.page({ size: 100, number: 1 + (round % 5), ...ask })
  const scan = (one: Playing): Ask => ({ filters: [eq('scan', one.id)] })
  const day = (at: string) => ({
    from: `${at.slice(0, 10)}T00:00:00.000Z`,
    until: `${at.slice(0, 10)}T23:59:59.999Z`,
  })
  const first = (await player.page({ latest: true, size: 1 })).rows[0]
  const lists: readonly (readonly [string, (round: number) => Promise<unknown>])[] = [
    ['latest', page({ latest: true })],
    ['latest, FAIL', page({ latest: true, filters: [eq('status', 'FAIL')] })],
    ['latest, severity,status,-inserted_at', page({ latest: true, sort: uiSort })],
    [
      'latest, one check',
      page({ latest: true, filters: [eq('check_id', 'service3_check_4')], number: 1 }),
    ],
    [
      'latest, service and region',
      page({
        latest: true,
        filters: [eq('service', 'service3'), eq('region', 'region-2')],
        number: 1,
      }),
    ],
    [
      'latest, -inserted_at',
      page({ latest: true, sort: [{ key: 'inserted_at', descending: true }] }),
    ],
    ['latest, delta new', page({ latest: true, filters: [eq('delta', 'new')] })],
    ['scan, newest', page(scan(newest))],
    ['scan, middle', page(scan(middle))],
    ['scan, oldest', page(scan(oldest))],
    ['scan, middle, FAIL', page({ filters: [eq('scan', middle.id), eq('status', 'FAIL')] })],
    [
      'date window, newest day',
      page({ filters: [{ name: 'inserted_at', op: 'on', value: day(times.at(-1) ?? '') }] }),
    ],
    [
      'date window, middle day',
      page({
        filters: [
          { name: 'inserted_at', op: 'on', value: day(times[Math.floor(times.length / 2)] ?? '') },
        ],
      }),
    ],
    [
      'date window, all',
      page({ filters: [{ name: 'inserted_at', op: 'gte', value: day(times[0] ?? '') }] }),
    ],
    ['resources', (round) => player.resources({ number: 1 + (round % 5) })],
    ['one finding', () => player.one(first?.id ?? '')],
    ['slim table, FAIL of a scan, no count', (round) => slimPage(player, middle, round % 5)],
  ]
  const lines: string[] = []
  for (const [name, work] of lists) {
    const { p50, p95 } = await timed(work)
    lines.push(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  }
  return lines
}

const uiSort = [
  { key: 'severity', descending: false },
  { key: 'status', descending: false },
  { key: 'inserted_at', descending: true },
]
