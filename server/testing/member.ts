import { randomUUID } from 'node:crypto'
import type { permissions } from '../platform/tenancy/index.ts'
import { Client, password, type World } from './world.ts'

export type Flag = (typeof permissions)[number] | 'unlimited_visibility'

export interface Member {
  readonly client: Client
  readonly roleId: string
}

/** A second user of `owner`'s tenant, whose only role grants just these flags. */
export async function member(
  world: World,
  owner: Client,
  flags: readonly Flag[] = [],
): Promise<Member> {
  const { userId, email } = await world.user()
  const roleId = randomUUID()
  const tenant = owner.tenantId
  await world.test.administer(`
    insert into memberships (tenant_id, id, user_id, role)
    values ('${tenant}', '${randomUUID()}', '${userId}', 'member');
    insert into roles (tenant_id, id, name) values ('${tenant}', '${roleId}', 'role ${roleId}');
    insert into user_roles (tenant_id, user_id, role_id) values ('${tenant}', '${userId}', '${roleId}')`)
  await grant(world, roleId, flags)
  const login = { email, password, tenant_id: tenant }
  const pair = await world.anonymous.make('/tokens', 'tokens', login)
  const authorization = `Bearer ${pair.text('access')}`
  const client = new Client(world.base, { tenantId: tenant, userId, email, authorization })
  return { client, roleId }
}

/** Lets a role grant these flags; what it granted before and is not named stays. */
export async function grant(world: World, roleId: string, flags: readonly Flag[]): Promise<void> {
  for (const flag of flags)
    await world.test.administer(`update roles set ${flag} = true where id = '${roleId}'`)
}

export async function revoke(world: World, roleId: string, flag: Flag): Promise<void> {
  await world.test.administer(`update roles set ${flag} = false where id = '${roleId}'`)
}

/** Puts a provider into a new group that the role sees. */
export async function showTo(
  world: World,
  { tenantId, roleId, providerId }: { tenantId: string; roleId: string; providerId: string },
): Promise<void> {
  const group = randomUUID()
  await world.test.administer(`
    insert into provider_groups (tenant_id, id, name) values ('${tenantId}', '${group}', 'group ${group}');
    insert into provider_group_members (tenant_id, provider_group_id, provider_id)
    values ('${tenantId}', '${group}', '${providerId}');
    insert into role_provider_groups (tenant_id, role_id, provider_group_id)
    values ('${tenantId}', '${roleId}', '${group}')`)
}
