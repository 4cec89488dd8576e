import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  type Database,
  type Page,
  pageOf,
  type SystemTx,
  sql,
  type Tx,
} from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Identified } from './provider.ts'
import type { UserIdentity, userIdentities } from './resource.ts'

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
      sql`select * from find_address(${email})`,
    ),
  )

/** Makes the account this user's, and gives its id; null when it is another's. */
export async function keepIdentity(
  tx: Tx | SystemTx,
  userId: string,
  { issuer, subject, email, emailVerified }: Identified,
): Promise<string | null> {
  const { id } = await tx.single<{ id: string | null }>(sql`
    select keep_identity(${newId()}, ${issuer}, ${subject}, ${userId}, ${email}, ${emailVerified}) as id`)
  return id
}

const columns: Columns<typeof userIdentities> = {
  filters: {},
  sort: { inserted_at: sql`i.inserted_at`, issuer: sql`i.issuer` },
  last: sql`i.id`,
}
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

export const forget = async (tx: Tx, id: string, userId: string): Promise<boolean> =>
  (await tx.single<{ removed: boolean }>(sql`select forget_identity(${id}, ${userId}) as removed`))
    .removed
