/** Which scans overviews and compliance are about. */
import { idArray, raw, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes, type Window } from '../versions/index.ts'
import { type Scope, within } from '../providers/index.ts'
import { isFirstScan } from './first-scan.ts'
import { latestScan } from './latest-scan.ts'
import { readsSnapshot } from './snapshots.ts'

/** A scan whose rollups can be read. */
export interface RolledUp {
  readonly id: string
  readonly provider_id: string
  readonly provider_type: string
  /** When it completed, else when it was created. RFC 3339 in UTC. */
  readonly at: string
  /** RFC 3339 in UTC. */
  readonly began_at: string
  readonly is_import: boolean
  /** Its snapshot is read, and not the live rollups. */
  readonly from_snapshot: boolean
}

const moment = raw('coalesce(s.completed_at, s.inserted_at)')
const columns = (tenantId: string): Sql => sql`
  s.id, s.provider_id, ${moment} as at, coalesce(s.started_at, s.inserted_at) as began_at,
  s.kind = ${kindCodes.import} as is_import, ${readsSnapshot(tenantId)} as from_snapshot`

/** Completed no earlier than `from` and before `until`. */
const inTime = ({ from, until }: Pick<Window, 'from' | 'until'>): Sql => sql`
  (${from ?? null}::timestamptz is null or ${moment} >= ${from ?? null}::timestamptz)
  and (${until ?? null}::timestamptz is null or ${moment} < ${until ?? null}::timestamptz)`

/** The latest scan of each provider in scope; with a window, the latest that completed in it. */
export const latestScans = (
  tx: Tx,
  scope: Scope,
  window: Pick<Window, 'from' | 'until'> = {},
): Promise<RolledUp[]> =>
  scope.ids.length === 0
    ? Promise.resolve([])
    : tx.rows<RolledUp>(sql`
        select l.id, l.provider_id, p.provider as provider_type, l.at, l.began_at, l.is_import, l.from_snapshot
          from providers p
         cross join lateral (
           ${latestScan(tx.tenantId, sql`p.id`, columns(tx.tenantId), inTime(window))}) l
         where p.tenant_id = ${tx.tenantId} and ${within(scope, sql`p.id`)}
         order by p.id`)

/** Of each scan, the latest full scan of its provider that had completed when it did. A provider has one among them. */
export const scansBefore = async (tx: Tx, scans: readonly RolledUp[]): Promise<RolledUp[]> =>
  scans.length === 0
    ? []
    : tx.rows<RolledUp>(sql`
        select l.id, l.provider_id, p.provider as provider_type, l.at, l.began_at, l.is_import, l.from_snapshot
          from ${rowTable(scans, 'n', 'provider_id uuid, id uuid, at timestamptz')}
          join providers p on p.tenant_id = ${tx.tenantId} and p.id = n.provider_id
         cross join lateral (
           ${latestScan(
             tx.tenantId,
             sql`p.id`,
             columns(tx.tenantId),
             sql`s.id <> n.id and ${moment} <= n.at`,
           )}) l`)

/** The ids of those that are the first of their provider: a scan among scans, an import among imports. */
export const firstOfProviders = async (
  tx: Tx,
  scans: readonly Pick<RolledUp, 'id'>[],
): Promise<ReadonlySet<string>> => {
  if (scans.length === 0) return new Set()
  const rows = await tx.rows<{ id: string }>(sql`
    select s.id
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.id = any(${idArray(scans.map(({ id }) => id))})
       and ${isFirstScan(tx.tenantId)}`)
  return new Set(rows.map(({ id }) => id))
}

type AnyScan = RolledUp & { readonly partial: boolean; readonly completed: boolean }

/** A scan by its id, whatever its kind and state, where its provider is in scope. */
export const scanOf = async (tx: Tx, scope: Scope, id: string): Promise<AnyScan | undefined> =>
  (await scansByIds(tx, scope, [id]))[0]

/** The same for several, oldest first. */
export const scansByIds = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<AnyScan[]> =>
  scope.ids.length === 0 || ids.length === 0
    ? Promise.resolve([])
    : tx.rows<AnyScan>(sql`
        select ${columns(tx.tenantId)}, p.provider as provider_type, s.kind = ${kindCodes.partial} as partial,
               s.state = 'completed' as completed
          from scans s
          join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id
         where s.tenant_id = ${tx.tenantId} and s.id = any(${idArray(ids)}) and ${within(scope, sql`s.provider_id`)}
         order by at, s.id`)
