/**
 * Failed findings of an earlier moment compared with those of now. Both sides are read from the versions of findings, so
 * that what a scan could not read counts as it was, and each number is that of its list. Muted findings are on neither
 * side.
 */
import { type Instant, invalidParameter } from '@plumbline/jsonapi'
import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import type { AnyFilter, Scope } from '../providers/index.ts'
import { firstOfProviders, latestScans, type RolledUp, scansBefore } from '../rollups/index.ts'
import {
  effectiveStatus,
  severityCodes,
  statusCodes,
  triageCode,
  triageCodes,
} from '../versions/index.ts'
import type { FindingChanges } from './resource.ts'

const dayMs = 86_400_000

/** The end of the requested day; undefined without one. Throws if that day has not ended. */
function endOf(
  filters: readonly AnyFilter[],
  today: string,
): { day: string; until: string } | undefined {
  const day = (filters.find(({ name }) => name === 'since')?.value as Instant | undefined)?.text
  if (day === undefined) return undefined
  if (day >= today) throw invalidParameter('filter[since]', 'The day has not ended yet.', 'future')
  return { day, until: new Date(Date.parse(day) + dayMs).toISOString() }
}

interface Moment {
  readonly provider_id: string
  /** RFC 3339 in UTC. */
  readonly at: string
}

const counters = [
  'new_failures',
  'changed_to_fail',
  'reopened',
  'no_longer_failing',
  'changed_to_pass',
] as const
type Counter = (typeof counters)[number]

type Sum = {
  readonly provider_id: string
  readonly service: string
  readonly severity: number
  readonly before: number
  readonly now: number
} & { readonly [name in Counter]: number }

/**
 * A row for each provider, service and severity. A version is that of the moment if it was made before and closed
 * after it; a live one that was made before has not changed since.
 */
function sums(tx: Tx, moments: readonly Moment[]): Promise<Sum[]> {
  const { FAIL, PASS } = statusCodes
  return tx.rows<Sum>(sql`
    with moments as materialized (
      select m.provider_id, m.at from ${rowTable(moments, 'm', 'provider_id uuid, at timestamptz')}),
    past as materialized (
      select distinct on (h.provider_id, h.finding_key)
             h.provider_id, h.finding_key, h.service, h.severity, h.status, h.muted
        from moments m
        join finding_history h
          on h.tenant_id = ${tx.tenantId} and h.provider_id = m.provider_id
         and h.changed_at < m.at and h.closed_at >= m.at
       order by h.provider_id, h.finding_key, h.changed_at desc),
    live as (
      select v.provider_id, v.finding_key, v.service, v.severity, v.muted, ${effectiveStatus} as status,
             v.removed_at is null as is_there, v.changed_at >= m.at as has_changed, v.first_seen_at >= m.at as is_new,
             ${triageCode('v')} = ${triageCodes.reopened} as is_reopened
        from moments m
        join findings v on v.tenant_id = ${tx.tenantId} and v.provider_id = m.provider_id
       where (v.removed_at is null or v.removed_at >= m.at)
         and (v.status = ${FAIL} or v.changed_at >= m.at)),
    compared as (
      select l.provider_id, l.service, l.severity, coalesce(p.service, l.service) as service_then,
             coalesce(p.severity, l.severity) as severity_then, l.is_new, l.is_reopened,
             l.is_there and l.status = ${FAIL} as fails,
             case when l.has_changed then coalesce(p.status = ${FAIL}, false) else l.status = ${FAIL} end as failed,
             l.is_there and l.status = ${PASS} and l.has_changed and not l.is_new
               and p.status is distinct from ${PASS} as passes
        from live l
        left join past p
          on p.provider_id = l.provider_id and p.finding_key = l.finding_key and l.has_changed
       where not l.muted
      union all
      select p.provider_id, p.service, p.severity, p.service, p.severity, false, false, false, true, false
        from past p
       where p.status = ${FAIL} and not p.muted
         and not exists (
           select from findings v
            where v.tenant_id = ${tx.tenantId} and v.provider_id = p.provider_id and v.finding_key = p.finding_key))
    select provider_id, service, severity,
           sum(before)::int as before, sum(now)::int as now, sum(new_failures)::int as new_failures,
           sum(changed_to_fail)::int as changed_to_fail, sum(reopened)::int as reopened,
           sum(no_longer_failing)::int as no_longer_failing, sum(changed_to_pass)::int as changed_to_pass
      from (
        select c.provider_id, c.service_then as service, c.severity_then as severity,
               count(*) filter (where c.failed) as before, 0 as now, 0 as new_failures, 0 as changed_to_fail,
               0 as reopened, count(*) filter (where c.failed and not c.fails) as no_longer_failing,
               0 as changed_to_pass
          from compared c
         group by 1, 2, 3
        union all
        select c.provider_id, c.service, c.severity, 0, count(*) filter (where c.fails),
               count(*) filter (where c.fails and not c.failed and c.is_new),
               count(*) filter (where c.fails and not c.failed and not c.is_new),
               count(*) filter (where c.fails and not c.failed and not c.is_new and c.is_reopened),
               0, count(*) filter (where c.passes)
          from compared c
         group by 1, 2, 3) g
     group by 1, 2, 3`)
}

