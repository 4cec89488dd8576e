import { conflict, notFound } from '@plumbline/jsonapi'
import { audit } from '../../../platform/audit/index.ts'
import { base32 } from '../../../platform/auth/index.ts'
import type { Database, Tx } from '../../../platform/db/index.ts'
import { type Endpoint, list, personal, show } from '../../../platform/http/index.ts'
import type { Caller, RightsChanged } from '../../../platform/tenancy/index.ts'
import {
  checkOwnPassword,
  checkUnbound,
  type ReauthenticationParts,
  sessionOf,
} from '../reauthentication.ts'
import { emailOf, endOtherSessions } from '../store.ts'
import { checkCode, checkSecondFactor } from './check.ts'
import {
  confirmation,
  confirmedSecondFactors,
  enrolment,
  newSecondFactors,
  proof,
  type SecondFactor,
  secondFactors,
} from './resource.ts'
import * as store from './store.ts'

const may = 'any_member'
const tag = 'Second factor'
const path = '/users/me/second-factor'

const shown = ({
  id,
  confirmed_at,
  recovery_codes_left,
  inserted_at,
}: store.Found): SecondFactor => ({
  id,
  confirmed_at,
  recovery_codes_left,
  inserted_at,
})

/** A session that was stolen changes nothing of this: its owner knows the password. */
function checkPassword(
  database: Database,
  caller: Caller,
  { password, limits }: { password: string; limits: ReauthenticationParts['limits'] },
  by: { readonly action: string; readonly requestId: string },
): Promise<void> {
  checkUnbound(caller)
  const given = { password, limits, at: '/data/attributes/password' }
  return checkOwnPassword(database, caller, given, by)
}

interface Noted {
  readonly action: string
  readonly resourceId: string
  readonly requestId: string
}

/** Audits a change of how a user signs in, in the tenant of the session. */
const note = (tx: Tx, caller: Caller, by: Noted): Promise<void> =>
  audit(tx, {
    actorId: caller.userId,
    credentialId: caller.credentialId,
    resourceType: secondFactors.type,
    ...by,
  })

async function foundOf(database: Database, userId: string): Promise<store.Found> {
  const found = await database.outsideTenants((tx) => store.find(tx, userId))
  if (!found) throw notFound('You have no second factor.')
  return found
}

