import { type Database, type SystemTx, sql, type Tx, scalar } from '../../../platform/db/index.ts'
import { hashOfToken } from '../invitations.ts'

export interface Requested {
  readonly user_id: string
  readonly has_password: boolean
  readonly email_verified: boolean
}

/** Stores a token for the user who has the address; undefined if no active user has it. Valid for an hour. */
export const request = (
  tx: SystemTx,
  hash: Buffer,
  email: string,
): Promise<Requested | undefined> =>
  tx.maybe<Requested>(sql`select * from request_password_reset(${hash}, ${email})`)

/** Stores a token for an active member of the tenant. Returns when it ends, RFC 3339. */
export const add = (
  tx: Tx,
  hash: Buffer,
  userId: string,
  administratorId: string | null,
): Promise<string | null> => {
  const by = administratorId === null ? 'operator' : 'administrator'
  return scalar<string | null>(
    tx,
    sql`select add_password_reset(${hash}, ${userId}, ${by}, ${administratorId})`,
  )
}

export interface Found {
  readonly user_id: string
  readonly email: string
  readonly name: string
  readonly company_name: string
  readonly made_by: 'user' | 'administrator' | 'operator'
  /** Of the administrator. */
  readonly tenant_id: string | null
  readonly administrator_id: string | null
}

/** Whose password a token sets; undefined if it was used, has expired or ended with another change of the sign-in. */
export const find = (database: Database, token: string): Promise<Found | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<Found>(sql`select * from find_password_reset(${hashOfToken(token)})`),
  )

/** Sets the password, once. */
export const use = (tx: Tx, token: string, passwordHash: string): Promise<boolean> =>
  scalar<boolean>(tx, sql`select use_password_reset(${hashOfToken(token)}, ${passwordHash})`)
