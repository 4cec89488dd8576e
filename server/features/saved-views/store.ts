import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  contains,
  type Page,
  pageOf,
  type Sql,
  scalar,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { SavedView, savedViews } from './resource.ts'

const columns: Columns<typeof savedViews> = {
  filters: {
    name: sql`v.name`,
    screen: sql`v.screen`,
    is_shared: sql`v.is_shared`,
    owner: sql`v.owner`,
    search: ({ value }) => contains(value, sql`v.name`),
  },
  sort: {
    name: sql`v.name`,
    inserted_at: sql`v.inserted_at`,
    updated_at: sql`v.updated_at`,
  },
  last: sql`v.id`,
}
const fields = sql`
  v.id, v.name, v.screen, v.query, v.is_shared, v.inserted_at, v.updated_at, v.owner`

const shown = (tx: Tx, { userId }: Caller): Sql => sql`
  v.tenant_id = ${tx.tenantId} and (v.owner = ${userId} or v.is_shared)`

export const page = (
  tx: Tx,
  caller: Caller,
  query: Query<typeof savedViews>,
): Promise<Page<SavedView>> =>
  pageOf(tx, query, columns, {
    select: fields,
    from: sql`saved_views v`,
    where: shown(tx, caller),
  })

export const byId = (tx: Tx, caller: Caller, id: string): Promise<SavedView | undefined> =>
  tx.maybe<SavedView>(sql`
    select ${fields}
      from saved_views v
     where ${shown(tx, caller)} and v.id = ${id}`)

export const countOf = (tx: Tx, owner: string): Promise<number> =>
  scalar<number>(
    tx,
    sql`
    select count(*)::int from saved_views v where v.tenant_id = ${tx.tenantId} and v.owner = ${owner}`,
  )

export const insert = (
  tx: Tx,
  { userId }: Caller,
  view: Pick<SavedView, 'name' | 'screen' | 'query' | 'is_shared'>,
): Promise<SavedView> =>
  tx.single<SavedView>(sql`
    insert into saved_views as v (tenant_id, id, owner, name, screen, query, is_shared)
    values (${tx.tenantId}, ${newId()}, ${userId}, ${view.name}, ${view.screen}, ${view.query},
            ${view.is_shared})
    returning ${fields}`)

export const update = (
  tx: Tx,
  id: string,
  change: Partial<Pick<SavedView, 'name' | 'screen' | 'query' | 'is_shared'>>,
): Promise<SavedView | undefined> =>
  tx.maybe<SavedView>(sql`
    update saved_views as v
       set name = coalesce(${change.name ?? null}, v.name),
           screen = coalesce(${change.screen ?? null}, v.screen),
           query = coalesce(${change.query ?? null}, v.query),
           is_shared = coalesce(${change.is_shared ?? null}, v.is_shared),
           updated_at = now()
     where v.tenant_id = ${tx.tenantId} and v.id = ${id}
    returning ${fields}`)

export const remove = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from saved_views
     where tenant_id = ${tx.tenantId} and id = ${id}`)) === 1
