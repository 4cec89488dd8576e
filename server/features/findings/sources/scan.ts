/**
 * Which versions a list is about, and how each is tied to the scan that saw it. A view is SQL: rows
 * `v` of versions, out of one table or both, and rows `s` of their observations.
 */
import { all, empty, join, keyTable, raw, type Sql, sql, type Tx } from '../../../platform/db/index.ts'
import { firstId } from '../../../platform/ids.ts'
import { type Scope, within, inScopeOf } from '../../providers/index.ts'
import {
  kindCodes,
  gapped,
  newestObservation,
  observationOf,
  type Window,
} from '../../versions/index.ts'
import { uncounted } from '../../rollups/index.ts'

/** Rows `v` of one table. */
export interface Source {
  readonly table: 'findings' | 'finding_history'
  readonly from: Sql
  readonly where: Sql
  /** Both again for queries that read all rows in no order: a join instead of a lookup per row. */
  readonly allFrom?: Sql
  readonly allWhere?: Sql
}
export interface View {
  readonly sources: readonly Source[]
  /** Joins `s` (scan_id, recorded_at): the newest observation inside the view. Without it the sources have it. */
  readonly observation?: Sql
  /** It is of the live rows, whichever scans saw them. */
  readonly live?: true
  /** The one scan it is of, which looked into units only. */
  readonly scan?: ScanSeen
  /** A period up to now: live rows of units that `ran` as `h` in it, and what has `ended`. */
  readonly open?: { readonly ran: (alias: string) => Sql; readonly ended: readonly Source[] }
  /** A period of which these scans saw all, and have snapshots; `others` were changed in it and seen before. */
  readonly filled?: { readonly scans: readonly string[]; readonly others: readonly Source[] }
}

/** Rows `v` with the same columns in both. */
export const versions: Readonly<Record<Source['table'], Sql>> = {
  findings: sql`findings v`,
  finding_history: sql`(select v.*, null::timestamptz as status_until from finding_history v) v`,
}
export const liveSource = (where: Sql): Source => ({
  table: 'findings',
  from: versions.findings,
  where,
})
export const endedSource = (where: Sql): Source => ({
  table: 'finding_history',
  from: versions.finding_history,
  where,
})

/** All rows of sources as `columns` of versions `v`, and of observations `s` where a view joins these. */
export const allRows = (
  sources: readonly Source[],
  columns: Sql,
  { observation = empty, where = [] }: { observation?: Sql | undefined; where?: readonly Sql[] },
): Sql =>
  join(
    sources.map(
      (source) => sql`
        select ${columns}
          from ${source.allFrom ?? source.from} ${observation}
         where ${all([source.allWhere ?? source.where, ...where])}`,
    ),
    '\n union all ',
  )

/** The live rows: the latest scan's findings and any newer evidence. */
export const liveView = (tx: Tx, scope: Scope): View => ({
  sources: [liveSource(sql`${inScopeOf(tx, scope)('v')} and v.removed_at is null`)],
  observation: newestObservation(tx.tenantId),
  live: true,
})

export interface ScanSeen {
  readonly id: string
  readonly provider_id: string
  readonly kind: number
  readonly state: string
  /** Null: it has not started, so it has seen nothing. */
  readonly seq: number | null
  readonly inserted_at: string
  readonly started_at: string | null
  /** Whatever has ended, ended before: with both a planner knows which months to leave out. */
  readonly tomorrow: string
  /** The newest scan of the provider that has started. */
  readonly newest_seq: number
  readonly gaps: number
  /** A full scan or an import has started since. */
  readonly superseded: boolean
  readonly has_snapshot: boolean
  /** Units of its plan that it did not complete; null if it is not a completed full scan. */
  readonly missed: readonly string[] | null
  /** The provider has, or had, findings of files. */
  readonly has_imports: boolean
  /** It has seen rows outside of their units. */
  readonly observed: boolean
  /** Some live rows of the provider are marked as removed. */
  readonly marked: boolean
  /** When the newest of the scans up to this one was made: versions made since have later ids. */
  readonly made_at: string
}

