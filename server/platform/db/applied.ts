/** Which migrations a database has had, and whether this version can use it. */
import { isOlder, version } from '../version.ts'
import { UnfitDatabase } from './errors.ts'
import { type Administer, type Migration, migrations, missing } from './migrate.ts'

export interface Applied {
  readonly name: string
  /** The oldest version that can use the database after it; null if each can. */
  readonly breaks_before: string | null
}

/** Reads `Applied`. A database from before migration 0043 has no column `breaks_before`. */
export const appliedText = `
  select m.name, to_jsonb(m) ->> 'breaks_before' as breaks_before
    from migrations m
   order by m.name`

export async function appliedTo(administer: Administer): Promise<readonly Applied[]> {
  const [ledger] = await administer(`select to_regclass('public.migrations') is not null as found`)
  return ledger?.['found'] === true ? ((await administer(appliedText)) as unknown as Applied[]) : []
}

/** The names that `migrate` would apply. */
export const missingIn = (applied: readonly Applied[]): string[] =>
  missing(new Set(applied.map(({ name }) => name)))

/**
 * Returns the newest migration that only a newer version knows, or null. An older version can use a database with
 * such migrations, for a rollback without a restore, unless one of them says that it breaks this version. Throws
 * `UnfitDatabase` with a sentence about `place`.
 */
export function checkApplied(
  applied: readonly Applied[],
  place: string,
  program = version,
): string | null {
  const known = new Set(migrations().map(({ name }) => name))
  const unknown = applied.filter(({ name }) => !known.has(name))
  const newest = unknown.at(-1)
  if (!newest) return null
  if (applied.some(({ name }) => name === '0003_account_functions.sql')) {
    throw new UnfitDatabase(
      `The database ${place} is from before the first release and cannot be migrated. Move its directory away to start with an empty one, or read it with the commit 4bcdf4d1.`,
    )
  }
  const breaking = unknown.findLast(
    ({ breaks_before }) => breaks_before !== null && isOlder(program, breaks_before),
  )
  if (breaking) {
    throw new UnfitDatabase(
      `The database ${place} was migrated by a newer version. ${breaking.name} requires version ${breaking.breaks_before} or newer, and this is ${program}. Start a newer version, or restore a dump from before the upgrade.`,
    )
  }
  const [absent] = missingIn(applied)
  if (absent !== undefined) {
    throw new UnfitDatabase(
      `The database ${place} was migrated by another version: it has ${newest.name} and lacks ${absent}. Start the newest version.`,
    )
  }
  return newest.name
}

/**
 * Refuses a migration that breaks older programs while any program is connected: servers look at the migrations only when
 * they start.
 */
export async function checkDisconnected(
  administer: Administer,
  applied: readonly Applied[],
  list: readonly Migration[] = migrations(),
): Promise<void> {
  const had = new Set(applied.map(({ name }) => name))
  const breaking = list.find(({ name, breaks_before }) => breaks_before && !had.has(name))
  if (!breaking || applied.length === 0) return
  const [row] = await administer(`
    select count(*)::int as sessions
      from pg_stat_activity a
     where a.datname = current_database() and pg_has_role(a.usename, 'plumbline_app', 'member')
       and not (select rolsuper from pg_roles r where r.rolname = a.usename)`)
  const sessions = Number(row?.['sessions'])
  if (sessions > 0)
    throw new UnfitDatabase(
      `${breaking.name} breaks versions before ${breaking.breaks_before}. Stop all servers and workers first, and the connection pooler: ${sessions} connections are open.`,
    )
}
