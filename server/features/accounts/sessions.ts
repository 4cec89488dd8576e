import { forbidden, invalid } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import {
  type AuthMethod,
  hashOfId,
  type SignedIn,
  type Subject,
  type Tokens,
  verifyPassword,
} from '../../platform/auth/index.ts'
import { type Database, idArray, scalar, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { RightsChanged } from '../../platform/tenancy/index.ts'
import type { RefusedSignIns } from './refused-sign-ins.ts'
import type { SamlSession } from './saml/assertion.ts'
import { checkSecondFactor, type SecondFactorParts } from './second-factor/check.ts'
import { belongings } from './tenants.ts'

interface Login {
  readonly id: string
  readonly password_hash: string
  readonly session_epoch: number
  readonly is_active: boolean
}

export interface Pair {
  readonly id: string
  readonly access: string
  readonly refresh: string
}

const badCredentials = () =>
  invalid('/data/attributes/email', 'Invalid credentials.', 'invalid_credentials')
const noMember = () =>
  invalid('/data/attributes/tenant_id', 'You are not a member of this tenant.', 'not_a_member')
const badRefresh = () =>
  invalid('/data/attributes/refresh', 'The refresh token is not valid.', 'token_invalid')

/** How a user signs in. */
export interface SignIn {
  /** The operation, as the API's description names it, for the audit log. */
  readonly action: string
  readonly requestId: string
  readonly authMethod: AuthMethod
  /** As an identity provider named the session. */
  readonly saml?: SamlSession
}

/** Signs tokens, and knows when. */
export interface Issuer {
  readonly tokens: Tokens
  readonly now: () => number
}

const signedInNow = (now: () => number, authMethod: AuthMethod): SignedIn => ({
  authTime: Math.floor(now() / 1_000),
  authMethod,
})

/** A new family of refresh tokens, with the first of it. */
async function startFamily(
  database: Database,
  tokens: Tokens,
  subject: Subject,
  { saml, ...by }: Omit<SignIn, 'authMethod'>,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<Pair> {
  const { userId, tenantId, sessionId, authTime, authMethod } = subject
  const { token, hash, endsAt } = await tokens.refresh(subject)
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      select start_refresh_family(${sessionId}, ${userId}, ${tenantId}, ${hash},
                                  ${endsAt.toISOString()}::timestamptz,
                                  to_timestamp(${authTime}), ${authMethod},
                                  ${saml?.issuer ?? null}, ${saml?.nameId ?? null}, ${saml?.index ?? null})`)
    await audit(tx, { actorId: userId, resourceType: 'tokens', resourceId: sessionId, ...by })
    await also(tx)
  })
  return { id: sessionId, access: await tokens.access(subject), refresh: token }
}

/** A session in one tenant for a user who is already authenticated. Throws 400 for a nonmember. */
export async function startSession(
  database: Database,
  { tokens, now }: Issuer,
  { userId, tenantId }: { userId: string; tenantId: string },
  { authMethod, ...by }: SignIn,
): Promise<Pair> {
  const caller = await database.inTenant(tenantId, (tx) =>
    tx.maybe<Pick<Login, 'session_epoch' | 'is_active'>>(sql`select * from find_caller(${userId})`),
  )
  if (!caller?.is_active) throw noMember()
  const subject = {
    userId,
    tenantId,
    sessionId: newId(),
    epoch: caller.session_epoch,
    ...signedInNow(now, authMethod),
  }
  return startFamily(database, tokens, subject, by)
}

/** The same in the user's oldest tenant, like a sign-in with a password. */
export async function startHomeSession(
  database: Database,
  issuer: Issuer,
  userId: string,
  by: SignIn,
): Promise<Pair> {
  const [home] = await belongings(database, userId)
  if (!home) throw forbidden('You are not a member of any tenant.', 'not_a_member')
  return startSession(database, issuer, { userId, tenantId: home.id }, by)
}

/** Signs in; without a tenant, to the one of the oldest membership. An unknown user costs the same. */
export async function signInWith(
  database: Database,
  {
    tokens,
    refusals,
    ...parts
  }: SecondFactorParts & { readonly tokens: Tokens; readonly refusals: RefusedSignIns },
  input: {
    readonly email: string
    readonly password: string
    readonly tenant_id?: string
    readonly otp?: string
  },
  requestId: string,
): Promise<Pair> {
  const { email, password, tenant_id, otp } = input
  const login = await database.outsideTenants((tx) =>
    tx.maybe<Login>(sql`select * from find_login(${email.toLowerCase()})`),
  )
  const right = await verifyPassword(password, login?.password_hash)
  const refused = (): void =>
    refusals.add(database, { userId: login?.id, tenantId: tenant_id, requestId })
  if (!right || !login?.is_active) {
    refused()
    throw badCredentials()
  }
  await checkSecondFactor(database, parts, { userId: login.id, otp }).catch((error: unknown) => {
    if (otp !== undefined) refused()
    throw error
  })
  const mine = await belongings(database, login.id)
  const tenant = tenant_id ? mine.find(({ id }) => id === tenant_id) : mine[0]
  if (!tenant) throw noMember()
  const assigned = await database.outsideTenants((tx) =>
    tx.maybe<{ password_assigned: boolean }>(sql`select * from find_sign_in(${login.id})`),
  )
  const subject = {
    userId: login.id,
    tenantId: tenant.id,
    sessionId: newId(),
    epoch: login.session_epoch,
    ...signedInNow(parts.now, assigned?.password_assigned ? 'assigned_password' : 'password'),
  }
  return startFamily(database, tokens, subject, { action: 'tokens_create', requestId })
}

/**
 * Exchanges the newest refresh token of a family for the next one. The one before it is `superseded` for a minute:
 * requests of a client that began before it had the next one may still bring it. After that it was copied, and its use
 * ends the session.
 */
export async function rotate(
  database: Database,
  tokens: Tokens,
  token: string,
): Promise<Pair | 'superseded' | 'ended'> {
  const claims = await tokens.verifyRefresh(token)
  if (!claims) return 'ended'
  const { userId, tenantId, sessionId, epoch } = claims
  const caller = await database.inTenant(tenantId, (tx) =>
    tx.maybe<Pick<Login, 'session_epoch' | 'is_active'>>(sql`select * from find_caller(${userId})`),
  )
  if (!caller?.is_active || caller.session_epoch !== epoch) return 'ended'
  const session = await familyOf(database, sessionId)
  if (!session) return 'ended'
  const signedIn = { authTime: session.seconds, authMethod: session.auth_method }
  const subject = { userId, tenantId, sessionId, epoch, ...signedIn }
  const next = await tokens.refresh(subject)
  const { rotated } = await database.outsideTenants((tx) =>
    tx.single<{ rotated: boolean }>(sql`
      select rotate_refresh(${sessionId}, ${hashOfId(claims.jti)}, ${next.hash}) as rotated`),
  )
  if (!rotated) return (await familyOf(database, sessionId)) ? 'superseded' : 'ended'
  return { id: sessionId, access: await tokens.access(subject), refresh: next.token }
}

const familyOf = (database: Database, sessionId: string) =>
  database.outsideTenants((tx) =>
    tx.maybe<{ seconds: number; auth_method: AuthMethod }>(sql`
      select extract(epoch from f.auth_time)::float8 as seconds, f.auth_method
        from find_refresh_family(${sessionId}) f`),
  )

/** The same for a client that stores its own tokens. Throws 400. */
export async function refreshWith(
  database: Database,
  tokens: Tokens,
  token: string,
): Promise<Pair> {
  const pair = await rotate(database, tokens, token)
  if (typeof pair === 'string') throw badRefresh()
  return pair
}

/** Sessions of one sign-in, by switching: those of a few browsers that share it, each in some tenants. */
const mostOfSignIn = 20

/**
 * A session in a tenant of the same user, as old as the one that it comes from. The least recently used others of the
 * same sign-in end where there are too many; sessions of other sign-ins never do.
 */
export async function switchTo(
  database: Database,
  { tokens, rightsChanged }: { readonly tokens: Tokens; readonly rightsChanged: RightsChanged },
  from: Subject,
  requestId: string,
): Promise<Pair> {
  const { userId, tenantId } = from
  const mine = await belongings(database, userId)
  if (!mine.some(({ id }) => id === tenantId)) throw noMember()
  const sessionId = newId()
  const by = { action: 'tokens_switch_create', requestId }
  return startFamily(database, tokens, { ...from, sessionId }, by, async (tx) => {
    const kept = idArray([from.sessionId, sessionId])
    const ended = await scalar<number>(
      tx,
      sql`select end_switched_sessions(${userId}, ${sessionId}, ${kept}, ${mostOfSignIn})`,
    )
    if (ended > 0) rightsChanged(tx, { kind: 'session', user: userId })
  })
}
