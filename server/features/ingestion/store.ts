import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  contains,
  idArray,
  join,
  type Page,
  pageOf,
  raw,
  rowTable,
  scalar,
  type Sql,
  sql,
  type Tx,
  withLinks,
} from '../../platform/db/index.ts'
import type { Ending, Failure } from '../../platform/tasks/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import type { Counts, ReadSummary } from './reader-thread.ts'
import {
  type Ingestion,
  type IngestionError,
  type ingestionErrors,
  type ingestions,
  mostErrors,
} from './resource.ts'

/**
 * The state of an ingestion: that of its scans once they are queued. A canceled ingestion or scan counts as failed;
 * scans deleted with their provider do not change it.
 */
const status = sql`
  case when i.state = 'recording' and s.waiting > 0 then 'processing'
       when i.state = 'recording' and s.broken > 0 then 'failed'
       when i.state = 'recording' then 'completed'
       else i.state end`
const completedAt = sql`
  case when i.state = 'recording' and s.waiting > 0 then null
       when i.state in ('recording', 'failed') then greatest(i.ended_at, s.completed_at) end`

const from = (tenantId: string): Sql => sql`
  ingestions i
  cross join lateral (
    select coalesce(count(*) filter (where c.state in ('available', 'scheduled', 'executing')), 0)::int as waiting,
           coalesce(count(*) filter (where c.state in ('failed', 'cancelled')), 0)::int as broken,
           coalesce(sum(c.stored), 0)::int as processed,
           coalesce(sum(c.rejected), 0)::int as outdated,
           coalesce(sum(c.merged), 0)::int as duplicate,
           max(c.completed_at) as completed_at
      from ingestion_scans n
      join scans c on c.tenant_id = n.tenant_id and c.id = n.scan_id
     where n.tenant_id = ${tenantId} and n.ingestion_id = i.id and not n.superseded) s`

const columns: Columns<typeof ingestions> = {
  filters: {
    status,
    inserted_at: sql`i.requested_at`,
    completed_at: completedAt,
    search: ({ value }) => contains(value, sql`i.file_name`),
  },
  sort: { inserted_at: sql`i.requested_at`, status, completed_at: completedAt },
  last: sql`i.id`,
}

const fields = sql`
  i.id, ${status} as status,
  jsonb_build_object('total', i.total, 'processed', s.processed, 'outdated', s.outdated, 'duplicate', s.duplicate,
                     'invalid', i.invalid) as summary,
  i.keeps_file and ${status} = 'failed' as is_retryable,
  i.file_name, i.bytes, i.requested_at as inserted_at, i.requested_at, i.started_at,
  ${completedAt} as completed_at, i.task_id as task, i.user_id as user`
type Unlinked = Omit<Ingestion, 'scans'>

/** Only scans of providers that the caller sees are shown. */
const linked = (tx: Tx, caller: Caller, rows: readonly Unlinked[]): Promise<Ingestion[]> =>
  withLinks(tx, rows, {
    scans: sql`
      select n.scan_id as id
        from ingestion_scans n
        join scans c on c.tenant_id = n.tenant_id and c.id = n.scan_id
       where n.tenant_id = ${tx.tenantId} and n.ingestion_id = linking.id
         and ${visible(caller, sql`c.provider_id`)}`,
  })

/**
 * A file `i` may be about any account, and its name, its size and its faults reveal them: members who do not see every
 * account that it became a scan of see it only if they sent it. The scans of an account are deleted with the account, so
 * their records are then missing from those of the file.
 */
export const shownTo = (caller: Caller): Sql =>
  caller.unlimitedVisibility
    ? raw('true')
    : sql`(i.user_id = ${caller.userId}
           or (select bool_and(${visible(caller, sql`c.provider_id`)}) and sum(n.records) = i.total - i.invalid
                 from ingestion_scans n
                 join scans c on c.tenant_id = n.tenant_id and c.id = n.scan_id
                where n.tenant_id = ${caller.tenantId} and n.ingestion_id = i.id and not n.superseded))`

export async function ingestionPage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof ingestions>,
): Promise<Page<Ingestion>> {
  const { tenantId } = tx
  const where = sql`i.tenant_id = ${tenantId} and ${shownTo(caller)}`
  const page = await pageOf(tx, query, columns, { select: fields, from: from(tenantId), where })
  return { ...page, rows: await linked(tx, caller, page.rows) }
}

