import { notFound } from '@plumbline/jsonapi'
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { type Task, taskColumns } from '../../platform/tasks/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { kindCodes } from '../versions/index.ts'
import { type RolledUp, scanOf } from '../rollups/index.ts'

/**
 * A completed full scan, as in its files. Its rollups move when a newer scan starts while files are written: `rolledUp`
 * reads their place again in each transaction.
 */
export interface ReportedScan extends Omit<RolledUp, 'from_snapshot' | 'began_at' | 'is_import'> {
  readonly name: string | null
  readonly started_at: string | null
  readonly resources: number
  readonly account_uid: string
  readonly account_name: string | null
}

/** Undefined if the scan is not full, has not completed, or was deleted with its provider. */
export async function reportedScan(tx: Tx, scanId: string): Promise<ReportedScan | undefined> {
  const found = await tx.maybe<
    Pick<ReportedScan, 'name' | 'started_at' | 'resources' | 'account_uid' | 'account_name'> & {
      provider_id: string
    }
  >(sql`
    select s.name, s.started_at, s.unique_resource_count as resources, s.provider_id, p.uid as account_uid,
           p.alias as account_name
      from scans s
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
     where s.tenant_id = ${tx.tenantId} and s.id = ${scanId} and s.kind = ${kindCodes.full}
       and s.state = 'completed'`)
  const scan = found && (await scanOf(tx, { whole: false, ids: [found.provider_id] }, scanId))
  if (!scan) return undefined
  const { id, provider_type, at } = scan
  return { id, provider_type, at, ...found }
}

/** The scan with where its rollups are read in this transaction. Throws a 404 if it was deleted with its provider. */
export async function rolledUp(
  tx: Tx,
  { id, provider_id }: Pick<ReportedScan, 'id' | 'provider_id'>,
): Promise<RolledUp> {
  const scan = await scanOf(tx, { whole: false, ids: [provider_id] }, id)
  if (!scan) throw notFound()
  return scan
}

/** What there is to download of a scan. */
export interface ReportState {
  readonly scan_id: string
  readonly provider_id: string
  readonly kind: number
  readonly state: string
  /** The work that is to be waited for. */
  readonly task: Task | undefined
  /** The report was queued, whatever became of it. */
  readonly is_reported: boolean
  /** How its task ended, and its message. Null while it runs, and after the task was deleted. */
  readonly ended: 'completed' | 'failed' | 'cancelled' | null
  readonly detail: string | null
  readonly file_id: string | null
  readonly bytes: number | null
}

/** Undefined if the caller sees no such scan. */
export async function reportState(
  tx: Tx,
  id: string,
  caller: Caller,
): Promise<ReportState | undefined> {
  const state = await readState(tx, id, caller)
  // A task that ended between its two statements may have left the report.
  const isUnclear = state?.task_id && !state.task && state.ended === null
  return isUnclear ? readState(tx, id, caller) : state
}

async function readState(
  tx: Tx,
  id: string,
  caller: Caller,
): Promise<(ReportState & { readonly task_id: string | null }) | undefined> {
  const found = await tx.maybe<Omit<ReportState, 'task'> & { task_id: string | null }>(sql`
    select s.id as scan_id, s.provider_id, s.kind, s.state, r.file_id, r.bytes,
           r.scan_id is not null as is_reported, e.state as ended, e.result ->> 'detail' as detail,
           case when s.state in ('available', 'executing') then s.task_id
                when r.file_id is null then r.task_id end as task_id
      from scans s
      join providers p on p.tenant_id = s.tenant_id and p.id = s.provider_id and p.deleted_at is null
      left join scan_reports r on r.tenant_id = s.tenant_id and r.scan_id = s.id
      left join tasks e
        on e.tenant_id = r.tenant_id and e.id = r.task_id and e.state in ('completed', 'failed', 'cancelled')
     where s.tenant_id = ${tx.tenantId} and s.id = ${id} and ${visible(caller, sql`s.provider_id`)}`)
  if (!found) return undefined
  const { task_id } = found
  return { ...found, task: task_id === null ? undefined : await openTask(tx, task_id) }
}

/** The running task for the report of a scan, even if an earlier task built a file. */
export const buildingTask = (tx: Tx, scanId: string): Promise<Task | undefined> =>
  tx.maybe<Task>(sql`
    select ${taskColumns}
      from scan_reports r
      join tasks t on t.tenant_id = r.tenant_id and t.id = r.task_id and t.state in ('available', 'executing')
     where r.tenant_id = ${tx.tenantId} and r.scan_id = ${scanId}`)

const openTask = (tx: Tx, id: string): Promise<Task | undefined> =>
  tx.maybe<Task>(sql`
    select ${taskColumns}
      from tasks t
     where t.tenant_id = ${tx.tenantId} and t.id = ${id} and t.state in ('available', 'executing')`)

/** The task builds the report of the scan; what an earlier one built stays until then. */
export const addReport = (tx: Tx, scanId: string, taskId: string): Promise<number> =>
  tx.run(sql`
    insert into scan_reports (tenant_id, scan_id, task_id)
    values (${tx.tenantId}, ${scanId}, ${taskId})
        on conflict (tenant_id, scan_id) do update set task_id = excluded.task_id`)

/** Sets a scan's file. False: the scan was deleted. */
export async function keepFile(
  tx: Tx,
  { scanId, fileId, bytes }: { scanId: string; fileId: string; bytes: number },
): Promise<boolean> {
  const kept = await tx.run(sql`
    update scan_reports
       set file_id = ${fileId}, bytes = ${bytes}, built_at = now()
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
  return kept === 1
}

/** Of these files, those that a scan has. */
export const filesInUse = async (tx: Tx, fileIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx.rows<{ file_id: string }>(sql`
    select r.file_id
      from scan_reports r
     where r.tenant_id = ${tx.tenantId} and r.file_id = any(${idArray(fileIds)})`)
  return new Set(rows.map(({ file_id }) => file_id))
}
