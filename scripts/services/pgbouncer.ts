/** PgBouncer in transaction mode, in front of a PostgreSQL server of `services.ts`. */
import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  answering,
  ended,
  find,
  freePort,
  type Service,
  spawnIn,
  unprivileged,
} from '../services.ts'

/** A pooler on one port, which can be killed, started again and led to another server. */
export interface PgBouncer extends Service {
  /** The same address with the port of the pooler. */
  through(url: string): string
  /** Ends by SIGKILL, with the connections of all clients. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Connections that are opened from now on lead to this port. */
  lead(port: number): void
}

export const pgBouncerProgram = (): string | undefined => find('pgbouncer', ['/usr/sbin'])

/**
 * Logins are looked up in PostgreSQL when a client connects, because tests create them. The driver prepares no named
 * statements behind a pooler, so `max_prepared_statements`, which PgBouncer has since 1.21, is not required.
 */
const configuration = (port: number, postgresPort: number, folder: string): string => `
[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pidfile = ${join(folder, 'pid')}
logfile = ${join(folder, 'log')}
auth_type = trust
auth_file = ${join(folder, 'users')}
auth_user = admin
auth_query = select usename, coalesce(passwd, '') from pg_shadow where usename = $1
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 40
server_login_retry = 1
server_connect_timeout = 5
query_wait_timeout = 15
log_connections = 0
log_disconnections = 0
`

export async function startPgBouncer(postgresPort: number): Promise<PgBouncer> {
  const program = pgBouncerProgram()
  if (!program) throw new Error('PgBouncer is not installed (Debian: pgbouncer).')
  const user = unprivileged() // PgBouncer refuses root
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const write = (to: number): void => writeFileSync(file, configuration(port, to, folder))
  write(postgresPort)
  writeFileSync(join(folder, 'users'), '"admin" ""\n')
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const clear = (): void => rmSync(folder, { recursive: true, force: true })
  let child: ChildProcess
  const start = async (): Promise<void> => {
    rmSync(join(folder, 'pid'), { force: true }) // it refuses to start with the file of a killed one
    child = spawnIn(folder, program, ['-q', file], user)
    await answering(port, child, { folder })
  }
  try {
    await start()
  } catch (error) {
    clear()
    throw error
  }
  return {
    port,
    start,
    through(url) {
      const own = new URL(url)
      own.port = String(port)
      return own.href
    },
    kill: () => ended(child, 'SIGKILL'),
    lead(to) {
      write(to)
      child.kill('SIGHUP')
    },
    async stop() {
      await ended(child, 'SIGTERM')
      clear()
    },
  }
}
