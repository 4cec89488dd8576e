import { forbidden, invalid, notFound, writeOnly } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import { checkPassword, hashPassword, type Tokens } from '../../platform/auth/index.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import {
  change,
  type Endpoint,
  type Limits,
  list,
  loader,
  open,
  personal,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { checkDeletable, disband, leave } from './leaving.ts'
import {
  apiKeys,
  invitations,
  invitationToken,
  memberships,
  refreshedTokens,
  refreshing,
  roles,
  signIn,
  signUp,
  switchedTokens,
  switching,
  tenantDraft,
  tenants,
  tokenPairs,
  type User,
  userChange,
  users,
} from './resource.ts'
import { roleRoutes } from './role-routes.ts'
import { rightsOf, rolesByIds } from './roles.ts'
import { samlConfigRoutes } from './saml/config-routes.ts'
import type { SamlSettings } from './saml/addresses.ts'
import { samlRoutes } from './saml/routes.ts'
import { samlConfigurations } from './saml/resource.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { find as findSecondFactor, forget as forgetSecondFactor } from './second-factor/store.ts'
import { refreshWith, signInWith, switchTo } from './sessions.ts'
import { register } from './signing-up.ts'
import { socialRoutes } from './social/routes.ts'
import type { SocialProviders } from './social/settings.ts'
import * as store from './store.ts'
import type { deleteTenant } from './tasks.ts'
import * as tenantStore from './tenants.ts'

export interface AccountParts {
  readonly deletion: ReturnType<typeof deleteTenant>
  readonly rightsChanged: RightsChanged
  readonly saml: SamlSettings
  readonly providers: SocialProviders
  readonly vault: Vault
  readonly log: Log
  readonly limits: Pick<Limits, 'signingIn'>
}

const sees = (caller: Caller): boolean => caller.granted.has('manage_account')
const manages = (caller: Caller): boolean => caller.granted.has('manage_users')

const addressTaken = () => taken('/data/attributes/email', 'This e-mail address')

const tokenRoutes = (
  tokens: Tokens,
  now: () => number,
  { limits, vault, log }: AccountParts,
): readonly Endpoint[] => [
  open(
    tokenPairs,
    '/tokens',
    { draft: signIn, status: 200, tag: 'Token', operationId: 'tokens_create', summary: 'Sign in' },
    ({ input, database, requestId }) => {
      limits.signingIn(input.email)
      return signInWith(database, { tokens, vault, now, log }, input, requestId)
    },
  ),
  open(
    refreshedTokens,
    '/tokens/refresh',
    {
      draft: refreshing,
      status: 200,
      tag: 'Token',
      operationId: 'tokens_refresh_create',
      summary: 'Renew a session',
    },
    ({ input, database }) => refreshWith(database, tokens, input.refresh),
  ),
]

interface SignUp {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly company_name?: string
}

async function signUpWith(
  database: Database,
  { password, ...about }: SignUp,
  by: { readonly token: string | undefined; readonly requestId: string },
): Promise<User> {
  checkPassword(password, '/data/attributes/password')
  const hash = await hashPassword(password)
  const user = { ...about, email: about.email.toLowerCase(), hash }
  return unlessDuplicate(addressTaken(), () => register(database, user, by))
}

/** Whoever sets another's password signs in as him, and so into all his tenants. */
async function checkOthers(tx: Tx, targetId: string): Promise<void> {
  if (!(await store.hasOtherTenants(tx, targetId))) return
  throw forbidden('This user belongs to other tenants too and changes this himself.')
}

/** Nobody rises by taking over the sign-in of somebody who may more. */
async function checkRank(tx: Tx, caller: Caller, targetId: string): Promise<void> {
  const target = await rightsOf(tx, targetId)
  const above = target.isOwner && caller.membership !== 'owner'
  if (above || !target.granted.isSubsetOf(caller.granted)) {
    throw forbidden('This user may more than you, and changes this himself.')
  }
}

