import { createHash, randomBytes } from 'node:crypto'
import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  type Database,
  idArray,
  type Page,
  pageOf,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Invitation, type InvitationPreview, invitations } from './resource.ts'

export interface NewToken {
  readonly token: string
  readonly hash: Buffer
}

/** What is stored of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits as text, and what is stored of them. */
export function makeToken(): NewToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfToken(token) }
}

/**
 * By the database's clock, without waiting for a stored state. A user who left the tenant can no longer grant access to
 * it, so their invitations end with the membership.
 */
const state = sql`
  case when i.state <> 'pending' then i.state
       when i.expires_at <= now() then 'expired'
       when i.inviter_id is null then 'revoked'
       else i.state end`

const columns = columnsOf(invitations, 'i', {
  state,
  search: ({ value }) => contains(value, sql`i.email`),
})

const fields = (tx: Tx): Sql => sql`
  i.id, i.inserted_at, i.updated_at, i.email, ${state} as state, null as token, i.expires_at,
  i.inviter_id as inviter,
  array(select ir.role_id from invitation_roles ir
         where ir.tenant_id = ${tx.tenantId} and ir.invitation_id = i.id order by ir.role_id) as roles`

export function invitationPage(
  tx: Tx,
  query: Query<typeof invitations>,
): Promise<Page<Invitation>> {
  const where = sql`i.tenant_id = ${tx.tenantId}`
  return pageOf(tx, query, columns, { select: fields(tx), from: sql`invitations i`, where })
}

export const invitationsByIds = (tx: Tx, ids: readonly string[]): Promise<Invitation[]> =>
  tx.rows<Invitation>(sql`
    select ${fields(tx)}
      from invitations i
     where i.tenant_id = ${tx.tenantId} and i.id = any(${idArray(ids)})`)

export const invitationById = async (tx: Tx, id: string): Promise<Invitation | undefined> =>
  (await invitationsByIds(tx, [id]))[0]

export const isMember = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx.maybe(sql`select 1 from users_of_tenant() u where u.email = ${email}`)) !== undefined

/** Stores the state of an address's expired invitations, so that a new one can be created. */
export const storeState = (tx: Tx, email: string): Promise<number> =>
  tx.run(sql`
    update invitations i
       set state = ${state}, updated_at = now()
     where i.tenant_id = ${tx.tenantId} and i.email = ${email} and i.state <> ${state}`)

/** Who sends an invitation. One that is sent with an API key ends with it. */
export interface Sender {
  readonly userId: string
  readonly keyId: string | null
  /** When the key ends. */
  readonly until: string | null
}

export async function insertInvitation(
  tx: Tx,
  made: {
    readonly email: string
    readonly hash: Buffer
    readonly by: Sender
    readonly expiresAt: string | null
    readonly roles: readonly string[]
  },
): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into invitations (tenant_id, id, email, token_hash, inviter_id, key_id, expires_at)
    values (${tx.tenantId}, ${id}, ${made.email}, ${made.hash}, ${made.by.userId}, ${made.by.keyId},
            least(coalesce(${made.expiresAt}::timestamptz, now() + interval '7 days'), ${made.by.until}::timestamptz))`)
  await tx.run(linkRoles(tx, id, made.roles))
  return id
}

const linkRoles = (tx: Tx, id: string, roles: readonly string[]): Sql => sql`
  insert into invitation_roles (tenant_id, invitation_id, role_id)
  select ${tx.tenantId}, ${id}::uuid, role_id from unnest(${idArray(roles)}) as role_id`

/** Changes an open one. The user who changes its address or its roles becomes its sender. */
export async function changeInvitation(
  tx: Tx,
  id: string,
  change: {
    readonly email?: string
    readonly expiresAt?: string
    readonly roles?: readonly string[]
    readonly by: Sender
  },
): Promise<void> {
  const isSent = change.email !== undefined || change.roles !== undefined
  await tx.run(sql`
    update invitations
       set email = coalesce(${change.email ?? null}, email),
           inviter_id = case when ${isSent} then ${change.by.userId}::uuid else inviter_id end,
           key_id = case when ${isSent} then ${change.by.keyId}::uuid else key_id end,
           expires_at = least(coalesce(${change.expiresAt ?? null}::timestamptz, expires_at),
                              ${change.by.until}::timestamptz),
           updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  if (!change.roles) return
  await tx.run(sql`
    delete from invitation_roles where tenant_id = ${tx.tenantId} and invitation_id = ${id}`)
  await tx.run(linkRoles(tx, id, change.roles))
}

/** Replaces the token of an open one. The caller becomes its sender. */
export const changeToken = (
  tx: Tx,
  id: string,
  { hash, by }: { readonly hash: Buffer; readonly by: Sender },
): Promise<number> =>
  tx.run(sql`
    update invitations
       set token_hash = ${hash}, inviter_id = ${by.userId}, key_id = ${by.keyId}, updated_at = now(),
           expires_at = least(expires_at, ${by.until}::timestamptz)
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** An invitation as its link shows it; undefined if its sender is no longer a member. */
export const previewOf = (tx: Tx, id: string): Promise<InvitationPreview | undefined> =>
  tx.maybe<InvitationPreview>(sql`
    select i.id, i.email, i.expires_at, t.name as tenant_name, u.name as inviter_name,
           array(select r.name
                   from invitation_roles ir
                   join roles r on r.tenant_id = ir.tenant_id and r.id = ir.role_id
                  where ir.tenant_id = ${tx.tenantId} and ir.invitation_id = i.id
                  order by r.name) as role_names
      from invitations i
      join users_of_tenant() u on u.id = i.inviter_id
      join lateral tenants_of_user(u.id) t on t.id = i.tenant_id
     where i.tenant_id = ${tx.tenantId} and i.id = ${id}`)

/** True if this is the current token of the invitation. Creating a new link replaces the token. */
export const hasToken = async (tx: Tx, id: string, token: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 from invitations
     where tenant_id = ${tx.tenantId} and id = ${id} and token_hash = ${hashOfToken(token)}`)) !==
  undefined

/** One step out of `pending`, for one of all who try at once. */
export async function close(tx: Tx, id: string, next: 'accepted' | 'revoked'): Promise<boolean> {
  const closed = await tx.run(sql`
    update invitations i
       set state = ${next}, updated_at = now()
     where i.tenant_id = ${tx.tenantId} and i.id = ${id} and ${state} = 'pending'`)
  return closed === 1
}

/** Revokes what was sent with API keys and is still open. */
export const closeOfKeys = (tx: Tx, keyIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    update invitations i
       set state = 'revoked', updated_at = now()
     where i.tenant_id = ${tx.tenantId} and i.key_id = any(${idArray(keyIds)}) and ${state} = 'pending'`)

/** Where a token leads; nowhere, when it is not known. */
export const findToken = (
  database: Database,
  token: string,
): Promise<{ tenant_id: string; id: string } | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from find_invitation(${hashOfToken(token)})`,
    ),
  )
