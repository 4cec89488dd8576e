import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  compare,
  contains,
  idArray,
  type Page,
  pageOf,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { kindCodes, type ScanKind } from '../versions/index.ts'
import { inGroups } from '../providers/index.ts'
import { configurationOf } from '../scan-configurations/index.ts'
import type { Coverage, coverage, Scan, scans } from './resource.ts'
import { isFirstScan, uncounted } from '../rollups/index.ts'

const columns = (tenantId: string): Columns<typeof scans> => ({
  filters: {
    id: sql`s.id`,
    name: sql`s.name`,
    state: sql`s.state`,
    trigger: sql`s.trigger`,
    is_partial: ({ value }) => sql`(s.kind = ${kindCodes.partial}) = ${value}`,
    provider: sql`s.provider_id`,
    provider_type: sql`p.provider`,
    provider_uid: sql`p.uid`,
    provider_alias: sql`p.alias`,
    provider_groups: (filter) => inGroups(tenantId, sql`s.provider_id`, filter),
    inserted_at: sql`s.inserted_at`,
    started_at: sql`s.started_at`,
    completed_at: sql`s.completed_at`,
    next_scan_at: sql`s.next_scan_at`,
    search: ({ value }) => contains(value, sql`s.name`, sql`s.trigger`, sql`p.uid`, sql`p.alias`),
  },
  sort: {
    inserted_at: sql`s.inserted_at`,
    name: sql`s.name`,
    trigger: sql`s.trigger`,
    attempted_at: sql`s.started_at`,
    scheduled_at: sql`s.scheduled_at`,
    updated_at: sql`s.updated_at`,
  },
  last: sql`s.id`,
})

const fields = (tenantId: string): Sql => sql`
  s.id, s.name, s.trigger, s.state, s.kind = ${kindCodes.partial} as is_partial,
  ${isFirstScan(tenantId)} as is_first, s.unique_resource_count, s.progress,
  case when s.completed_at is null or s.started_at is null then null
       else extract(epoch from s.completed_at - s.started_at)::int end as duration,
  s.inserted_at, s.started_at, s.completed_at, s.scheduled_at, s.next_scan_at, s.provider_id as provider,
  s.task_id as task, null as processor`

const from = sql`
  scans s
  join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null`

const there = (tx: Tx, caller: Caller): Sql =>
  sql`s.tenant_id = ${tx.tenantId} and ${visible(caller, sql`s.provider_id`)}`

export function scanPage(tx: Tx, caller: Caller, query: Query<typeof scans>): Promise<Page<Scan>> {
  const where = there(tx, caller)
  return pageOf(tx, query, columns(tx.tenantId), { select: fields(tx.tenantId), from, where })
}

export const scansByIds = (tx: Tx, ids: readonly string[], caller: Caller): Promise<Scan[]> =>
  tx.rows<Scan>(sql`
    select ${fields(tx.tenantId)}
      from ${from}
     where ${there(tx, caller)} and s.id = any(${idArray(ids)})`)

export const scanById = async (tx: Tx, id: string, caller: Caller): Promise<Scan | undefined> =>
  (await scansByIds(tx, [id], caller))[0]

/** What a listener who comes late hears. */
export interface CurrentScan {
  readonly state: Scan['state']
  readonly checked: number
  readonly total: number
  readonly error_code: string | null
  readonly error_detail: string | null
}

export const currentScan = (tx: Tx, id: string): Promise<CurrentScan | undefined> =>
  tx.maybe<CurrentScan>(sql`
    select s.state, s.checked, s.total, s.error_code, s.error_detail
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.id = ${id}`)

export interface NewScan {
  readonly id: string
  readonly provider_id: string
  readonly task_id: string
  readonly name: string | null
  readonly kind: ScanKind
  readonly trigger: 'manual' | 'scheduled' | 'imported'
  readonly resource_uids: readonly string[] | null
}

export const insertScan = (tx: Tx, scan: NewScan): Promise<number> =>
  tx.run(sql`
    insert into scans (tenant_id, id, provider_id, task_id, name, kind, trigger, resource_uids)
    values (${tx.tenantId}, ${scan.id}, ${scan.provider_id}, ${scan.task_id}, ${scan.name},
            ${kindCodes[scan.kind]}, ${scan.trigger},
            (select array_agg(u) from json_array_elements_text(${scan.resource_uids && JSON.stringify(scan.resource_uids)}::json) u))`)

/**
 * What the scan of a task waits for, as JSON to join to the task's metadata: the running scan of its
 * provider, else the first in the queue, and how many are ahead of it. Empty if it need not wait.
 */
