/** The findings of one scan. */
import { all, empty, keyTable, raw, type Sql, sql, type Tx } from '../../../platform/db/index.ts'
import { firstId } from '../../../platform/ids.ts'
import { type Scope, within } from '../../providers/index.ts'
import { uncounted } from '../../rollups/index.ts'
import { gapped, kindCodes } from '../../versions/index.ts'
import { endedRows, liveRows, type Rows, tomorrow } from './rows.ts'

export interface OfScan {
  readonly kind: 'scan'
  readonly rows: readonly Rows[]
  readonly observation: () => Sql
  readonly scan: ScanSeen
  /** It looked into units only; the numbers of these and their rollups are the whole of it. */
  readonly whole: boolean
}

export interface ScanSeen {
  readonly id: string
  readonly provider_id: string
  readonly kind: number
  readonly state: string
  /** Null: it has not started, so it has seen nothing. */
  readonly seq: number | null
  readonly inserted_at: string
  readonly started_at: string | null
  /** Versions ended before this time: with both bounds a planner knows which months to leave out. */
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

/** Units of its plan that a completed full scan `s` did not complete. Of units that it did not plan, it closed the findings. */
const missedUnits = (tenantId: string): Sql => sql`
  select u.unit
    from scan_units u
   where u.tenant_id = ${tenantId} and u.scan_id = s.id and u.state <> 'done'`

/** Units of files, which no full scan plans or closes. */
const isOfFile = raw("v.unit >= 'import/' and v.unit < 'import0'")

/** With more units, the query reads the completed ones instead. */
const mostNamed = 100

/** Facts about scans that a view needs. Scans of providers outside the scope are missing. */
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
 * The findings of one scan: versions that were current at its seq, in the units it completed, less what it could not read; of
 * a partial scan or an import also what it met outside its units. Both tables are read in the order of their indexes;
 * `offset 0` keeps the planner from making a join of the look into the units, after which it would sort.
 */
export function scanSource(tx: Tx, scan: ScanSeen): OfScan {
  const { tenantId } = tx
  const seq = scan.seq ?? 0
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
  const of = (make: typeof liveRows, condition: Sql): Rows => ({
    ...make(sql`${held(raw('offset 0'))} and ${condition}`),
    allWhere: sql`${held(empty)} and ${condition}`,
  })
  const there = of(liveRows, raw('v.removed_at is null'))
  const observed = sql`
    union all
    select o.scan_id, o.recorded_at
      from scan_observations o
     where o.tenant_id = ${tenantId} and o.scan_id = ${scan.id}::uuid and o.finding_key = v.finding_key`
  const before = sql`
    v.seq_to > ${seq} and v.closed_at >= ${scan.started_at}::timestamptz and v.closed_at < ${scan.tomorrow}::timestamptz`
  const observation = sql`
    join lateral (
      select u.scan_id, u.recorded_at
        from scan_units u
       where u.tenant_id = ${tenantId} and u.scan_id = ${scan.id}::uuid and u.unit = v.unit
         and u.state = 'done'
      ${whole ? empty : observed}
       limit 1) s on true`
  const gone = scan.marked
    ? [of(liveRows, sql`v.removed_at is not null and ${uncounted('v')}`)]
    : []
  return {
    kind: 'scan',
    rows: newest ? [there] : [there, ...gone, of(endedRows, before)],
    observation: () => observation,
    scan,
    whole,
  }
}

/** Versions that the scan made: what it found new or changed. */
export const madeBy = ({ inserted_at }: ScanSeen): Sql => {
  const ms = Date.parse(inserted_at)
  return sql`v.id >= ${firstId(ms)}::uuid and v.id < ${firstId(ms + 1)}::uuid`
}
