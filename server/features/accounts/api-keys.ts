import type { Query } from '@plumbline/jsonapi'
import type { AuthMethod, NewApiKey } from '../../platform/auth/index.ts'
import {
  columnsOf,
  contains,
  type Database,
  type Page,
  pageOf,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type ApiKey, apiKeys } from './resource.ts'

const columns = columnsOf(apiKeys, 'k', {
  entity: sql`k.user_id`,
  search: ({ value }) => contains(value, sql`k.name`, sql`k.prefix`),
})
const fields = sql`
  k.id, k.name, k.prefix, k.expires_at, k.revoked, k.inserted_at, k.last_used_at, 
  (select m.user_id from memberships m
    where m.tenant_id = k.tenant_id and m.user_id = k.user_id) as entity`

export function keyPage(tx: Tx, query: Query<typeof apiKeys>): Promise<Page<ApiKey>> {
  const where = sql`k.tenant_id = ${tx.tenantId}`
  return pageOf(tx, query, columns, { select: fields, from: sql`api_keys k`, where })
}

export const keyById = (tx: Tx, id: string): Promise<ApiKey | undefined> =>
  tx.maybe<ApiKey>(sql`
    select ${fields}
      from api_keys k
     where k.tenant_id = ${tx.tenantId} and k.id = ${id}`)

export const insertKey = (
  tx: Tx,
  {
    name,
    userId,
    expiresAt,
    until,
    parentId,
    authMethod,
    prefix,
    hash,
  }: NewApiKey & {
    name: string
    userId: string
    expiresAt: string | null
    until: string | null
    /** The key that it is made with. */
    parentId: string | null
    /** How the session started in which it, or the first of its parents, is made. */
    authMethod: AuthMethod | null
  },
): Promise<ApiKey> =>
  tx.single<ApiKey>(sql`
    insert into api_keys as k (
      tenant_id, id, user_id, name, prefix, hash, expires_at, parent_id, auth_method)
    values (${tx.tenantId}, ${newId()}, ${userId}, ${name}, ${prefix}, ${hash},
            least(coalesce(${expiresAt}::timestamptz, now() + interval '365 days'), ${until}::timestamptz),
            ${parentId}, ${authMethod})
    returning ${fields}`)

/** What a key hands on to those that are made with it; nothing of one that was revoked meanwhile. */
export const parentOf = (
  tx: Tx,
  id: string,
): Promise<{ parentId: string; authMethod: AuthMethod | null } | undefined> =>
  tx.maybe(sql`
    select k.id as "parentId", k.auth_method as "authMethod"
      from api_keys k
     where k.tenant_id = ${tx.tenantId} and k.id = ${id} and not k.revoked`)

export const renameKey = (tx: Tx, id: string, name: string): Promise<ApiKey | undefined> =>
  tx.maybe<ApiKey>(sql`
    update api_keys as k
       set name = ${name}
     where k.tenant_id = ${tx.tenantId} and k.id = ${id}
    returning ${fields}`)

/** Revokes a key with all that were made with it. Returns their ids; empty if it was already revoked. */
export async function revokeKey(tx: Tx, id: string): Promise<readonly string[]> {
  const revoked = await tx.rows<{ id: string }>(sql`
    with recursive family as (
      select k.id
        from api_keys k
       where k.tenant_id = ${tx.tenantId} and k.id = ${id} and not k.revoked
       union
      select k.id
        from api_keys k
        join family f on f.id = k.parent_id
       where k.tenant_id = ${tx.tenantId})
    update api_keys as k
       set revoked = true
      from family f
     where k.tenant_id = ${tx.tenantId} and k.id = f.id
    returning k.id`)
  return revoked.map((key) => key.id)
}

/** Notes that keys were used, after their answers have left: at most one write a key and minute. */
export function keyUse(
  database: Database,
  now: () => number,
): (tenantId: string, keyId: string) => void {
  const noted = new Map<string, number>()
  return (tenantId, keyId) => {
    const last = noted.get(keyId)
    if (last !== undefined && now() - last < 60_000) return
    if (noted.size > 10_000) noted.clear()
    noted.set(keyId, now())
    // A row that another request is writing is skipped: its time is as good as ours.
    void database
      .inTenant(tenantId, (tx) =>
        tx.run(sql`
          update api_keys
             set last_used_at = now()
           where tenant_id = ${tenantId}
             and id = (select k.id
                         from api_keys k
                        where k.tenant_id = ${tenantId} and k.id = ${keyId}
                          and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
                          for update skip locked)`),
      )
      .catch(() => noted.delete(keyId))
  }
}
