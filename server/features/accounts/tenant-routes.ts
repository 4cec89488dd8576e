import { forbidden, notFound } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import type { Tokens } from '../../platform/auth/index.ts'
import {
  asCaller,
  change,
  type Endpoint,
  type InTenantOf,
  list,
  personal,
  remove,
  show,
} from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { RightsChanged } from '../../platform/tenancy/index.ts'
import { disband, leave } from './leaving.ts'
import { checkOwnSignIn, checkRecent, checkUnbound, sessionOf } from './reauthentication.ts'
import {
  memberships,
  switchedTokens,
  switching,
  tenantChange,
  tenantDraft,
  tenants,
} from './resource.ts'
import { switchTo } from './sessions.ts'
import { type Admission, checkFounder } from './signing-up.ts'
import * as store from './store.ts'
import { deleteTenant } from './tasks.ts'
import * as tenantStore from './tenants.ts'

interface TenantParts {
  readonly rightsChanged: RightsChanged
  readonly now: () => number
  readonly admission: Admission
}

/**
 * The caller in the tenant that the path names, if it is another of the user's tenants. To an API key those are as
 * unknown as tenants of other users.
 */
const inNamedTenant: InTenantOf = async (exchange, identity, { id = '' }) => {
  if (id === identity.tenantId) return identity
  const isOwn = await asCaller(exchange, identity, 'any_member', async (tx, caller) => {
    return caller.by === 'token' && (await tenantStore.tenantOf(tx, id, caller)) !== undefined
  })
  return isOwn ? { ...identity, tenantId: id } : identity
}

export const tenantRoutes = (
  tokens: Tokens,
  { rightsChanged, now, admission }: TenantParts,
): readonly Endpoint[] => [
  list(
    tenants,
    '/tenants',
    {
      may: 'any_member',
      tag: 'Tenant',
      operationId: 'tenants_list',
      summary: 'List the tenants of the caller',
    },
    ({ tx, query, caller }) => tenantStore.tenantPage(tx, query, caller),
  ),
  show(
    tenants,
    '/tenants/:id',
    { may: 'any_member', tag: 'Tenant', operationId: 'tenants_retrieve', summary: 'Get a tenant' },
    ({ tx, id, caller }) => tenantStore.tenantOf(tx, id, caller),
  ),
  change(
    tenants,
    '/tenants/:id',
    {
      may: 'manage_account',
      inTenantOf: inNamedTenant,
      draft: tenantChange,
      tag: 'Tenant',
      operationId: 'tenants_partial_update',
      summary: 'Rename a tenant',
    },
    async ({ tx, id, caller, input }) => {
      if (id !== tx.tenantId) throw notFound()
      await tenantStore.rename(tx, input.name)
      return tenantStore.tenantOf(tx, id, caller)
    },
  ),
  list(
    memberships,
    '/tenants/:tenant_pk/memberships',
    {
      may: 'any_member',
      tag: 'Tenant',
      operationId: 'tenants_memberships_list',
      summary: 'List memberships; owners see all',
    },
    ({ tx, query, params, caller }) => {
      if (params['tenant_pk'] !== tx.tenantId) throw notFound()
      return store.membershipPage(tx, query, caller.membership === 'owner' ? null : caller.userId)
    },
  ),
  remove(
    '/tenants/:tenant_pk/memberships/:id',
    {
      may: 'any_member',
      tag: 'Tenant',
      operationId: 'tenants_memberships_destroy',
      summary: 'Leave the tenant, or remove a member as its owner',
    },
    async ({ tx, id, params, caller }) => {
      if (params['tenant_pk'] !== tx.tenantId) return false
      const found = await store.membershipById(tx, id)
      if (!found) return false
      if (found.user !== caller.userId && caller.membership !== 'owner') {
        throw forbidden('Only an owner can remove other members.')
      }
      if (found.user === caller.userId) {
        // Of whom it is the last tenant, it deletes.
        sessionOf(caller)
        if (!(await store.hasOtherTenants(tx, caller.userId))) checkRecent(caller, now())
      }
      await leave(tx, found)
      rightsChanged(tx, { kind: 'membership', user: found.user ?? '' })
      return true
    },
  ),
  remove(
    '/tenants/:id',
    {
      may: 'manage_account',
      inTenantOf: inNamedTenant,
      tag: 'Tenant',
      operationId: 'tenants_destroy',
      summary: 'Delete a tenant and all its data',
    },
    async ({ tx, id, caller }) => {
      if (id !== tx.tenantId) return false
      if (caller.membership !== 'owner') throw forbidden('Only an owner can delete the tenant.')
      checkRecent(caller, now())
      await disband(tx)
      rightsChanged(tx, { kind: 'tenant' })
      await deleteTenant.enqueue(tx, {})
      return true
    },
  ),
  personal(
    tenants,
    '/tenants',
    {
      may: 'any_member',
      draft: tenantDraft,
      status: 201,
      tag: 'Tenant',
      operationId: 'tenants_create',
      summary: 'Create a tenant',
    },
    ({ input, caller, database, requestId }) => {
      const session = checkUnbound(caller)
      const id = newId()
      return database.inTenant(id, async (tx) => {
        await checkFounder(tx, admission, caller.userId)
        await checkOwnSignIn(tx, caller.userId, session)
        const membership = await store.found(tx, input.name, caller.userId)
        rightsChanged(tx, { kind: 'session', user: caller.userId })
        const tenant = { id, name: input.name, memberships: [membership] }
        await audit(tx, {
          actorId: caller.userId,
          credentialId: caller.credentialId,
          action: 'tenants_create',
          resourceType: 'tenants',
          resourceId: id,
          after: tenant,
          requestId,
        })
        return tenant
      })
    },
  ),
  personal(
    switchedTokens,
    '/tokens/switch',
    {
      may: 'any_member',
      draft: switching,
      status: 200,
      whenFull: true,
      tag: 'Token',
      operationId: 'tokens_switch_create',
      summary: 'Switch to another tenant',
    },
    ({ input, caller, database, requestId }) => {
      // A session made from a key would outlive the key.
      const { authTime, authMethod, sessionId } = checkUnbound(caller)
      const { userId, sessionEpoch: epoch } = caller
      const from = { userId, epoch, tenantId: input.tenant_id, sessionId, authTime, authMethod }
      return switchTo(database, { tokens, rightsChanged }, from, requestId)
    },
  ),
]
