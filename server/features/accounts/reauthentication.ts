/**
 * Users who change how a user signs in must prove their identity: a copied session or a leaked key is not enough.
 * docs/decisions/0070 lists which action needs which proof.
 */
import { forbidden, invalid, type Problem } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import { type Identity, type SignedIn, verifyPassword } from '../../platform/auth/index.ts'
import { type Database, sql, type Tx, unhurried, scalar } from '../../platform/db/index.ts'
import { asCaller, type Exchange, type Limits } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { bound } from '../../platform/tenancy/index.ts'
import { checkSecondFactor, type SecondFactorParts } from './second-factor/check.ts'

/** A sign-in at most this old needs no further proof. */
export const recentSeconds = 600

export interface ReauthenticationParts extends SecondFactorParts {
  readonly limits: Pick<Limits, 'signingIn'>
}

/** The proof of identity in a request. */
export interface Proof {
  readonly current_password?: string
  readonly otp?: string
}

/** The request, for the audit log. */
export interface Attempt {
  readonly action: string
  readonly requestId: string
}

const pointer = '/data/attributes/current_password'
const signInAgain = (): Problem =>
  forbidden(
    `This requires a sign-in within the last ${recentSeconds / 60} minutes. Sign in again and repeat the request.`,
    'sign_in_again',
  )

/** The caller, before work that needs no transaction. */
export const callerOf = (exchange: Exchange, identity: Identity): Promise<Caller> =>
  asCaller(exchange, identity, 'any_member', async (_tx, caller) => caller)

type Session = NonNullable<Caller['signedIn']>

/** The session of the caller. Throws 403 for an API key: what it would change outlives it. */
export function sessionOf({ signedIn }: Pick<Caller, 'signedIn'>): Session {
  if (signedIn) return signedIn
  throw forbidden('This is not possible with an API key. Sign in instead.', 'session_needed')
}

/** Throws 403 for a key, and for a session that the tenant could have opened by itself. */
export function checkUnbound(caller: Pick<Caller, 'signedIn'>): Session {
  const session = sessionOf(caller)
  if (!bound(session)) return session
  if (session.authMethod === 'saml') {
    const detail =
      'A session from an identity provider is limited to its tenant and cannot change sign-in methods.'
    throw forbidden(detail, 'bound_session')
  }
  const detail = 'An administrator set your password. Change it and sign in again.'
  throw forbidden(detail, 'password_assigned')
}

/**
 * Before a user joins a second tenant. An administrator who once set the password could have added other sign-in
 * methods unnoticed, so this session must have started with the current password. Throws 403.
 */
export async function checkOwnSignIn(
  tx: Tx,
  userId: string,
  { authMethod }: Pick<SignedIn, 'authMethod'>,
): Promise<void> {
  if (authMethod === 'password') return
  if (!(await scalar<boolean>(tx, sql`select had_password_assigned(${userId})`))) return
  const detail =
    'An administrator set the password of this user. Change it and sign in again, then accept the invitation.'
  throw forbidden(detail, 'password_assigned')
}

/** Throws 403 for a key, and for a session that started more than ten minutes ago. */
export function checkRecent(caller: Pick<Caller, 'signedIn'>, now: number): void {
  const { authTime } = sessionOf(caller)
  if (authTime * 1_000 < now - recentSeconds * 1_000) throw signInAgain()
}

interface SignInState {
  readonly email: string
  readonly has_password: boolean
}
const signInState = (database: Database, { userId }: Caller): Promise<SignInState> =>
  database.outsideTenants((tx) =>
    tx.single<SignInState>(sql`select email, has_password from find_sign_in(${userId})`),
  )

/**
 * Compares a password with the caller's. A guess counts among the sign-ins of the address, and a wrong one is in the
 * audit log. Throws 400 at `at`, and 429.
 */
export async function checkOwnPassword(
  database: Database,
  caller: Caller,
  {
    password,
    at,
    limits,
  }: { password: string; at: string; limits: ReauthenticationParts['limits'] },
  { action, requestId }: Attempt,
): Promise<void> {
  const { userId, tenantId, credentialId } = caller
  await limits.signingIn((await signInState(database, caller)).email)
  const known = await database.outsideTenants((tx) =>
    tx.maybe<{ password_hash: string }>(sql`select * from find_password(${userId})`),
  )
  if (await verifyPassword(password, known?.password_hash)) return
  const refused = { action: `${action}_refused`, resourceType: 'users', resourceId: userId }
  await unhurried(database).inTenant(tenantId, (tx) =>
    audit(tx, { actorId: userId, credentialId, ...refused, requestId }),
  )
  throw invalid(at, 'The current password is incorrect.', 'invalid_credentials')
}

/** The password, and the second factor where there is one, as at a sign-in. Throws 400, 429. */
async function checkProof(
  database: Database,
  { limits, ...parts }: ReauthenticationParts,
  caller: Caller,
  { current_password: password, otp }: Proof & { readonly current_password: string },
  attempt: Attempt,
): Promise<void> {
  await checkOwnPassword(database, caller, { password, at: pointer, limits }, attempt)
  await checkSecondFactor(database, parts, { userId: caller.userId, otp })
}

/**
 * For changes of the caller's own sign-in: requires the password, and the second factor if the caller has one; without
 * a password, a recent sign-in. Throws 400, 403, 429.
 */
export async function reauthenticate(
  database: Database,
  parts: ReauthenticationParts,
  caller: Caller,
  { current_password, otp }: Proof,
  attempt: Attempt,
): Promise<void> {
  sessionOf(caller)
  const { has_password } = await signInState(database, caller)
  if (!has_password) return checkRecent(caller, parts.now())
  if (current_password === undefined) {
    throw invalid(pointer, 'The current password is required.', 'required')
  }
  await checkProof(database, parts, caller, { current_password, ...(otp && { otp }) }, attempt)
}

/** For what cannot be undone or affects others: a sign-in that is recent, or the same proof. */
export async function recentOrProven(
  database: Database,
  parts: ReauthenticationParts,
  caller: Caller,
  { current_password, otp }: Proof,
  attempt: Attempt,
): Promise<void> {
  sessionOf(caller)
  if (current_password === undefined) return checkRecent(caller, parts.now())
  await checkProof(database, parts, caller, { current_password, ...(otp && { otp }) }, attempt)
}
