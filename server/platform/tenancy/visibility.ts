import { raw, type Sql, sql, type Tx } from '../db/index.ts'
import type { Caller } from './caller.ts'

/** The user whose visibility is checked. */
export type Viewer = Pick<Caller, 'tenantId' | 'userId' | 'unlimitedVisibility'>

/** The provider groups of the caller's roles. */
const ownGroups = ({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): Sql => sql`
  user_roles ur
  join role_provider_groups rg on rg.tenant_id = ur.tenant_id and rg.role_id = ur.role_id
    and ur.tenant_id = ${tenantId} and ur.user_id = ${userId}`

/**
 * The only visibility predicate: `provider` is the SQL of a provider's id. A caller with unlimited visibility sees all,
 * another the providers in the groups of their roles.
 */
export const visible = (caller: Viewer, provider: Sql): Sql =>
  caller.unlimitedVisibility
    ? raw('true')
    : sql`${provider} in (
        select gm.provider_id
          from ${ownGroups(caller)}
          join provider_group_members gm
            on gm.tenant_id = rg.tenant_id and gm.provider_group_id = rg.provider_group_id)`

/** Whether a user's roles have unlimited visibility now, for background work of that user. */
export const seesAll = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1
      from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
     where ur.tenant_id = ${tx.tenantId} and ur.user_id = ${userId} and r.unlimited_visibility
     limit 1`)) !== undefined

/** The same for provider groups; `group` is the SQL of a group's id. */
export const visibleGroup = (caller: Caller, group: Sql): Sql =>
  caller.unlimitedVisibility
    ? raw('true')
    : sql`${group} in (select rg.provider_group_id from ${ownGroups(caller)})`
