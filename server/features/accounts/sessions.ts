import { invalid } from '@plumbline/jsonapi'
import { hashOfId, type Tokens, verifyPassword } from '../../platform/auth/index.ts'
import { type Database, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'

interface Login {
  readonly id: string
  readonly password_hash: string
  readonly session_epoch: number
  readonly is_active: boolean
}
interface Belonging {
  readonly id: string
  readonly date_joined: string
}

export interface Pair {
  readonly id: string
  readonly access: string
  readonly refresh: string
}

const badCredentials = () =>
  invalid('/data/attributes/email', 'Invalid credentials.', 'invalid_credentials')
const noMember = () =>
  invalid('/data/attributes/tenant_id', 'You are not a member of this tenant.', 'not_a_member')
const badRefresh = () =>
  invalid('/data/attributes/refresh', 'The refresh token is not valid.', 'token_invalid')

const belongings = (database: Database, userId: string): Promise<Belonging[]> =>
  database.outsideTenants((tx) =>
    tx.rows<Belonging>(sql`
      select id, date_joined from tenants_of_user(${userId}) order by date_joined, id`),
  )

/** A new family of refresh tokens, with the first of it. */
async function startFamily(
  database: Database,
  tokens: Tokens,
  subject: { userId: string; tenantId: string; epoch: number },
): Promise<Pair> {
  const family = newId()
  const { token, hash, expiresAt } = await tokens.refresh({ ...subject, family })
  await database.outsideTenants((tx) =>
    tx.run(sql`
      select start_refresh_family(${family}, ${subject.userId}, ${subject.tenantId}, ${hash},
                                  ${expiresAt.toISOString()}::timestamptz)`),
  )
  return { id: family, access: await tokens.access(subject), refresh: token }
}

/** A session in one tenant for a user whom somebody else has recognised. Throws 400 when he is no member. */
export async function startSession(
  database: Database,
  tokens: Tokens,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<Pair> {
  const caller = await database.inTenant(tenantId, (tx) =>
    tx.maybe<Pick<Login, 'session_epoch' | 'is_active'>>(sql`select * from find_caller(${userId})`),
  )
  if (!caller?.is_active) throw noMember()
  return startFamily(database, tokens, { userId, tenantId, epoch: caller.session_epoch })
}

/** Signs in; without a tenant, to the one of the oldest membership. An unknown user costs the same. */
export async function signInWith(
  database: Database,
  tokens: Tokens,
  { email, password, tenant_id }: { email: string; password: string; tenant_id?: string },
): Promise<Pair> {
  const login = await database.outsideTenants((tx) =>
    tx.maybe<Login>(sql`select * from find_login(${email.toLowerCase()})`),
  )
  const right = await verifyPassword(password, login?.password_hash)
  if (!right || !login?.is_active) throw badCredentials()
  const mine = await belongings(database, login.id)
  const tenant = tenant_id ? mine.find(({ id }) => id === tenant_id) : mine[0]
  if (!tenant) throw noMember()
  const subject = { userId: login.id, tenantId: tenant.id, epoch: login.session_epoch }
  return startFamily(database, tokens, subject)
}

/** Exchanges the newest refresh token of a family for the next one. */
export async function refreshWith(
  database: Database,
  tokens: Tokens,
  token: string,
): Promise<Pair> {
  const claims = await tokens.verifyRefresh(token)
  if (!claims) throw badRefresh()
  const { userId, tenantId, family } = claims
  const caller = await database.inTenant(tenantId, (tx) =>
    tx.maybe<Pick<Login, 'session_epoch' | 'is_active'>>(sql`select * from find_caller(${userId})`),
  )
  if (!caller?.is_active || caller.session_epoch !== claims.epoch) throw badRefresh()
  const subject = { userId, tenantId, epoch: claims.epoch }
  const next = await tokens.refresh({ ...subject, family })
  const { rotated } = await database.outsideTenants((tx) =>
    tx.single<{ rotated: boolean }>(sql`
      select rotate_refresh(${family}, ${hashOfId(claims.jti)}, ${next.hash}) as rotated`),
  )
  if (!rotated) throw badRefresh()
  return { id: family, access: await tokens.access(subject), refresh: next.token }
}

/** A pair for another tenant of the same user. */
export async function switchTo(
  database: Database,
  tokens: Tokens,
  { userId, epoch, tenantId }: { userId: string; epoch: number; tenantId: string },
): Promise<Pair> {
  const mine = await belongings(database, userId)
  if (!mine.some(({ id }) => id === tenantId)) throw noMember()
  return startFamily(database, tokens, { userId, tenantId, epoch })
}
