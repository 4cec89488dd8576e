/** The command with which the operator lets a user set a new password. */
import { audit } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { userWith } from '../email/operator.ts'
import { makeToken } from '../invitations.ts'
import * as store from './store.ts'

/** A token with which the user who has the address sets a new password within 24 hours; undefined if no active user has it. */
export async function makeResetToken(
  database: Database,
  email: string,
): Promise<{ readonly token: string; readonly expiresAt: string } | undefined> {
  const user = await userWith(database, email)
  const [home] = user?.tenants ?? []
  if (!user || !home) return undefined
  return database.inTenant(home.id, async (tx) => {
    const { token, hash } = makeToken()
    const expiresAt = await store.add(tx, hash, user.id, null)
    if (expiresAt === null) return undefined
    const about = { resourceType: 'users', resourceId: user.id, after: { made_by: 'operator' } }
    await audit(tx, { action: 'users_password_reset_create', ...about, requestId: newId() })
    return { token, expiresAt }
  })
}