interface Change {
  before: number
  now: number
}

/** Adds up both sides by a key, and leaves out what neither side has. */
function changesBy(
  rows: readonly Sum[],
  keyOf: (row: Sum) => string,
): ReadonlyMap<string, Readonly<Change>> {
  const changes = new Map<string, Change>()
  for (const row of rows) {
    if (row.before === 0 && row.now === 0) continue
    const key = keyOf(row)
    const change = changes.get(key) ?? { before: 0, now: 0 }
    change.before += row.before
    change.now += row.now
    changes.set(key, change)
  }
  return changes
}

/** The largest differences first, in either direction. */
const listed = (changes: ReadonlyMap<string, Readonly<Change>>) =>
  [...changes]
    .map(([id, change]) => ({ id, ...change }))
    .toSorted((one, other) => {
      const by = Math.abs(other.now - other.before) - Math.abs(one.now - one.before)
      return by === 0 ? (one.id < other.id ? -1 : 1) : by
    })

/**
 * A provider is compared if a scan of it had completed at that moment: an import only if all that is known of it now
 * is imported too.
 */
export async function changes(
  tx: Tx,
  scope: Scope,
  filters: readonly AnyFilter[],
  today: string,
): Promise<FindingChanges> {
  const end = endOf(filters, today)
  const latest = await latestScans(tx, scope)
  const first = await firstOfProviders(tx, latest)
  const earlier = end
    ? await latestScans(tx, scope, { until: end.until })
    : await scansBefore(tx, latest)
  const wasBefore = new Map(earlier.map((scan) => [scan.provider_id, scan]))
  const isIdle = (scan: RolledUp): boolean => wasBefore.get(scan.provider_id)?.id === scan.id
  const compared = latest.filter(
    (scan) =>
      wasBefore.get(scan.provider_id)?.is_import === scan.is_import &&
      (!first.has(scan.id) || isIdle(scan)),
  )
  const comparedIds = new Set(compared.map(({ provider_id }) => provider_id))
  const moments = compared.map(({ provider_id, began_at }) => ({
    provider_id,
    at: end?.until ?? began_at,
  }))
  const rows = moments.length === 0 ? [] : await sums(tx, moments)
  const severities = changesBy(rows, ({ severity }) => String(severity))
  const total = (name: Counter): number => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    id: 'n/a',
    since: end?.day ?? null,
    fail: changesBy(rows, () => '').get('') ?? { before: 0, now: 0 },
    ...(Object.fromEntries(counters.map((name) => [name, total(name)])) as Record<Counter, number>),
    by_severity: Object.fromEntries(
      Object.entries(severityCodes)
        .toReversed()
        .map(([name, code]) => [name, severities.get(String(code)) ?? { before: 0, now: 0 }]),
    ),
    by_provider: listed(changesBy(rows, ({ provider_id }) => provider_id)),
    by_service: listed(changesBy(rows, ({ service }) => service)),
    compared: { provider_ids: [...comparedIds] },
    not_scanned_since: {
      provider_ids: compared.filter(isIdle).map(({ provider_id }) => provider_id),
    },
    without_earlier: { provider_ids: scope.ids.filter((id) => !comparedIds.has(id)) },
  }
}
