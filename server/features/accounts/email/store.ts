import { type Database, type SystemTx, sql, type Tx } from '../../../platform/db/index.ts'
import { hashOfToken } from '../invitations.ts'

export interface Holder {
  readonly id: string
  readonly is_active: boolean
  readonly email_verified: boolean
}

/** The user who has an address, of whatever tenant. */
export const findHolder = (tx: Tx | SystemTx, email: string): Promise<Holder | undefined> =>
  tx.maybe<Holder>(sql`select * from find_address(${email})`)

/** The address that a member of the tenant asks for; null is none. */
export const want = (tx: Tx, userId: string, email: string | null): Promise<number> =>
  tx.run(sql`select want_email(${userId}, ${email})`)

/** A token with this hash proves the address for this user, for 24 hours. */
export const keepToken = (
  tx: Tx | SystemTx,
  { id, email }: { readonly id: string; readonly email: string },
  hash: Buffer,
): Promise<number> => tx.run(sql`select keep_email_token(${hash}, ${id}, ${email})`)

/** What a mailed token is about; nothing when it was used or its time is over. */
export const findToken = (
  database: Database,
  token: string,
): Promise<{ user_id: string; email: string } | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<{ user_id: string; email: string }>(
      sql`select * from find_email_token(${hashOfToken(token)})`,
    ),
  )

export const confirm = async (tx: Tx, token: string, userId: string): Promise<boolean> =>
  (
    await tx.single<{ done: boolean }>(
      sql`select confirm_email(${hashOfToken(token)}, ${userId}) as done`,
    )
  ).done

/** Null when the user has proven the address, or has it no more. */
export const release = async (
  tx: Tx,
  userId: string,
  email: string,
): Promise<'released' | 'withdrawn' | null> =>
  (
    await tx.single<{ outcome: 'released' | 'withdrawn' | null }>(
      sql`select release_email(${userId}, ${email}) as outcome`,
    )
  ).outcome

/** The oldest tenant of a user, whose audit log tells what others did to him. */
export const homeOf = async (database: Database, userId: string): Promise<string | undefined> =>
  (
    await database.outsideTenants((tx) =>
      tx.maybe<{ id: string }>(sql`
        select id from tenants_of_user(${userId}) order by date_joined, id limit 1`),
    )
  )?.id