export const ingestionsByIds = async (
  tx: Tx,
  ids: readonly string[],
  caller: Caller,
): Promise<Ingestion[]> =>
  linked(
    tx,
    caller,
    await tx.rows<Unlinked>(sql`
      select ${fields}
        from ${from(tx.tenantId)}
       where i.tenant_id = ${tx.tenantId} and i.id in (${join(ids.map((id) => sql`${id}`))})
         and ${shownTo(caller)}`),
  )

export const ingestionById = async (
  tx: Tx,
  id: string,
  caller: Caller,
): Promise<Ingestion | undefined> => (await ingestionsByIds(tx, [id], caller))[0]

const errorColumns: Columns<typeof ingestionErrors> = {
  filters: { code: sql`e.code` },
  sort: { index: sql`e.record`, code: sql`e.code` },
  last: sql`e.position`,
}

export function errorPage(
  tx: Tx,
  ingestionId: string,
  query: Query<typeof ingestionErrors>,
): Promise<Page<IngestionError>> {
  const where = sql`e.tenant_id = ${tx.tenantId} and e.ingestion_id = ${ingestionId}`
  const select = sql`e.position::text as id, e.record as index, e.pointer, e.code, e.detail`
  return pageOf(tx, query, errorColumns, { select, from: sql`ingestion_errors e`, where })
}

export type NewIngestion = Pick<Ingestion, 'id' | 'file_name' | 'bytes'>

export const insertIngestion = (
  tx: Tx,
  { userId, unlimitedVisibility }: Caller,
  { id, file_name, bytes }: NewIngestion,
): Promise<number> =>
  tx.run(sql`
    insert into ingestions (tenant_id, id, user_id, sees_all, file_name, bytes)
    values (${tx.tenantId}, ${id}, ${userId}, ${unlimitedVisibility}, ${file_name}, ${bytes})`)

export interface ReadIngestion {
  readonly id: string
  readonly user_id: string
  readonly sees_all: boolean
  readonly file_name: string
  /** Of the file as it was sent. */
  readonly bytes: number
  /** The fence of the reader whose files are complete; null if it is not read yet. */
  readonly reader_fence: number | null
}

/** Lets a file be read that waits for it, or whose reader has ended. */
export async function beginReading(tx: Tx, id: string): Promise<'begins' | 'waits'> {
  const updated = await tx.run(sql`
    update ingestions
       set state = 'processing', started_at = coalesce(started_at, now())
     where tenant_id = ${tx.tenantId} and id = ${id} and state in ('pending', 'processing')`)
  return updated === 1 ? 'begins' : 'waits'
}

