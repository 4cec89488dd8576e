/** How users who forgot their password set a new one: by an emailed link, or one that an administrator hands them. */
import { forbidden, invalid } from '@plumbline/jsonapi'
import { audit } from '../../../platform/audit/index.ts'
import { checkPassword, hashPassword } from '../../../platform/auth/index.ts'
import type { Database, Tx } from '../../../platform/db/index.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import type { AddressMails } from '../email/mails.ts'
import { homeOf } from '../email/store.ts'
import { checkRank, rightsOf } from '../rank.ts'
import * as store from './store.ts'

/** Throws 403 if the administrator who made a link could not set the password of the user any more. */
async function checkAdministrator(tx: Tx, administratorId: string, userId: string): Promise<void> {
  const { granted } = await rightsOf(tx, administratorId)
  if (!granted.has('manage_users')) {
    const detail = 'The user who made this link can no longer manage users. Ask for a new link.'
    throw forbidden(detail, 'above_own_rights')
  }
  await checkRank(tx, { userId: administratorId }, userId)
}

const badToken = () =>
  invalid(
    '/data/attributes/token',
    'This link was already used, has expired, or ended when the sign-in of the account was changed. Request a new one.',
    'token_invalid',
  )

/**
 * Sets the password of the user of a token and ends all sessions. An administrator's link sets it as the administrator
 * could at this time: as an assigned password. Throws 400 and 403.
 */
export async function confirmReset(
  {
    database,
    rightsChanged,
    mails,
    requestId,
  }: {
    readonly database: Database
    readonly rightsChanged: RightsChanged
    readonly mails: AddressMails | null
    readonly requestId: string
  },
  { token, password }: { readonly token: string; readonly password: string },
): Promise<{ id: string; email: string }> {
  const found = await store.find(database, token)
  if (!found) throw badToken()
  const { user_id: id, email, name, company_name, made_by, tenant_id, administrator_id } = found
  checkPassword(password, '/data/attributes/password', [email, name, company_name])
  const home = tenant_id ?? (await homeOf(database, id))
  if (home === undefined) throw badToken()
  const hash = await hashPassword(password)
  await database.inTenant(home, async (tx) => {
    if (administrator_id !== null) await checkAdministrator(tx, administrator_id, id)
    if (!(await store.use(tx, token, hash))) throw badToken()
    rightsChanged(tx, { kind: 'session', user: id })
    await mails?.passwordChanged(tx, { id, email })
    await audit(tx, {
      actorId: id,
      action: 'password_resets_confirm',
      resourceType: 'users',
      resourceId: id,
      after: { made_by },
      requestId,
    })
  })
  return { id, email }
}
