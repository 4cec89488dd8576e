import { forbidden, invalid, notFound, writeOnly } from '@plumbline/jsonapi'
import {
  checkPassword,
  hashPassword,
  type Identity,
  type Tokens,
} from '../../platform/auth/index.ts'
import {
  change,
  type Endpoint,
  type Exchange,
  type Limits,
  list,
  loader,
  open,
  remove,
  show,
  taken,
  unlessDuplicate,
} from '../../platform/http/index.ts'
import type { Config } from '../../config.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { browserSessionRoutes } from './browser-sessions.ts'
import { changeAddress } from './email/changing.ts'
import { emailRoutes } from './email/routes.ts'
import type { InvitationPages } from './invitation-page/index.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { checkDeletable } from './leaving.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { checkOthers, checkRank } from './rank.ts'
import {
  callerOf,
  checkRecent,
  checkUnbound,
  type Proof,
  reauthenticate,
  type ReauthenticationParts,
  recentOrProven,
  sessionOf,
} from './reauthentication.ts'
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
  tenants,
  tokenPairs,
  userChange,
  userRemoval,
  users,
} from './resource.ts'
import { roleRoutes } from './role-routes.ts'
import { rolesByIds } from './roles.ts'
import { samlConfigRoutes } from './saml/config-routes.ts'
import type { SamlSettings } from './saml/addresses.ts'
import { samlRoutes } from './saml/routes.ts'
import { samlConfigurations } from './saml/resource.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { find as findSecondFactor, remove as deleteSecondFactor } from './second-factor/store.ts'
import { sessionRoutes } from './session-routes.ts'
import { RefusedSignIns } from './refused-sign-ins.ts'
import { refreshWith, signInWith } from './sessions.ts'
import { type Admission, signUpWith } from './signing-up.ts'
import { socialRoutes } from './social/routes.ts'
import type { SocialProviders } from './social/settings.ts'
import * as store from './store.ts'
import { tenantRoutes } from './tenant-routes.ts'
import * as tenantStore from './tenants.ts'

export interface AccountParts {
  readonly rightsChanged: RightsChanged
  readonly saml: SamlSettings
  readonly invitations: InvitationPages
  readonly socials: SocialProviders
  readonly vault: Vault
  readonly log: Log
  readonly limits: Pick<Limits, 'signingIn'>
  readonly admission: Admission
  readonly idleMinutes: number
  readonly refreshMinutes: number
  /** The operator's own page that links for a new password lead to. */
  readonly passwordResetUrl: string | null
  readonly tokens: Tokens
  readonly now: () => number
}

type OfSettings = 'idleMinutes' | 'refreshMinutes' | 'passwordResetUrl'

export interface AccountServices extends Omit<AccountParts, OfSettings> {
  readonly config: Pick<Config, OfSettings>
}

export const settingsOf = (config: Pick<Config, OfSettings>): Pick<AccountParts, OfSettings> => ({
  idleMinutes: config.idleMinutes,
  refreshMinutes: config.refreshMinutes,
  passwordResetUrl: config.passwordResetUrl,
})

const sees = (caller: Caller): boolean => caller.granted.has('manage_account')
const manages = (caller: Caller): boolean => caller.granted.has('manage_users')

const addressTaken = () => taken('/data/attributes/email', 'This email address')

