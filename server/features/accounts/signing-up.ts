/** How a user is created: as the owner of a new tenant, or in the tenant of an invitation. */
import { forbidden } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import { checkPassword, hashPassword } from '../../platform/auth/index.ts'
import {
  type Database,
  duplicateOf,
  sql,
  type SystemTx,
  type Tx,
  scalar,
} from '../../platform/db/index.ts'
import { taken } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { AddressMails } from './email/mails.ts'
import { checkToken, joinBy } from './joining.ts'
import type { User } from './resource.ts'
import * as store from './store.ts'

export interface NewUser {
  /** In lower case. */
  readonly email: string
  readonly name: string
  readonly company_name?: string
  /** Hash of the password; `noPassword` for users who sign in without one. */
  readonly hash: string
}

/** Who may sign up. */
export interface Admission {
  /** Tenants that one user may own; 0 does not limit. */
  readonly tenantsPerUser: number
  readonly signUp: 'open' | 'invited' | 'closed'
  /** Whether requests come through a proxy that no setting names, while sign-up is open only by default. */
  readonly closedByProxy?: () => boolean
  /** Null where no mail server is set. */
  readonly mails: AddressMails | null
}

/** The operator, at the server's command line, may admit everyone. */
export const byOperator: Admission = { signUp: 'open', mails: null, tenantsPerUser: 0 }

const code = 'sign_up_closed'

/**
 * Whether a new user may sign up, with or without an invitation. Where an invitation is required, the first user cannot
 * have one and creates the first tenant. Throws 403.
 */
export async function checkAdmitted(
  tx: Tx | SystemTx,
  { signUp, closedByProxy }: Admission,
  isInvited: boolean,
): Promise<void> {
  if (closedByProxy?.() && !isInvited) {
    const detail =
      'Sign-up requires an invitation, because requests come through a proxy that is not configured. The operator must set PUBLIC_URL and TRUSTED_PROXIES, and SIGN_UP=open to allow open sign-up.'
    throw forbidden(detail, code)
  }
  if (signUp === 'open' || (signUp === 'invited' && isInvited)) return
  if (signUp === 'closed') {
    throw forbidden('Sign-up is closed on this server. Ask its operator.', code)
  }
  if (await scalar<boolean>(tx, sql`select claim_first_tenant()`)) return
  throw forbidden('Sign-up requires an invitation. Ask a member of the tenant for one.', code)
}

/**
 * A user who was let in as a guest does not become the owner of another tenant, and a user owns only so many. Requests
 * of one user take turns, so that several at once do not each find room for one more. Throws 403.
 */
export async function checkFounder(
  tx: Tx,
  { signUp, closedByProxy, tenantsPerUser }: Admission,
  userId: string,
): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 75))`)
  const owned = await scalar<number>(
    tx,
    sql`select count(*)::int from tenants_of_user(${userId}) t where t.role = 'owner'`,
  )
  if (tenantsPerUser > 0 && owned >= tenantsPerUser) {
    const detail = `You own ${owned} tenants, and the limit is ${tenantsPerUser}. Delete one, or ask the operator to raise TENANTS_PER_USER.`
    throw forbidden(detail, 'too_many_tenants')
  }
  const isOpen = signUp === 'open' && !closedByProxy?.()
  if (!isOpen && owned === 0)
    throw forbidden('Only users who own a tenant can create another one on this server.', code)
}

/** `also` is done with the user in the same transaction. A second user with the address is a duplicate. */
export function register(
  database: Database,
  { email, name, company_name = '', hash }: NewUser,
  {
    token,
    requestId,
    admission,
  }: {
    readonly token: string | undefined
    readonly requestId: string
    readonly admission: Admission
  },
  also: (tx: Tx, userId: string) => Promise<void> = async () => {},
): Promise<User> {
  const id = newId()
  const made = async (tx: Tx, join: () => Promise<unknown>): Promise<User> => {
    await checkAdmitted(tx, admission, token !== undefined)
    await tx.run(sql`select create_user(${id}, ${email}, ${name}, ${company_name}, ${hash})`)
    await join()
    await also(tx, id)
    const user = await store.userById(tx, id, true, id)
    if (!user) throw new Error('The new user cannot be read.')
    if (!user.email_verified) await admission.mails?.verify(tx, { id, email })
    const about = { resourceType: 'users', resourceId: id, after: user }
    await audit(tx, { actorId: id, action: 'users_create', ...about, requestId })
    return user
  }
  return token === undefined
    ? database.inTenant(newId(), (tx) =>
        made(tx, () => store.found(tx, `${email.split('@')[0]} default tenant`, id)),
      )
    : joinBy(database, { token, email, userId: id }, made)
}

/** Sign-up with a password. Throws 400 for an address in use; its owner is notified by mail. */
export async function signUpWith(
  database: Database,
  {
    password,
    ...about
  }: {
    readonly email: string
    readonly name: string
    readonly password: string
    readonly company_name?: string
  },
  by: {
    readonly token: string | undefined
    readonly requestId: string
    readonly admission: Admission
  },
): Promise<User> {
  const { admission, token } = by
  // Refused before a password is hashed.
  if (admission.signUp !== 'open' || admission.closedByProxy?.())
    await database.outsideTenants((tx) => checkAdmitted(tx, admission, token !== undefined))
  if (token !== undefined) await checkToken(database, token)
  const { email, name, company_name = '' } = about
  checkPassword(password, '/data/attributes/password', [email, name, company_name])
  const hash = await hashPassword(password)
  const user = { ...about, email: about.email.toLowerCase(), hash }
  try {
    return await register(database, user, by)
  } catch (error) {
    if (duplicateOf(error) === undefined) throw error
    await admission.mails?.contested(database, user.email)
    throw taken('/data/attributes/email', 'This email address')
  }
}
