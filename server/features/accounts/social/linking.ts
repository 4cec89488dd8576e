/** From an account at a provider to a session of a user of ours. */
import { forbidden, type Problem, plainName } from '@plumbline/jsonapi'
import { audit } from '../../../platform/audit/index.ts'
import { noPassword } from '../../../platform/auth/index.ts'
import { type Database, duplicateOf } from '../../../platform/db/index.ts'
import type { Caller, RightsChanged } from '../../../platform/tenancy/index.ts'
import { joinAs } from '../joining.ts'
import { type Issuer, type Pair, type SignIn, startHomeSession, startSession } from '../sessions.ts'
import { type Admission, register } from '../signing-up.ts'
import { type Identified, NotIdentified } from './provider.ts'
import { userIdentities } from './resource.ts'
import * as store from './store.ts'

const ended = (): Problem => forbidden('This user is disabled.', 'inactive')
const notVerified = ({ unverified }: Identified): Problem =>
  forbidden(
    unverified?.detail ?? 'The identity provider has not verified this email address.',
    'email_not_verified',
  )
const notLinked = (): Problem =>
  forbidden(
    'A user with this email address signs in with a password. Sign in with the password and link this account at /users/me/identities. If that user is not you, ask the operator of the server to run plumbline users release.',
    'not_linked',
  )

/** ASCII: lower case may turn letters of other scripts into ASCII, and the address into another user's. */
const address = /^(?=[!-~]+$)[^\s@<>"(),:;\\[\]]{1,64}@[^\s@]{1,253}$/
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const notUsable: NonNullable<Identified['unverified']> = {
  detail:
    'The identity provider sent an email address that Plumbline does not accept: it must be a plain ASCII address without a display name.',
  log: 'The email address is not a plain ASCII address.',
}

/** A provider's response, reduced to what can be stored. Throws NotIdentified if it identifies no account. */
export function cleaned(said: Identified): Identified {
  const { subject, email, emailVerified } = said
  const name = plainName(said.name).trim()
  if (subject === '' || subject.length > 255 || !isStorable(subject)) {
    throw new NotIdentified('The response does not contain an account.')
  }
  const isAddress = address.test(email) && email.length <= 254
  return {
    ...said,
    email: isAddress ? email.toLowerCase() : '',
    emailVerified: emailVerified && isAddress,
    ...(email !== '' && !isAddress && { unverified: notUsable }),
    name: isStorable(name) && name.length >= 3 ? name.slice(0, 150).toWellFormed() : '',
  }
}

interface Parts {
  readonly database: Database
  readonly tokens: Issuer
  readonly by: SignIn
  readonly admission: Admission
  readonly rightsChanged: RightsChanged
}

/** The user's session; in the tenant of the invitation if there is a token. */
async function enter(
  { database, tokens, by, rightsChanged }: Parts,
  { userId, email }: { userId: string; email: string },
  token: string | undefined,
): Promise<Pair> {
  if (token === undefined) return startHomeSession(database, tokens, userId, by)
  const { requestId, authMethod } = by
  const who = { token, email, userId }
  const joined = await joinAs(database, who, { requestId, authMethod, rightsChanged })
  return startSession(database, tokens, { userId, tenantId: joined.tenant ?? '' }, by)
}

/**
 * Signs in the owner of an external account. A new account is linked to the user with its address if both sides have
 * verified that address, and creates a user if the address is not in use. Throws 403.
 */
export async function signInBy(
  parts: Parts,
  identified: Identified,
  token: string | undefined,
): Promise<Pair> {
  const { database, tokens, by, admission } = parts
  const known = await store.findIdentity(database, identified)
  if (known) {
    if (!known.is_active) throw ended()
    return enter(parts, { userId: known.user_id, email: known.email }, token)
  }
  const { email, emailVerified, name } = identified
  if (!emailVerified) throw notVerified(identified)
  const same = await store.findAddress(database, email)
  if (same) {
    if (!same.email_verified) {
      await admission.mails?.contested(database, email)
      throw notLinked()
    }
    if (!same.is_active) throw ended()
    const linked = await database.outsideTenants((tx) =>
      store.linkIdentity(tx, same.id, identified),
    )
    if (linked === null) throw notLinked()
    return enter(parts, { userId: same.id, email }, token)
  }
  try {
    const user = { email, name: name || email, hash: noPassword }
    const { id } = await register(
      database,
      user,
      { token, requestId: by.requestId, admission },
      async (tx, userId) => {
        if ((await store.linkIdentity(tx, userId, identified)) === null) throw notLinked()
      },
    )
    return await startHomeSession(database, tokens, id, by)
  } catch (error) {
    if (duplicateOf(error) === undefined) throw error
    return signInBy(parts, identified, token) // the address has come into use meanwhile
  }
}

/** Adds an account to a signed-in user, and returns its id. Throws 403 if it belongs to another user. */
export async function addIdentity(
  database: Database,
  { tenantId, userId, credentialId }: Caller,
  identified: Identified,
  requestId: string,
): Promise<string> {
  return database.inTenant(tenantId, async (tx) => {
    const id = await store.linkIdentity(tx, userId, identified)
    if (id === null)
      throw forbidden('This account is already linked to another user.', 'identity_taken')
    const { issuer, email } = identified
    await audit(tx, {
      actorId: userId,
      credentialId,
      action: 'users_me_identities_create',
      resourceType: userIdentities.type,
      resourceId: id,
      after: { issuer, email },
      requestId,
    })
    return id
  })
}