const userRoutes = (rightsChanged: RightsChanged): readonly Endpoint[] => [
  open(
    users,
    '/users',
    {
      draft: signUp,
      status: 201,
      refusals: [404, 410],
      extra: { invitation_token: writeOnly(invitationToken) },
      tag: 'User',
      operationId: 'users_create',
      summary: 'Sign up, into a tenant of one’s own or the one of an invitation',
    },
    ({ input, query, database, requestId }) =>
      signUpWith(database, input, { token: query.extra.invitation_token, requestId }),
  ),
  show(
    users,
    '/users/me',
    { may: 'any_member', tag: 'User', operationId: 'users_me_retrieve', summary: 'The caller' },
    ({ tx, caller }) => store.userById(tx, caller.userId, true, caller.userId),
  ),
  list(
    users,
    '/users',
    {
      may: 'manage_users',
      tag: 'User',
      operationId: 'users_list',
      summary: 'Members of the tenant',
    },
    ({ tx, query, caller }) => store.userPage(tx, query, sees(caller), caller.userId),
  ),
  show(
    users,
    '/users/:id',
    { may: 'manage_users', tag: 'User', operationId: 'users_retrieve', summary: 'One member' },
    ({ tx, id, caller }) => store.userById(tx, id, sees(caller), caller.userId),
  ),
  change(
    users,
    '/users/:id',
    {
      may: 'any_member',
      draft: userChange,
      tag: 'User',
      operationId: 'users_partial_update',
      summary: 'Change a user; a new password ends all sessions',
      async prepare({ password }) {
        if (password === undefined) return undefined
        checkPassword(password, '/data/attributes/password')
        return hashPassword(password)
      },
    },
    async ({ tx, id, caller, input, prepared: hash }) => {
      const own = id === caller.userId
      const target = await store.userById(tx, id, sees(caller), caller.userId)
      if (!target) throw notFound()
      if (!own && !manages(caller)) throw forbidden()
      const { name, company_name, email } = input
      if (!own && (email || hash)) {
        await checkOthers(tx, id)
        await checkRank(tx, caller, id)
      }
      const changed = { ...(name && { name }), ...(company_name !== undefined && { company_name }) }
      await unlessDuplicate(addressTaken(), () =>
        store.changeUser(tx, id, {
          ...changed,
          ...(email && { email: email.toLowerCase() }),
          ...(hash && { hash }),
        }),
      )
      if (hash) rightsChanged(tx, { kind: 'session', user: id })
      return store.userById(tx, id, sees(caller), caller.userId)
    },
  ),
  remove(
    '/users/:id',
    { may: 'manage_users', tag: 'User', operationId: 'users_destroy', summary: 'Delete oneself' },
    async ({ tx, id, caller }) => {
      if (id !== caller.userId) throw invalid('/data/id', 'Only your own user can be deleted.')
      await checkDeletable(tx, id)
      await store.deleteUser(tx, id)
      rightsChanged(tx, { kind: 'user', user: id })
      return true
    },
  ),
  remove(
    '/users/:id/second-factor',
    {
      may: 'manage_users',
      tag: 'Second factor',
      operationId: 'users_second_factor_destroy',
      summary: 'Take the second factor away from a member who has lost it',
    },
    async ({ tx, id, caller }) => {
      const found = await store.userById(tx, id, false, caller.userId)
      if (!found || !(await findSecondFactor(tx, id))) return false
      if (id === caller.userId) throw forbidden('Disable your own with your password and a code.')
      await checkOthers(tx, id)
      await checkRank(tx, caller, id)
      await forgetSecondFactor(tx, id)
      return true
    },
  ),
  list(
    memberships,
    '/users/:user_pk/memberships',
    {
      may: 'manage_account',
      tag: 'User',
      operationId: 'users_memberships_list',
      summary: "A user's memberships",
    },
    async ({ tx, query, params, caller }) => {
      const user = await store.userById(tx, params['user_pk'] ?? '', false, caller.userId)
      if (!user) throw notFound()
      return store.membershipPage(tx, query, user.id)
    },
  ),
  show(
    memberships,
    '/users/:user_pk/memberships/:id',
    {
      may: 'manage_account',
      tag: 'User',
      operationId: 'users_memberships_retrieve',
      summary: 'One membership of a user',
    },
    async ({ tx, id, params }) => {
      const found = await store.membershipById(tx, id)
      return found?.user === params['user_pk'] ? found : undefined
    },
  ),
]

