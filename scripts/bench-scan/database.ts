/** PostgreSQL for one account: a fresh database, the server's login, and what PostgreSQL counts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { migratePostgres } from '../../server/platform/db/index.ts'
import { administrator } from '../../server/platform/db/postgres.ts'
import { createLogin, type PostgresService } from '../services.ts'

export interface BenchDatabase {
  readonly url: string
  /** The process whose children do the work. */
  readonly pid: number
  /** Bytes of log and rows written since the server started, in all tables of the product. */
  written(): Promise<{ walBytes: number; rows: number }>
  close(): Promise<void>
}

export async function prepareLogin(service: PostgresService): Promise<void> {
  const root = await administrator(service.adminUrl())
  await root.run('create database first')
  await migratePostgres(service.adminUrl('first')) // makes the roles that the login is member of
  await root.run(createLogin)
  await root.close()
}

export async function freshDatabase(
  service: PostgresService,
  name: string,
): Promise<BenchDatabase> {
  const root = await administrator(service.adminUrl())
  await root.run(`create database ${name} template first`)
  await root.close()
  const own = await administrator(service.adminUrl(name))
  const [file] = await own.run("select split_part(pg_read_file('postmaster.pid'), chr(10), 1) pid")
  return {
    url: service.appUrl(name),
    pid: Number(file?.['pid']),
    async written() {
      // Connections that fall idle hand their counts over after ten seconds.
      await sleep(10_500)
      const [row] = await own.run(`
        select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text bytes,
               (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text
                  from pg_stat_user_tables
                 where relname ~ '^(findings|finding_|resources|resource_)') as rows`)
      return { walBytes: Number(row?.['bytes']), rows: Number(row?.['rows']) }
    },
    close: () => own.close(),
  }
}
