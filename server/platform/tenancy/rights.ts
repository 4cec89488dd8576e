import { type SystemTx, sql, type Tx } from '../db/index.ts'
import type { Identity } from '../auth/index.ts'
import { bound } from './bound.ts'

/**
 * A change of access. `user` and `key` are deleted, `membership` and `tenant` too: their streams end without a check.
 * `session` (a new password, a removed sign-in), `role`, `provider_group` and `resource` may leave a listener its
 * right. Without a user, or a resource, it concerns the whole tenant.
 */
export type RightsChange =
  | { readonly kind: 'user' | 'membership' | 'session'; readonly user: string }
  | { readonly kind: 'key'; readonly credential: string }
  | { readonly kind: 'tenant' | 'provider_group' }
  | { readonly kind: 'role'; readonly user?: string }
  | { readonly kind: 'resource'; readonly resource?: string }

/** Called by whatever changes rights, in its transaction; published to every process once that is committed. */
export type RightsChanged = (tx: Tx, change: RightsChange) => void

const array = (items: readonly (string | number | null)[]): string =>
  `{${items.map((item) => item ?? 'null').join(',')}}`

/**
 * For each identity a text that changes with its rights, or undefined when it has none any more: the
 * membership ended, the key was revoked, the password changed, the session was ended, the user of a bound
 * session joined a second tenant. Three statements at most, however many there are.
 */
export async function rightsVersions(
  tx: Tx | SystemTx,
  identities: readonly Identity[],
): Promise<(string | undefined)[]> {
  const tenants = [...new Set(identities.map(({ tenantId }) => tenantId))]
  const places = new Map(tenants.map((id, index) => [id, index + 1]))
  const inTenants = array(identities.map(({ tenantId }) => places.get(tenantId) ?? null))
  const users = array(identities.map(({ userId }) => userId))
  const keys = array(identities.map((one) => (one.kind === 'key' ? one.credentialId : null)))
  const epochs = array(identities.map((one) => (one.kind === 'token' ? one.epoch : null)))
  const rows = await tx.rows<{ n: number; version: string }>(sql`
    select n, version
      from listener_rights(${array(tenants)}::uuid[], ${inTenants}::int[], ${users}::uuid[],
                           ${keys}::uuid[], ${epochs}::int[])`)
  const versions = new Map(rows.map(({ n, version }) => [n, version]))
  const sessions = identities.filter((one) => one.kind === 'token')
  const removed = await ofSeveralTenants(tx, sessions.filter(bound))
  const ended = await endedAmong(tx, sessions)
  const isOver = (one: Identity): boolean =>
    one.kind === 'token' && (ended.has(one.sessionId) || (bound(one) && removed.has(one.userId)))
  return identities.map((one, index) => (isOver(one) ? undefined : versions.get(index + 1)))
}

type Session = Extract<Identity, { kind: 'token' }>

async function endedAmong(
  tx: Tx | SystemTx,
  sessions: readonly Session[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(sessions.map(({ sessionId }) => sessionId))]
  if (ids.length === 0) return new Set()
  const rows = await tx.rows<{ id: string }>(sql`
    select id from ended_sessions(${array(ids)}::uuid[]) as id`)
  return new Set(rows.map(({ id }) => id))
}

/** Users of more than one tenant, among those of the given sessions. */
async function ofSeveralTenants(
  tx: Tx | SystemTx,
  identities: readonly Session[],
): Promise<ReadonlySet<string>> {
  const users = [...new Set(identities.map(({ userId }) => userId))]
  if (users.length === 0) return new Set()
  const rows = await tx.rows<{ id: string }>(sql`
    select u.id
      from unnest(${array(users)}::uuid[]) as u(id)
     where (select count(*) from tenants_of_user(u.id)) > 1`)
  return new Set(rows.map(({ id }) => id))
}
