import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  contains,
  join,
  type Page,
  pageOf,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { type Task, taskColumnsWith, type tasks } from '../../platform/tasks/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { shownTo } from '../ingestion/index.ts'
import { waiting } from '../scans/index.ts'

const columns: Columns<typeof tasks> = {
  filters: {
    name: sql`t.name`,
    state: sql`t.state`,
    search: ({ value }) => contains(value, sql`t.name`),
  },
  sort: {
    inserted_at: sql`t.inserted_at`,
    completed_at: sql`t.completed_at`,
    name: sql`t.name`,
    state: sql`t.state`,
  },
  last: sql`t.id`,
}

/**
 * A task of a provider is seen by members who see the provider; of one that is being deleted or was deleted, also
 * by the user who queued the task, whose roles may have named that provider only. A task of several providers is seen by
 * members who see all of them, and the task of a file of findings by members who see the file. Any other task is about
 * every account: it is seen by members who see every account, and by the user who queued it.
 */
const seen = (tx: Tx, caller: Caller): Sql =>
  caller.unlimitedVisibility
    ? sql`t.tenant_id = ${tx.tenantId}`
    : sql`
  t.tenant_id = ${tx.tenantId}
  and (case when t.provider_id is not null then ${visible(caller, sql`t.provider_id`)}
            when t.task_args ? 'ingestion_id' then exists (
              select from ingestions i
               where i.tenant_id = ${tx.tenantId} and i.id = (t.task_args ->> 'ingestion_id')::uuid
                 and ${shownTo(caller)})
            when t.task_args ? 'provider_ids' then not exists (
              select from jsonb_array_elements_text(t.task_args -> 'provider_ids') as n(id)
               where not ${visible(caller, sql`n.id::uuid`)})
            else false end
       or t.user_id = ${caller.userId}
          and not exists (
            select from providers p
             where p.tenant_id = ${tx.tenantId} and p.id = t.provider_id and p.deleted_at is null))`

/** Adds to a queued scan what it waits for. */
const fields = (tenantId: string): Sql =>
  taskColumnsWith(
    sql`case when t.state = 'available' then t.metadata || ${waiting(tenantId, sql`t.provider_id`, sql`t.id`)} else t.metadata end`,
  )

export function taskPage(tx: Tx, caller: Caller, query: Query<typeof tasks>): Promise<Page<Task>> {
  const where = seen(tx, caller)
  return pageOf(tx, query, columns, { select: fields(tx.tenantId), from: sql`tasks t`, where })
}

export const tasksByIds = (tx: Tx, ids: readonly string[], caller: Caller): Promise<Task[]> =>
  tx.rows<Task>(sql`
    select ${fields(tx.tenantId)}
      from tasks t
     where ${seen(tx, caller)} and t.id in (${join(ids.map((id) => sql`${id}`))})`)

export const taskById = async (tx: Tx, id: string, caller: Caller): Promise<Task | undefined> =>
  (await tasksByIds(tx, [id], caller))[0]
