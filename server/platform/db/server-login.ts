/** The login of servers and workers: a member of the serving role, which can do nothing else. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { UnfitDatabase } from './errors.ts'
import { type Administer, quoted } from './migrate.ts'
import { appRole } from './scope.ts'

export interface ServerLogin {
  readonly name: string
  readonly password: string
}

const iterations = 4_096 // PostgreSQL's default: more would slow down each connection
const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * The text that PostgreSQL stores in place of a password. It is sent instead of the password, which then is neither in the log
 * of statements nor in pg_stat_activity. The password has ASCII characters only, so SASLprep leaves it as it is.
 * Source: RFC 5802, section 3; PostgreSQL, src/common/scram-common.c.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

/** Rights of a role beyond those of the serving role, by which it could see past a tenant. */
const rightsOf = (name: string): string => `
  select r.rolcanlogin as can_login,
         array_remove(array[
           case when r.rolsuper then 'SUPERUSER' end,
           case when r.rolbypassrls then 'BYPASSRLS' end,
           case when r.rolcreaterole then 'CREATEROLE' end,
           case when r.rolcreatedb then 'CREATEDB' end,
           case when r.rolreplication then 'REPLICATION' end], null)
         || array(
           select format('membership of %I', other.rolname)
             from pg_roles other
            where other.rolname not in (r.rolname, '${appRole}')
              and not r.rolsuper -- a superuser is a member of all
              and pg_has_role(r.oid, other.oid, 'member')
            order by other.rolname) as rights
    from pg_roles r
   where r.rolname = ${quoted(name)}`

/**
 * Creates the login if it is missing, sets its password, and makes it a member of the serving role. Safe to repeat.
 * Throws UnfitDatabase for an existing role that is not such a login: its rights are the operator's to change.
 */
export async function prepareServerLogin(
  administer: Administer,
  { name, password }: ServerLogin,
): Promise<void> {
  const role = quotedName(name)
  await administer('begin')
  try {
    // Roles belong to the cluster: another of its databases may be prepared at this moment.
    await administer('lock table pg_authid in share row exclusive mode')
    const [found] = (await administer(rightsOf(name))) as { can_login: boolean; rights: string[] }[]
    if (found) checkRights(name, found)
    else await administer(`create role ${role} login noinherit`)
    await administer(`alter role ${role} password '${scramVerifier(password)}'`)
    await administer(`grant ${appRole} to ${role}`)
    await administer('commit')
  } catch (error) {
    await administer('rollback').catch(() => [])
    throw error
  }
}

function checkRights(name: string, found: { can_login: boolean; rights: readonly string[] }): void {
  const other = 'or set DATABASE_SERVER_USER to another name.'
  if (!found.can_login)
    throw new UnfitDatabase(
      `The role ${name} exists and cannot log in. Run "alter role ${quotedName(name)} login", ${other}`,
    )
  if (found.rights.length > 0)
    throw new UnfitDatabase(
      `The login ${name} has rights that a server must not have: ${found.rights.join(', ')}. Remove them, ${other}`,
    )
}
