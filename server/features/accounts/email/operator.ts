/** Commands with which the operator verifies and releases addresses. */
import { audit } from '../../../platform/audit/index.ts'
import { type Database, sql, scalar } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { releaseFrom } from './changing.ts'
import * as store from './store.ts'

export interface KnownUser {
  readonly id: string
  readonly email_verified: boolean
  readonly is_active: boolean
  readonly tenants: readonly {
    readonly id: string
    readonly name: string
    readonly role: string
    readonly date_joined: string
  }[]
}

/** The user who has an address, with what shows whether it is the one who is meant. */
export const userWith = (database: Database, email: string): Promise<KnownUser | undefined> =>
  database.outsideTenants(async (tx) => {
    const holder = await store.findHolder(tx, email.toLowerCase())
    if (!holder) return undefined
    const tenants = await tx.rows<KnownUser['tenants'][number]>(sql`
      select id, name, role, date_joined from tenants_of_user(${holder.id}) order by date_joined, id`)
    return { ...holder, tenants }
  })

/** Marks the address as verified. False if no user has it. */
export async function verifyAddress(database: Database, email: string): Promise<boolean> {
  const address = email.toLowerCase()
  const user = await userWith(database, address)
  const [home] = user?.tenants ?? []
  if (!user || !home) return false
  return database.inTenant(home.id, async (tx) => {
    if (!(await scalar<boolean>(tx, sql`select verify_email(${user.id}, ${address})`))) return false
    const about = { resourceType: 'users', resourceId: user.id }
    const after = { email: address, email_verified: true }
    await audit(tx, { action: 'users_verify', ...about, after, requestId: newId() })
    return true
  })
}

/** Takes an unverified address from its user; their sessions end. False if no user has it unverified. */
export async function releaseAddress(database: Database, email: string): Promise<boolean> {
  const address = email.toLowerCase()
  const user = await userWith(database, address)
  if (!user) return false
  // Running servers are not notified; each checks its listeners' rights again within EVENTSTREAM_SWEEP_SECONDS.
  const parts = { database, rightsChanged: () => {}, requestId: newId() }
  return (await releaseFrom(parts, { id: user.id, email: address })) !== null
}
