/** Which roles a user has after a sign-in with an identity provider. The decision is pure. */
import type { Tx } from '../../platform/db/index.ts'
import { sql } from '../../platform/db/index.ts'
import { permissions, type RightsChanged } from '../../platform/tenancy/index.ts'
import { lockRights } from './guards.ts'
import { insertRole, link, unlink } from './roles.ts'

/** A role of the tenant, as far as the decision needs it. */
export interface Known {
  readonly name: string
  /** Grants no permission and does not see all. */
  readonly isLeast: boolean
  readonly managesAccount: boolean
}

export interface Situation {
  /** What the provider sent as user-type; blank when it sent none. */
  readonly userType: string
  /** Whether the user has a role already, and is the only one left who manages the account. */
  readonly hasRoles: boolean
  readonly isLastManager: boolean
  readonly known: readonly Known[]
}

export type Decision =
  | { readonly kind: 'keep' }
  | {
      readonly kind: 'assign'
      readonly name: string
      /** Made when the tenant has none of the name. */
      readonly create: false | { readonly unlimited_visibility: boolean }
      /** The user keeps the other roles. */
      readonly retainsOthers: boolean
    }

const leastRole = 'read_only'

/** The first of `read_only`, `read_only_0`, `read_only_1`, … that is free or permits nothing anyway. */
function leastName(known: readonly Known[]): { name: string; isThere: boolean } {
  const roles = new Map(known.map((role) => [role.name, role]))
  for (let n = -1; ; n += 1) {
    const name = n < 0 ? leastRole : `${leastRole}_${n}`
    const role = roles.get(name)
    if (!role || role.isLeast) return { name, isThere: role !== undefined }
  }
}

export function decideRoles({ userType, hasRoles, isLastManager, known }: Situation): Decision {
  const requested = userType.trim()
  if (requested === '') {
    if (hasRoles) return { kind: 'keep' }
    const { name, isThere } = leastName(known)
    const create = isThere ? false : { unlimited_visibility: false }
    return { kind: 'assign', name, create, retainsOthers: false }
  }
  const role = known.find(({ name }) => name === requested)
  const create = role ? false : { unlimited_visibility: true }
  // At least one user must still manage the account, whatever the provider asserts.
  const retainsOthers = isLastManager && role?.managesAccount !== true
  return { kind: 'assign', name: requested, create, retainsOthers }
}

const isLeast = (role: Readonly<Record<string, unknown>>): boolean =>
  permissions.every((flag) => role[flag] !== true) && role['unlimited_visibility'] !== true

/** Assigns the roles that the sign-in asserts, and notifies the member's streams. */
export async function assignRoles(
  tx: Tx,
  { userId, userType }: { userId: string; userType: string },
  rightsChanged: RightsChanged,
): Promise<void> {
  await lockRights(tx)
  const rows = await tx.rows<{ id: string; name: string; held: boolean; others: boolean }>(sql`
    select r.*,
           exists (select from user_roles ur
                    where ur.tenant_id = r.tenant_id and ur.role_id = r.id and ur.user_id = ${userId}) as held,
           exists (select from user_roles ur
                    where ur.tenant_id = r.tenant_id and ur.role_id = r.id and ur.user_id <> ${userId}) as others
      from roles r
     where r.tenant_id = ${tx.tenantId}`)
  const roles = rows.map((row) => ({
    ...row,
    isLeast: isLeast({ ...row }),
    managesAccount: (row as { manage_account?: boolean }).manage_account === true,
  }))
  const held = roles.filter((role) => role.held)
  const manages = held.some(({ managesAccount }) => managesAccount)
  const another = roles.some(({ managesAccount, others }) => managesAccount && others)
  const decision = decideRoles({
    userType,
    hasRoles: held.length > 0,
    isLastManager: manages && !another,
    known: roles,
  })
  if (decision.kind === 'keep') return
  const { name, create, retainsOthers } = decision
  const id = create
    ? await insertRole(tx, name, create)
    : (roles.find((role) => role.name === name)?.id ?? '')
  await link(tx, 'users', { roles: [id], others: [userId] })
  if (!retainsOthers) await unlink(tx, 'users', { other: userId }, { except: [id] })
  rightsChanged(tx, { kind: 'role', user: userId })
}
