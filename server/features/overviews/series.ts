/** Days of severities: each provider's last full scan counts until its next one. */
import { type Instant, invalidParameter } from '@plumbline/jsonapi'
import { sql, type Tx } from '../../platform/db/index.ts'
import { type AnyFilter, type Scope, within } from '../providers/index.ts'
import { latestScans, type RolledUp, sumRollups } from '../rollups/index.ts'
import { severityCodes } from '../versions/index.ts'
import { severityNames } from './counting.ts'
import type { SeverityDay } from './resource.ts'

export interface Days {
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}
const mostDays = 365
const dayMs = 86_400_000

/** The requested days; throws if they are invalid. */
export function daysOf(filters: readonly AnyFilter[], today: string): Days {
  const of = (filterName: string): string | undefined =>
    (filters.find(({ name }) => name === filterName)?.value as Instant | undefined)?.text
  const from = of('date_from')
  if (from === undefined)
    throw invalidParameter('filter[date_from]', 'The first day is required.', 'required')
  const to = of('date_to') ?? (from > today ? from : today)
  if (to < from) throw invalidParameter('filter[date_to]', 'The last day comes before the first.')
  if (Date.parse(to) - Date.parse(from) > mostDays * dayMs) {
    const detail = `At most ${mostDays} days are accepted.`
    throw invalidParameter('filter[date_from]', detail, 'too_many')
  }
  return { from, to }
}

const figures = [...severityNames, 'muted'] as const
type Figures = Readonly<Record<(typeof figures)[number], number>>

const figuresOf = (valueOf: (name: (typeof figures)[number]) => number): Figures =>
  Object.fromEntries(figures.map((name) => [name, valueOf(name)])) as Figures

export interface ProviderDay extends Figures {
  readonly provider_id: string
  readonly day: string
  readonly scan_id: string
}

/** Days on which a scan ended, and of each provider the last one before them. */
const storedDays = (tx: Tx, scope: Scope, { from, to }: Days): Promise<ProviderDay[]> =>
  tx.rows<ProviderDay>(sql`
    select d.provider_id, d.day, d.scan_id, d.critical, d.high, d.medium, d.low, d.informational, d.muted
      from providers p
     cross join lateral (
       (select * from severity_days s
         where s.tenant_id = ${tx.tenantId} and s.provider_id = p.id
           and s.day between ${from}::date and ${to}::date)
       union all
       (select * from severity_days s
         where s.tenant_id = ${tx.tenantId} and s.provider_id = p.id and s.day < ${from}::date
         order by s.day desc
         limit 1)) d
     where p.tenant_id = ${tx.tenantId} and ${within(scope, sql`p.id`)}`)

/** The latest scans as they are now: a mute since then has moved them, and not yet the day that was stored. */
async function current(tx: Tx, scans: readonly RolledUp[]): Promise<ProviderDay[]> {
  const sums = await sumRollups(tx, scans, {
    by: ['provider_id', 'severity'],
    sum: ['fail', 'fail_muted'],
  })
  const byProvider = Map.groupBy(sums, (row) => row.provider_id)
  return scans.map(({ id, provider_id, at }) => {
    const rows = byProvider.get(provider_id) ?? []
    const failed = figuresOf((name) =>
      rows.reduce((sum, { severity, fail, fail_muted }) => {
        if (name === 'muted') return sum + fail_muted
        return severity === severityCodes[name] ? sum + fail : sum
      }, 0),
    )
    return { provider_id, day: at.slice(0, 10), scan_id: id, ...failed }
  })
}

export async function series(tx: Tx, scope: Scope, days: Days): Promise<SeverityDay[]> {
  if (scope.ids.length === 0) return filled([], days)
  const live = (await latestScans(tx, scope)).filter((scan) => !scan.from_snapshot)
  const now = await current(tx, live)
  const own = new Set(now.map(({ provider_id, day }) => `${provider_id} ${day}`))
  const before = (await storedDays(tx, scope, days)).filter(
    ({ provider_id, day }) => !own.has(`${provider_id} ${day}`),
  )
  return filled([...before, ...now], days)
}

/** How many scans a day names, those that ended last; a filter on scans takes as many. */
const mostScans = 100

/** A row for each day, with what was last known of each provider. Pure. */
export function filled(rows: readonly ProviderDay[], { from, to }: Days): SeverityDay[] {
  const sorted = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const known = new Map<string, ProviderDay>()
  const shown: SeverityDay[] = []
  let next = 0
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) {
    const day = new Date(ms).toISOString().slice(0, 10)
    for (let row = sorted[next]; row && row.day <= day; row = sorted[next]) {
      known.delete(row.provider_id) // the one that is set last is the last of all
      known.set(row.provider_id, row)
      next += 1
    }
    const all = [...known.values()]
    shown.push({
      id: day,
      ...figuresOf((name) => all.reduce((sum, row) => sum + row[name], 0)),
      scan_ids: all.slice(-mostScans).map(({ scan_id }) => scan_id),
    })
  }
  return shown
}
