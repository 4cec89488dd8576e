import { UnfitDatabase } from './errors.ts'
import type { SystemTx } from './port.ts'
import { sql } from './sql.ts'

/**
 * Throws `UnfitDatabase` for a server that is too old, and for a login that row-level security does not restrict.
 * `setting` names the address in the sentence.
 */
export async function checkLogin(tx: SystemTx, setting: string): Promise<void> {
  const login = await tx.single<{ version: number; unsafe: boolean; name: string }>(sql`
    select current_setting('server_version_num')::int as version, session_user::text as name,
           exists (
             select from pg_roles r
              where r.rolname = session_user
                and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolreplication)
                 or r.rolname not in (session_user, 'plumbline_app')
                and pg_has_role(session_user, r.oid, 'member')) as unsafe`)
  if (login.version < 150_000) throw new UnfitDatabase('Plumbline requires PostgreSQL 15 or newer.')
  if (login.unsafe) {
    throw new UnfitDatabase(
      `The login ${login.name} of ${setting} can bypass row-level security. Run "plumbline migrate" ` +
        'with DATABASE_ADMIN_URL, and use a login that is a member of plumbline_app only.',
    )
  }
}