const tenantRoutes = (
  tokens: Tokens,
  { deletion, rightsChanged }: Pick<AccountParts, 'deletion' | 'rightsChanged'>,
): readonly Endpoint[] => [
  list(
    tenants,
    '/tenants',
    {
      may: 'any_member',
      tag: 'Tenant',
      operationId: 'tenants_list',
      summary: 'Tenants of the caller',
    },
    ({ tx, query, caller }) => tenantStore.tenantPage(tx, query, caller.userId),
  ),
  show(
    tenants,
    '/tenants/:id',
    { may: 'any_member', tag: 'Tenant', operationId: 'tenants_retrieve', summary: 'One tenant' },
    ({ tx, id, caller }) => tenantStore.tenantOf(tx, id, caller.userId),
  ),
  change(
    tenants,
    '/tenants/:id',
    {
      may: 'manage_account',
      draft: tenantDraft,
      tag: 'Tenant',
      operationId: 'tenants_partial_update',
      summary: 'Rename the tenant',
    },
    async ({ tx, id, caller, input }) => {
      if (id !== tx.tenantId) throw notFound() // rights hold in the tenant one is signed in to
      await tenantStore.rename(tx, input.name)
      return tenantStore.tenantOf(tx, id, caller.userId)
    },
  ),
  list(
    memberships,
    '/tenants/:tenant_pk/memberships',
    {
      may: 'any_member',
      tag: 'Tenant',
      operationId: 'tenants_memberships_list',
      summary: 'Members; owners see all',
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
      summary: 'Leave the tenant, or expel somebody as its owner',
    },
    async ({ tx, id, params, caller }) => {
      if (params['tenant_pk'] !== tx.tenantId) return false
      const found = await store.membershipById(tx, id)
      if (!found) return false
      if (found.user !== caller.userId && caller.membership !== 'owner') {
        throw forbidden('Only an owner expels others.')
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
      tag: 'Tenant',
      operationId: 'tenants_destroy',
      summary: 'Delete the tenant with all it holds',
    },
    async ({ tx, id, caller }) => {
      if (id !== tx.tenantId) return false // rights hold in the tenant one is signed in to
      if (caller.membership !== 'owner') throw forbidden('Only an owner deletes the tenant.')
      await disband(tx)
      rightsChanged(tx, { kind: 'tenant' })
      await deletion.enqueue(tx, {})
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
      summary: 'Found a tenant',
    },
    ({ input, caller, database, requestId }) => {
      const id = newId()
      return database.inTenant(id, async (tx) => {
        const membership = await store.found(tx, input.name, caller.userId)
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
      tag: 'Token',
      operationId: 'tokens_switch_create',
      summary: 'Switch to another tenant',
    },
    ({ input, caller, database, requestId }) => {
      // A session made from a key would outlive the key.
      if (caller.by === 'key') throw forbidden('An API key stays in its tenant; sign in to switch.')
      const { userId, sessionEpoch: epoch } = caller
      return switchTo(database, tokens, { userId, epoch, tenantId: input.tenant_id }, requestId)
    },
  ),
]

export const accountRoutes = (
  tokens: Tokens,
  now: () => number,
  parts: AccountParts,
): readonly Endpoint[] => [
  ...tokenRoutes(tokens, now, parts),
  ...secondFactorRoutes({ ...parts, now }),
  ...samlConfigRoutes,
  ...samlRoutes({ ...parts, tokens, now, settings: parts.saml }),
  ...socialRoutes({ ...parts, tokens, now }),
  ...userRoutes(parts.rightsChanged),
  ...invitationRoutes(now),
  ...tenantRoutes(tokens, parts),
  ...roleRoutes(parts.rightsChanged),
  ...keyRoutes(now, parts.rightsChanged),
]

/** Types of which whoever manages the account may read everything. */
export const accountTypes: readonly string[] = [
  users,
  roles,
  tenants,
  memberships,
  invitations,
  apiKeys,
  samlConfigurations,
  tokenPairs,
].map(({ type }) => type)

export const accountLoaders = [
  loader(users, (tx, ids, caller) => store.usersByIds(tx, ids, sees(caller), caller.userId)),
  loader(roles, rolesByIds),
  loader(tenants, (tx, ids, caller) => tenantStore.tenantsByIds(tx, ids, caller.userId)),
  loader(memberships, (tx, ids, caller) => store.membershipsByIds(tx, ids, caller.userId)),
]