export const waiting = (tenantId: string, provider: Sql, task: Sql): Sql => {
  const turn = (scan: string): Sql =>
    raw(`${scan}.kind <> ${kindCodes.partial}, ${scan}.inserted_at, ${scan}.id`)
  return sql`coalesce((
    select case when count(*) > 0 then jsonb_build_object(
             'scans_ahead', count(*),
             'waits_for', (array_agg(
               jsonb_build_object('scan_id', e.id, 'task_id', e.task_id, 'state', e.state,
                                  'is_partial', e.kind = ${kindCodes.partial})
               order by e.state <> 'executing', ${turn('e')}))[1]) end
      from scans s
      join scans e
        on e.tenant_id = ${tenantId} and e.provider_id = ${provider}
       and (e.state = 'executing' or e.state = 'available' and (${turn('e')}) < (${turn('s')}))
     where s.tenant_id = ${tenantId} and s.provider_id = ${provider} and s.state = 'available'
       and s.task_id = ${task}), '{}')`
}

export const waitsFor = async (
  tx: Tx,
  { provider_id, task_id }: Pick<NewScan, 'provider_id' | 'task_id'>,
): Promise<Task['metadata']> => {
  const provider = sql`${provider_id}::uuid`
  const { waits } = await tx.single<{ waits: Task['metadata'] }>(sql`
    select ${waiting(tx.tenantId, provider, sql`${task_id}::uuid`)} as waits`)
  return waits
}

export const renameScan = (tx: Tx, id: string, name: string | null): Promise<number> =>
  tx.run(sql`
    update scans
       set name = ${name}, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Findings of the provider's resources with these uids, also what a partial scan did not find: one index each. */
const reportedOn = (tx: Tx, providerId: string, uids: readonly string[], column: Sql): Sql => {
  const where = (condition: Sql): Sql => sql`
    select ${column} as found
      from resources r
      join findings f on f.tenant_id = ${tx.tenantId} and f.resource_id = r.id and ${condition}
     where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId}
       and ${compare(sql`r.uid`, { op: 'in', value: uids })}`
  return sql`${where(sql`f.removed_at is null`)}
    union
    ${where(sql`f.provider_id = ${providerId} and f.removed_at is not null and ${uncounted('f')}`)}`
}

/** Which of these uids the provider has: a finding is live that is about it. */
export const knownUids = async (
  tx: Tx,
  providerId: string,
  uids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx.rows<{ found: string }>(reportedOn(tx, providerId, uids, sql`r.uid`))
  return new Set(rows.map(({ found }) => found))
}

/** The checks that last reported on these resources. */
export const reportedChecks = async (
  tx: Tx,
  providerId: string,
  uids: readonly string[],
): Promise<string[]> => {
  const rows = await tx.rows<{ found: string }>(reportedOn(tx, providerId, uids, sql`f.check_id`))
  return rows.map(({ found }) => found).toSorted()
}

/**
 * The configuration of a scan, read from its provider on the first call. A worker that resumes the scan uses the same
 * one, since the remaining units belong to the plan made with it.
 */
export async function configurationOfScan(
  tx: Tx,
  { id, provider_id }: { readonly id: string; readonly provider_id: string },
): Promise<Readonly<Record<string, unknown>>> {
  const current = JSON.stringify(await configurationOf(tx, provider_id))
  const { configuration } = await tx.single<{
    configuration: Readonly<Record<string, unknown>>
  }>(sql`
    update scans
       set configuration = coalesce(configuration, ${current}::jsonb)
     where tenant_id = ${tx.tenantId} and id = ${id}
    returning configuration`)
  return configuration
}

const coverageColumns: Columns<typeof coverage> = {
  filters: {
    outcome: sql`c.outcome`,
    check_id: sql`c.check_id`,
    service: sql`c.service`,
    region: sql`c.region`,
    action: sql`c.action`,
  },
  sort: {
    outcome: sql`c.outcome`,
    check_id: sql`c.check_id`,
    service: sql`c.service`,
    region: sql`c.region`,
  },
  last: sql`c.unit, c.check_id, c.region, c.resource_type, c.outcome, c.action`,
}

export function coveragePage(
  tx: Tx,
  scanId: string,
  query: Query<typeof coverage>,
): Promise<Page<Coverage>> {
  const where = sql`c.tenant_id = ${tx.tenantId} and c.scan_id = ${scanId}`
  const select = sql`
    md5(concat_ws('/', c.unit, c.check_id, c.region, c.resource_type, c.outcome, c.action)) as id,
    c.check_id, c.service, c.region, c.resource_type, c.outcome, nullif(c.action, '') as action, c.count, c.sample`
  return pageOf(tx, query, coverageColumns, { select, from: sql`scan_coverage c`, where })
}