/** The end of tomorrow: the same all day long, so that statements with it are the same. */
export const tomorrow = raw(`date_trunc('day', now()) + interval '2 days'`)

/** Units of its plan that a completed full scan `s` did not complete. Of units that it did not plan, it closed the findings. */
const missedUnits = (tenantId: string): Sql => sql`
  select u.unit
    from scan_units u
   where u.tenant_id = ${tenantId} and u.scan_id = s.id and u.state <> 'done'`

/** Units of files, which no full scan plans or closes. */
const isOfFile = raw("v.unit >= 'import/' and v.unit < 'import0'")

/** With more units, the query reads the completed ones instead. */
const mostNamed = 100

/** What a view needs to know of scans. Those of providers outside the scope are not there. */
export const scansSeen = (
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly ScanSeen[]> =>
  tx.rows<ScanSeen>(
    sql`
    select s.id, s.provider_id, s.kind, s.state, s.seq, s.inserted_at, s.started_at, ${tomorrow} as tomorrow,
           coalesce(h.seq, 0) as newest_seq,
           (select coalesce(sum(u.gaps), 0)
              from scan_units u
             where u.tenant_id = ${tx.tenantId} and u.scan_id = s.id and u.state = 'done') as gaps,
           exists (select from scans n
                    where n.tenant_id = ${tx.tenantId} and n.provider_id = s.provider_id and n.seq > s.seq
                      and n.kind <> ${kindCodes.partial}) as superseded,
           exists (select from rollup_snapshots r
                    where r.tenant_id = ${tx.tenantId} and r.scan_id = s.id) as has_snapshot,
           case when s.kind = ${kindCodes.full} and s.state = 'completed' then array(${missedUnits(tx.tenantId)}) end as missed,
           exists (select from scans i
                    where i.tenant_id = ${tx.tenantId} and i.provider_id = s.provider_id and i.kind = ${kindCodes.import}) as has_imports,
           exists (select from scan_observations o
                    where o.tenant_id = ${tx.tenantId} and o.scan_id = s.id) as observed,
           exists (select from findings f
                    where f.tenant_id = ${tx.tenantId} and f.provider_id = s.provider_id
                      and f.removed_at is not null and ${uncounted('f')}) as marked,
           (select max(n.inserted_at)
              from scans n
             where n.tenant_id = ${tx.tenantId} and n.provider_id = s.provider_id and n.seq <= s.seq) as made_at
      from scans s
      left join provider_revisions h on h.tenant_id = s.tenant_id and h.provider_id = s.provider_id
     where s.tenant_id = ${tx.tenantId} and s.id = any(${`{${ids.join(',')}}`}::uuid[])
       and ${within(scope, sql`s.provider_id`)}`,
  )

/**
 * What one scan saw: versions that were current at its seq, in the units it completed, less what it could not read; of
 * a partial scan or an import also what it met outside its units. Both tables are read in the order of their indexes;
 * `offset 0` keeps the planner from making a join of the look into the units, after which it would sort.
 */
export function scanView(tx: Tx, scan: ScanSeen): View {
  const { tenantId } = tx
  const seq = scan.seq ?? 0
  // It looked into units only; the numbers of these and their rollups are the whole of it.
  const whole = scan.kind !== kindCodes.partial && !scan.observed
  // No scan has started since: nothing has ended, and what is marked as removed was not seen.
  const newest = scan.newest_seq === seq
  const held = (fence: Sql): Sql => {
    const unit = sql`u.tenant_id = ${tenantId} and u.scan_id = ${scan.id}::uuid and u.unit = v.unit`
    const inUnit: Sql[] = []
    if (!whole || !scan.missed || scan.missed.length > mostNamed) {
      inUnit.push(
        sql`exists (select from scan_units u where ${unit} and u.state = 'done' ${fence})`,
      )
    } else {
      if (scan.has_imports) inUnit.push(sql`not (${isOfFile})`)
      if (scan.missed.length > 0)
        inUnit.push(sql`v.unit not in (select k.key from ${keyTable(scan.missed)})`)
    }
    if (scan.gaps > 0) {
      inUnit.push(sql`not exists (
        select from scan_units u where ${unit} and u.gaps > 0 and ${gapped(tenantId, sql`v`)} ${fence})`)
    }
    // Behind the newest scan an index has passed over what was made since without a look at its rows.
    const made = newest ? raw('true') : sql`v.id < ${firstId(Date.parse(scan.made_at) + 1)}::uuid`
    return all([
      sql`v.tenant_id = ${tenantId} and v.provider_id = ${scan.provider_id}::uuid and v.seq_from <= ${seq}`,
      made,
      whole
        ? all(inUnit)
        : sql`(${all(inUnit)} or exists (
            select from scan_observations o
             where o.tenant_id = ${tenantId} and o.scan_id = ${scan.id}::uuid and o.finding_key = v.finding_key ${fence}))`,
    ])
  }
  const of = (make: typeof liveSource, condition: Sql): Source => ({
    ...make(sql`${held(raw('offset 0'))} and ${condition}`),
    allWhere: sql`${held(empty)} and ${condition}`,
  })
  const there = of(liveSource, raw('v.removed_at is null'))
  const observed = sql`
    union all
    select o.scan_id, o.recorded_at
      from scan_observations o
     where o.tenant_id = ${tenantId} and o.scan_id = ${scan.id}::uuid and o.finding_key = v.finding_key`
  const before = sql`
    v.seq_to > ${seq} and v.closed_at >= ${scan.started_at}::timestamptz and v.closed_at < ${scan.tomorrow}::timestamptz`
  return {
    sources: newest
      ? [there]
      : [
          there,
          ...(scan.marked
            ? [of(liveSource, sql`v.removed_at is not null and ${uncounted('v')}`)]
            : []),
          of(endedSource, before),
        ],
    observation: sql`
      join lateral (
        select u.scan_id, u.recorded_at
          from scan_units u
         where u.tenant_id = ${tenantId} and u.scan_id = ${scan.id}::uuid and u.unit = v.unit
           and u.state = 'done'
        ${whole ? empty : observed}
         limit 1) s on true`,
    ...(whole && { scan }),
  }
}

/**
 * A later version of `v` than at its observation `s` was seen in the window. Depends on `s`, so that it runs only for
 * the few rows seen in it.
 */
export function seenLater(tenantId: string, window: Window): Sql {
  const key = sql`
    f.tenant_id = ${tenantId} and f.provider_id = v.provider_id and f.finding_key = v.finding_key and f.seq_from > s.seq`
  return sql`
    exists (
      select from (
        select f.provider_id, f.unit, f.finding_key, f.check_id, f.seq_from, null::int as seq_to
          from findings f
         where ${key}
        union all
        select f.provider_id, f.unit, f.finding_key, f.check_id, f.seq_from, f.seq_to
          from finding_history f
         where ${key}) l
       cross join lateral (${observationOf(tenantId, sql`l`, { window, ended: true })}) n)`
}

/**
 * Findings as of their newest observation in any window: the version that was seen last in it. A
 * version that a later one has followed inside the window is not shown.
 */
export function windowView(tx: Tx, scope: Scope, window: Window): View {
  const { tenantId } = tx
  const own = inScopeOf(tx, scope)('v')
  const seen = (source: Source): Source => ({
    ...source,
    from: sql`${source.from} ${newestObservation(tenantId, { window, ended: source.table === 'finding_history' })}`,
  })
  const isLast = sql`not ${seenLater(tenantId, window)}`
  return { sources: [seen(liveSource(own)), seen(endedSource(sql`${own} and ${isLast}`))] }
}

/** The view of scans by id: the quick one where it is one scan. */
export async function viewOfScans(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  window: Window,
): Promise<View | undefined> {
  const scans = (await scansSeen(tx, scope, ids)).filter(({ seq }) => seq !== null)
  const [first] = scans
  if (!first) return undefined
  const dated = window.from !== undefined || window.until !== undefined
  if (scans.length === 1 && !dated) return scanView(tx, first)
  const providers = [...new Set(scans.map(({ provider_id }) => provider_id))]
  return windowView(
    tx,
    { whole: false, ids: providers },
    { ...window, scanIds: scans.map(({ id }) => id) },
  )
}
