/** A tenant to attack: what only its users may read, and what only they may change. */
import type { TestDatabase } from '../database.ts'
import { tables } from '../../features/index.ts'
import type { Client } from '../world.ts'

/** A word that is in the texts of one tenant's rows and nowhere else. */
export const canaryOf = ({ tenantId }: Client): string =>
  `canary${tenantId.replaceAll('-', '').slice(-12)}`

/** Written at every use of a credential; everything else of a tenant at rest stays as it is. */
const volatile = ['last_used_at']

/** A hash of every row of the tenant, and of the users in it, by table. */
export async function fingerprint(
  { administer }: TestDatabase,
  tenantId: string,
): Promise<ReadonlyMap<string, string>> {
  const held = tables.flatMap(({ name, class: of }) => (of === 'tenant' ? [name] : []))
  const without = volatile.map((column) => ` - '${column}'`).join('')
  const of = (table: string, which: string): string =>
    `select '${table}' as name, coalesce(md5(string_agg(row, chr(10) order by row)), '') as hash
       from (select (to_jsonb(t)${without})::text as row from ${table} t where ${which}) as rows`
  const members = `t.id in (select user_id from memberships where tenant_id = '${tenantId}')`
  const rows = await administer(
    [
      ...held.map((table) => of(table, `t.tenant_id = '${tenantId}'`)),
      of('users', members),
      of('tenants', `t.id = '${tenantId}'`),
    ].join(' union all '),
  )
  return new Map(rows.map(({ name, hash }) => [String(name), String(hash)]))
}

/** Every id in the tenant's rows, so that not even a bare one gets out. */
export async function idsOf(
  { administer }: TestDatabase,
  tenantId: string,
): Promise<ReadonlySet<string>> {
  const held = tables.flatMap(({ name, class: of }) => (of === 'tenant' ? [name] : []))
  const rows = await administer(
    held
      .map(
        (table) =>
          `select to_jsonb(t) ->> 'id' as id from ${table} t where t.tenant_id = '${tenantId}'`,
      )
      .join(' union '),
  )
  return new Set(rows.flatMap(({ id }) => (typeof id === 'string' && id.length === 36 ? [id] : [])))
}
