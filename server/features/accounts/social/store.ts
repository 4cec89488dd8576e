import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  type Database,
  type Page,
  pageOf,
  type SystemTx,
  sql,
  type Tx,
  scalar,
} from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Identified } from './provider.ts'
import { type UserIdentity, userIdentities } from './resource.ts'

export interface Linked {
  readonly user_id: string
  readonly email: string
  readonly is_active: boolean
}

/** The user whose account this is. */
export const findIdentity = (
  database: Database,
  { issuer, subject }: Identified,
): Promise<Linked | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<Linked>(sql`select * from find_identity(${issuer}, ${subject})`),
  )

export const findAddress = (
  database: Database,
  email: string,
): Promise<{ id: string; is_active: boolean; email_verified: boolean } | undefined> =>
  database.outsideTenants((tx) =>
    tx.maybe<{ id: string; is_active: boolean; email_verified: boolean }>(
      sql`select * from find_user_by_email(${email})`,
    ),
  )

/** Links the account to this user and returns its id; null if it belongs to another user. */
export async function linkIdentity(
  tx: Tx | SystemTx,
  userId: string,
  { issuer, subject, email, emailVerified }: Identified,
): Promise<string | null> {
  return scalar<string | null>(
    tx,
    sql`select link_identity(${newId()}, ${issuer}, ${subject}, ${userId}, ${email}, ${emailVerified})`,
  )
}

const columns = columnsOf(userIdentities, 'i')
const fields = sql`i.id, i.issuer, i.email, i.inserted_at`

export const identityPage = (
  tx: Tx,
  query: Query<typeof userIdentities>,
  userId: string,
): Promise<Page<UserIdentity>> =>
  pageOf(tx, query, columns, { select: fields, from: sql`identities_of(${userId}) i` })

export const identityOf = (database: Database, userId: string, id: string): Promise<UserIdentity> =>
  database.outsideTenants((tx) =>
    tx.single<UserIdentity>(
      sql`select ${fields} from identities_of(${userId}) i where i.id = ${id}`,
    ),
  )

export const unlink = (tx: Tx, id: string, userId: string): Promise<boolean> =>
  scalar<boolean>(tx, sql`select unlink_identity(${id}, ${userId})`)
