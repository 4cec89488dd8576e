/** How a user comes to be: in a tenant of his own as its owner, or in the one that he was invited to. */
import { randomBytes } from 'node:crypto'
import { audit } from '../../platform/audit/index.ts'
import { hashPassword } from '../../platform/auth/index.ts'
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { joinBy } from './joining.ts'
import type { User } from './resource.ts'
import * as store from './store.ts'

export interface NewUser {
  /** In lower case. */
  readonly email: string
  readonly name: string
  readonly company_name?: string
  readonly hash: string
}

/** A hash that no password has: slow to make, so it is made before the transaction. */
export const noPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'))

/** `also` is done with the user in the same transaction. A second user with the address is a duplicate. */
export function register(
  database: Database,
  { email, name, company_name = '', hash }: NewUser,
  { token, requestId }: { readonly token: string | undefined; readonly requestId: string },
  also: (tx: Tx, userId: string) => Promise<void> = async () => {},
): Promise<User> {
  const id = newId()
  const made = async (tx: Tx, join: () => Promise<unknown>): Promise<User> => {
    await tx.run(sql`select create_user(${id}, ${email}, ${name}, ${company_name}, ${hash})`)
    await join()
    await also(tx, id)
    const user = await store.userById(tx, id, true, id)
    if (!user) throw new Error('The new user cannot be read.')
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