/** What authenticator apps read off a picture. */
const otpauthUrl = (secret: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Plumbline:${account}`)}?${new URLSearchParams({ secret, issuer: 'Plumbline' })}`

/** The factor with new recovery codes, which are shown this once. */
async function withCodes(
  database: Database,
  caller: Caller,
  by: Noted,
  also: (tx: Tx) => Promise<void> = async () => {},
) {
  const recovery_codes = await database.inTenant(caller.tenantId, async (tx) => {
    await note(tx, caller, by)
    await also(tx)
    return store.confirm(tx, caller.userId)
  })
  return { ...shown(await foundOf(database, caller.userId)), recovery_codes }
}

interface Parts extends ReauthenticationParts {
  readonly rightsChanged: RightsChanged
}

/** The sign-in has changed: other sessions must sign in again. */
async function endOthers(tx: Tx, { rightsChanged }: Parts, caller: Caller): Promise<void> {
  await endOtherSessions(tx, caller.userId, sessionOf(caller).sessionId)
  rightsChanged(tx, { kind: 'session', user: caller.userId })
}

export const secondFactorRoutes = (parts: Parts): readonly Endpoint[] => [
  // A page that shows the state reads this list: browsers log the 404 of a missing factor as an error.
  list(
    secondFactors,
    '/users/me/second-factors',
    {
      may,
      tag,
      operationId: 'users_me_second_factors_list',
      summary: 'List the second factor of the caller, if there is one',
    },
    async ({ tx, caller }) => {
      const found = await store.find(tx, caller.userId)
      return { rows: found ? [shown(found)] : [], count: found ? 1 : 0 }
    },
  ),
  show(
    secondFactors,
    path,
    {
      may,
      refusals: [404],
      tag,
      operationId: 'users_me_second_factor_retrieve',
      summary: 'Get the second factor of the caller',
    },
    async ({ tx, caller }) => {
      const found = await store.find(tx, caller.userId)
      return found && shown(found)
    },
  ),
  personal(
    newSecondFactors,
    path,
    {
      may,
      draft: enrolment,
      status: 201,
      tag,
      operationId: 'users_me_second_factor_create',
      summary: 'Create a secret for an authenticator app; it is shown once and must be confirmed',
    },
    async ({ input, caller, database, requestId }) => {
      const by = { action: 'users_me_second_factor_create', requestId }
      await checkPassword(database, caller, { ...parts, password: input.password }, by)
      const { tenantId, userId } = caller
      const secret = await database.inTenant(tenantId, (tx) => store.enrol(tx, parts.vault, userId))
      if (!secret)
        throw conflict('/data', 'You already have a second factor. Disable it first.', 'enrolled')
      const text = base32(secret)
      const email = await database.inTenant(tenantId, (tx) => emailOf(tx, userId))
      const found = shown(await foundOf(database, userId))
      return { ...found, secret: text, otpauth_url: otpauthUrl(text, email) }
    },
  ),
  personal(
    confirmedSecondFactors,
    `${path}/confirm`,
    {
      may,
      draft: confirmation,
      status: 200,
      refusals: [404],
      tag,
      operationId: 'users_me_second_factor_confirm',
      summary: 'Confirm the authenticator app; returns recovery codes once',
    },
    async ({ input, caller, database, requestId }) => {
      const { userId } = caller
      checkUnbound(caller)
      const found = await foundOf(database, userId)
      if (found.confirmed_at !== null)
        throw conflict('/data', 'The second factor is already confirmed.', 'enrolled')
      await checkCode(database, parts, { userId, otp: input.otp, found })
      const action = 'users_me_second_factor_confirm'
      const by = { action, resourceId: found.id, requestId }
      return withCodes(database, caller, by, (tx) => endOthers(tx, parts, caller))
    },
  ),
  personal(
    confirmedSecondFactors,
    `${path}/recovery-codes`,
    {
      may,
      draft: proof,
      status: 200,
      refusals: [404],
      tag,
      operationId: 'users_me_second_factor_recovery_codes',
      summary: 'Replace the recovery codes',
    },
    async ({ input, caller, database, requestId }) => {
      const action = 'users_me_second_factor_recovery_codes'
      const { id } = await prove(database, parts, caller, { ...input, action, requestId })
      return withCodes(database, caller, { action, resourceId: id, requestId })
    },
  ),
  personal(
    secondFactors,
    `${path}/disable`,
    {
      may,
      draft: proof,
      status: 200,
      refusals: [404],
      tag,
      operationId: 'users_me_second_factor_disable',
      summary: 'Disable the second factor',
    },
    async ({ input, caller, database, requestId }) => {
      const action = 'users_me_second_factor_disable'
      const found = await prove(database, parts, caller, { ...input, action, requestId })
      await database.inTenant(caller.tenantId, async (tx) => {
        await note(tx, caller, { action, resourceId: found.id, requestId })
        await endOthers(tx, parts, caller)
        return store.remove(tx, caller.userId)
      })
      return { ...shown(found), confirmed_at: null, recovery_codes_left: 0 }
    },
  ),
]

/** Changes that weaken a sign-in require both proofs. Returns the factor. */
async function prove(
  database: Database,
  parts: ReauthenticationParts,
  caller: Caller,
  {
    password,
    otp,
    ...by
  }: { readonly password: string; readonly otp: string } & Pick<Noted, 'action' | 'requestId'>,
): Promise<store.Found> {
  await checkPassword(database, caller, { ...parts, password }, by)
  const { userId } = caller
  const found = await foundOf(database, userId)
  if (found.confirmed_at === null) throw notFound('You have no confirmed second factor.')
  await checkSecondFactor(database, parts, { userId, otp })
  return found
}