const tokenRoutes = (
  { tokens, now, limits, vault, log }: AccountParts,
  refusals = new RefusedSignIns({ now, log }),
): readonly Endpoint[] => [
  open(
    tokenPairs,
    '/tokens',
    { draft: signIn, status: 200, tag: 'Token', operationId: 'tokens_create', summary: 'Sign in' },
    async ({ input, database, requestId }) => {
      await limits.signingIn(input.email)
      return signInWith(database, { tokens, vault, now, refusals }, input, requestId)
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

interface SignInChange extends Proof {
  readonly password?: string
  readonly email?: string
}

/**
 * For a change of how a user signs in: the hash of the new password, after reauthentication. The caller's own account
 * requires the current password; another user's, a recent sign-in or that.
 */
async function prepareChange(
  parts: ReauthenticationParts,
  { password, email, ...proof }: SignInChange,
  exchange: Exchange,
  identity: Identity,
): Promise<string | undefined> {
  if (password === undefined && email === undefined) return undefined
  if (password !== undefined) checkPassword(password, '/data/attributes/password')
  const caller = await callerOf(exchange, identity)
  const attempt = { action: 'users_partial_update', requestId: exchange.requestId }
  const isOwn = exchange.params['id']?.toLowerCase() === caller.userId
  if (isOwn) {
    // An assigned password may be replaced by its user, and nothing else changed before.
    const { authMethod } = sessionOf(caller)
    if (authMethod !== 'assigned_password' || email !== undefined) checkUnbound(caller)
    await reauthenticate(exchange.database, parts, caller, proof, attempt)
  } else await recentOrProven(exchange.database, parts, caller, proof, attempt)
  return password === undefined ? undefined : hashPassword(password)
}

const userRoutes = (
  { rightsChanged, admission }: Pick<AccountParts, 'rightsChanged' | 'admission'>,
  parts: ReauthenticationParts,
): readonly Endpoint[] => [
  open(
    users,
    '/users',
    {
      draft: signUp,
      status: 201,
      whenFull: false,
      refusals: [403, 404, 410],
      extra: { invitation_token: writeOnly(invitationToken) },
      tag: 'User',
      operationId: 'users_create',
      summary: 'Sign up, into a new tenant or the tenant of an invitation',
    },
    ({ input: { invitation_token, ...input }, query, database, requestId }) =>
      signUpWith(database, input, {
        token: invitation_token ?? query.extra.invitation_token,
        requestId,
        admission,
      }),
  ),
  show(
    users,
    '/users/me',
    { may: 'any_member', tag: 'User', operationId: 'users_me_retrieve', summary: 'Get the caller' },
    ({ tx, caller }) => store.userById(tx, caller.userId, true, caller.userId),
  ),
  list(
    users,
    '/users',
    {
      may: 'manage_users',
      tag: 'User',
      operationId: 'users_list',
      summary: 'List the users of the tenant',
    },
    ({ tx, query, caller }) => store.userPage(tx, query, sees(caller), caller.userId),
  ),
  show(
    users,
    '/users/:id',
    { may: 'manage_users', tag: 'User', operationId: 'users_retrieve', summary: 'Get a user' },
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
      summary: 'Update a user; a new password ends all sessions',
      prepare: (input, exchange, identity) => prepareChange(parts, input, exchange, identity),
    },
    async ({ tx, id, caller, input, prepared: hash }) => {
      const own = id === caller.userId
      const target = await store.userById(tx, id, sees(caller), caller.userId)
      if (!target) throw notFound()
      if (!own && !manages(caller)) throw forbidden()
      const { name, company_name, email } = input
      if (!own) {
        await checkOthers(tx, id) // a name is shown in every tenant of its user
        await checkRank(tx, caller, id)
      }
      const changed = { ...(name && { name }), ...(company_name !== undefined && { company_name }) }
      const { mails } = admission
      const next = email && (await changeAddress(tx, mails, { target, email, isOwn: own }))
      await unlessDuplicate(addressTaken(), () =>
        store.changeUser(tx, id, {
          ...changed,
          ...(next && { email: next }),
        }),
      )
      if (next && !own) {
        await store.unlinkIdentities(tx, id)
        rightsChanged(tx, { kind: 'session', user: id })
      }
      if (hash) {
        await store.setPassword(tx, id, { hash, byOther: !own })
        rightsChanged(tx, { kind: 'session', user: id })
      }
      return store.userById(tx, id, sees(caller), caller.userId)
    },
  ),
  remove(
    '/users/:id',
    {
      may: 'manage_users',
      draft: userRemoval,
      tag: 'User',
      operationId: 'users_destroy',
      summary:
        'Delete your own user; requires a sign-in within ten minutes or the current password',
      async prepare(proof, exchange, identity) {
        const caller = await callerOf(exchange, identity)
        if (exchange.params['id']?.toLowerCase() !== caller.userId) return
        const attempt = { action: 'users_destroy', requestId: exchange.requestId }
        await recentOrProven(exchange.database, parts, caller, proof, attempt)
      },
    },
    async ({ tx, id, caller }) => {
      if (id !== caller.userId) throw invalid('/data/id', 'You can delete only your own user.')
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
      summary: 'Remove the second factor of a member who lost it',
    },
    async ({ tx, id, caller }) => {
      checkRecent(caller, parts.now())
      const found = await store.userById(tx, id, false, caller.userId)
      if (!found || !(await findSecondFactor(tx, id))) return false
      if (id === caller.userId)
        throw forbidden('To disable your own second factor, use your password and a code.')
      await checkOthers(tx, id)
      await checkRank(tx, caller, id)
      await deleteSecondFactor(tx, id)
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
      summary: 'List the memberships of a user',
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
      summary: 'Get a membership of a user',
    },
    async ({ tx, id, params }) => {
      const found = await store.membershipById(tx, id)
      return found?.user === params['user_pk'] ? found : undefined
    },
  ),
]

export const accountRoutes = (parts: AccountParts): readonly Endpoint[] => [
  ...tokenRoutes(parts),
  ...browserSessionRoutes(parts),
  ...secondFactorRoutes(parts),
  ...sessionRoutes(parts),
  ...samlConfigRoutes(parts.now, parts.saml),
  ...samlRoutes({ ...parts, settings: parts.saml }),
  ...socialRoutes(parts),
  ...userRoutes(parts, parts),
  ...emailRoutes({ ...parts, mails: parts.admission.mails }),
  ...passwordResetRoutes({ ...parts, mails: parts.admission.mails }),
  ...invitationRoutes({ ...parts, ...parts.invitations, mails: parts.admission.mails }),
  ...tenantRoutes(parts.tokens, parts),
  ...roleRoutes(parts.rightsChanged),
  ...keyRoutes(parts.now, parts.rightsChanged),
]

/** Types of which users who manage the account may read everything. */
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
  loader(roles, (tx, ids, caller) => rolesByIds(tx, ids, sees(caller))),
  loader(tenants, (tx, ids, caller) => tenantStore.tenantsByIds(tx, ids, caller)),
  loader(memberships, (tx, ids, caller) => store.membershipsByIds(tx, ids, caller.userId)),
]
