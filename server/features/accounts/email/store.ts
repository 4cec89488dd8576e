import { type Database, type SystemTx, sql, type Tx, scalar } from '../../../platform/db/index.ts'
import { hashOfToken } from '../invitations.ts'

export interface Holder {
  readonly id: string
  readonly is_active: boolean
  readonly email_verified: boolean
}

/** The user who has an address, of whatever tenant. */
export const findHolder = (tx: Tx | SystemTx, email: string): Promise<Holder | undefined> =>
  tx.maybe<Holder>(sql`select * from find_user_by_email(${email})`)

/** Stores the address that a member requested; null clears it. */
export const requestEmail = (tx: Tx, userId: string, email: string | null): Promise<number> =>
  tx.run(sql`select request_email(${userId}, ${email})`)

/** A token with this hash proves the address for this user, for 24 hours. */
export const insertToken = (
  tx: Tx | SystemTx,
  { id, email }: { readonly id: string; readonly email: string },
  hash: Buffer,
): Promise<number> => tx.run(sql`select add_email_token(${hash}, ${id}, ${email})`)

/** The subject of a mailed token; undefined if it was used or has expired. */
export const findToken = (
  database: Database,
  token: string,
): Promise<{ user_id: string; email: string } | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<{ user_id: string; email: string }>(
      sql`select * from find_email_token(${hashOfToken(token)})`,
    ),
  )

export const confirm = (tx: Tx, token: string, userId: string): Promise<boolean> =>
  scalar<boolean>(tx, sql`select confirm_email(${hashOfToken(token)}, ${userId})`)

/** Null when the user has proven the address, or has it no more. */
export const release = (
  tx: Tx,
  userId: string,
  email: string,
): Promise<'released' | 'withdrawn' | null> =>
  scalar(tx, sql`select release_email(${userId}, ${email})`)

/** The oldest tenant of a user: its audit log shows what others did to the user. */
export const homeOf = async (database: Database, userId: string): Promise<string | undefined> =>
  (
    await database.outsideTenants((tx) =>
      tx.maybe<{ id: string }>(sql`
        select id from tenants_of_user(${userId}) order by date_joined, id limit 1`),
    )
  )?.id