export const readIngestion = (tx: Tx, id: string): Promise<ReadIngestion> =>
  tx.single<ReadIngestion>(sql`
    select id, user_id, sees_all, file_name, bytes, reader_fence
      from ingestions
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Stores how far the reading has come. */
export const storeCounts = (tx: Tx, id: string, { total, invalid }: Counts): Promise<number> =>
  tx.run(sql`
    update ingestions
       set total = ${total}, invalid = ${invalid}
     where tenant_id = ${tx.tenantId} and id = ${id}`)

export const noteTask = (tx: Tx, id: string, taskId: string): Promise<number> =>
  tx.run(sql`
    update ingestions set task_id = ${taskId} where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Stores what the reader with this fence found. From then on its files are used, and the file is not read again. */
export async function storeReading(
  tx: Tx,
  id: string,
  { faults, ...counts }: Pick<ReadSummary, 'total' | 'invalid' | 'faults'>,
  fence: number,
): Promise<void> {
  await tx.run(sql`
    update ingestions
       set reader_fence = ${fence}
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  await storeCounts(tx, id, counts)
  await tx.run(sql`
    delete from ingestion_errors where tenant_id = ${tx.tenantId} and ingestion_id = ${id}`)
  if (faults.length > 0) await addFaults(tx, id, faults)
}

/** Byte of the accounts file: the accounts before it have scans. */
export const accountsPosition = (tx: Tx, id: string): Promise<number> =>
  scalar<number>(
    tx,
    sql`select accounts_position::float8 from ingestions where tenant_id = ${tx.tenantId} and id = ${id}`,
  )

export const storeAccountsPosition = (tx: Tx, id: string, position: number): Promise<number> =>
  tx.run(sql`
    update ingestions
       set accounts_position = ${position}::float8::bigint
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** All scans of the file have begun: their states decide from now on. */
export const endReading = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update ingestions
       set state = 'recording', ended_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/**
 * Ends an ingestion that did not come to its scans. It keeps its file if that can be read again. False: it has ended, or
 * its scans decide.
 */
export async function failIngestion(
  tx: Tx,
  id: string,
  { isOurs, ...fault }: Ending,
): Promise<boolean> {
  const ended = await tx.run(sql`
    update ingestions
       set state = 'failed', ended_at = now(), keeps_file = ${isOurs}
     where tenant_id = ${tx.tenantId} and id = ${id} and state in ('pending', 'processing')`)
  if (ended === 0) return false
  await addFaults(tx, id, [fault])
  return true
}

/** A scan of the file failed for a reason that is not in the file, which is kept to be read again. */
export const keepFile = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update ingestions set keeps_file = true where tenant_id = ${tx.tenantId} and id = ${id}`)

/** The file is not needed any more. False: there was none to keep. */
export const dropFile = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    update ingestions
       set keeps_file = false
     where tenant_id = ${tx.tenantId} and id = ${id} and keeps_file`)) === 1

/** A failed ingestion is as if its file had just arrived. Its earlier scans count for nothing. False: its file is not kept. */
export async function resetIngestion(tx: Tx, id: string): Promise<boolean> {
  const reset = await tx.run(sql`
    update ingestions
       set state = 'pending', keeps_file = false, reader_fence = null, accounts_position = 0,
           started_at = null, ended_at = null, total = 0, invalid = 0
     where tenant_id = ${tx.tenantId} and id = ${id} and keeps_file`)
  if (reset === 0) return false
  await tx.run(sql`
    update ingestion_scans
       set superseded = true
     where tenant_id = ${tx.tenantId} and ingestion_id = ${id}`)
  await tx.run(sql`
    delete from ingestion_errors where tenant_id = ${tx.tenantId} and ingestion_id = ${id}`)
  return true
}

/** What was wrong with a file, or with one of its records. */
export interface Fault extends Failure {
  /** Its index; left out, the fault is about the file. */
  readonly record?: number
  readonly pointer?: string
}

/** Adds errors after the ones that are stored. */
export async function addFaults(tx: Tx, id: string, faults: readonly Fault[]): Promise<void> {
  // Scans of several accounts of a file add theirs at the same time.
  await tx.run(sql`
    select from ingestions where tenant_id = ${tx.tenantId} and id = ${id} for no key update`)
  await tx.run(sql`
    insert into ingestion_errors (tenant_id, ingestion_id, position, record, pointer, code, detail)
    select ${tx.tenantId}::uuid, ${id}::uuid, r.at + coalesce(l.position + 1, 0), r.record,
           coalesce(r.pointer, ''), r.code, r.detail
      from ${rowTable(
        faults.map((fault, at) => ({ at, ...fault })),
        'r',
        'at int, record int, pointer text, code text, detail text',
      )}
     cross join (select max(e.position) as position
                   from ingestion_errors e
                  where e.tenant_id = ${tx.tenantId} and e.ingestion_id = ${id}) l`)
}

/** Adds errors of one code, as long as the file has fewer than are stored of a kind. */
export async function addBounded(
  tx: Tx,
  id: string,
  code: string,
  faults: readonly Omit<Fault, 'code'>[],
): Promise<void> {
  if (faults.length === 0) return
  const { stored } = await tx.single<{ stored: number }>(sql`
    select count(*)::int as stored
      from ingestion_errors e
     where e.tenant_id = ${tx.tenantId} and e.ingestion_id = ${id} and e.code = ${code}`)
  const more = faults.slice(0, Math.max(0, mostErrors - stored))
  if (more.length > 0)
    await addFaults(
      tx,
      id,
      more.map((fault) => ({ ...fault, code })),
    )
}

export interface WaitingIngestion {
  readonly id: string
  readonly user_id: string
  /** It is still to be read or recorded, or kept to be read again. */
  readonly is_needed: boolean
  /** It was taken a while ago, and no task is about it: its process died in between. */
  readonly is_unqueued: boolean
}

/** The ingestions whose files are still there. */
export const waitingIngestions = (tx: Tx, ids: readonly string[]): Promise<WaitingIngestion[]> =>
  tx.rows<WaitingIngestion>(sql`
    select i.id, i.user_id,
           i.state in ('pending', 'processing') or i.keeps_file or s.waiting > 0 as is_needed,
           i.state = 'pending' and i.task_id is null
             and i.requested_at < now() - interval '10 minutes' as is_unqueued
      from ${from(tx.tenantId)}
     where i.tenant_id = ${tx.tenantId} and i.id = any(${idArray(ids)})`)
