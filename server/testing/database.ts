/**
 * The database of a test file: one each, made from a template in a fifth of a second. Tenants keep tests apart.
 * `scripts/test.ts` makes the template and names it in the environment; without it the database is created from
 * scratch, which takes seconds.
 */
import { randomBytes } from 'node:crypto'
import { withChainKey } from '../platform/audit/index.ts'
import { compiledCode } from '../platform/compiled-code.ts'
import {
  connectEmbedded,
  connectPostgres,
  connectReplica,
  type Database,
} from '../platform/db/index.ts'
import { administrator } from '../platform/db/postgres.ts'
import { timed } from './transaction-times.ts'

export const templateDatabase = 'plumbline_template'

/** Where the runner's servers are; for tests that need a real one. */
export const testEnvironment = {
  /** A tar of an embedded data directory. */
  template: process.env['PLUMBLINE_TEST_TEMPLATE'] ?? null,
  /** `postgres://admin@host:port/%` and `postgres://login@host:port/%`, with % for the database. */
  postgresAdmin: process.env['PLUMBLINE_TEST_POSTGRES_ADMIN'] ?? null,
  postgresApp: process.env['PLUMBLINE_TEST_POSTGRES_APP'] ?? null,
  /** `host:port` of a connection pooler in front of it, which all but administrators use. */
  postgresPooler: process.env['PLUMBLINE_TEST_POSTGRES_POOLER'] ?? null,
  /** `host:port` of a standby of the server, for read-only transactions. */
  postgresReplica: process.env['PLUMBLINE_TEST_POSTGRES_REPLICA'] ?? null,
  redisPort: process.env['PLUMBLINE_TEST_REDIS_PORT'] ?? null,
  /** A PEM, so that worlds need not generate separate keys. */
  signingKey: process.env['PLUMBLINE_TEST_SIGNING_KEY'] ?? null,
}

export interface TestDatabase {
  readonly database: Database
  /** Its address, where it is PostgreSQL: for processes that the test starts. */
  readonly url: string | null
  /** The address is a connection pooler's. */
  readonly isPooled?: boolean
  /** As the administrator: planted faults, and looks past row-level security. */
  administer(script: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** The address of the same database on the standby, if there is one. */
function replicaOf(url: string): string | null {
  if (testEnvironment.postgresReplica === null) return null
  const replica = new URL(url)
  replica.host = testEnvironment.postgresReplica
  return replica.href
}

async function onPostgres(admin: string, app: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const at = (url: string, database: string): string => url.replace('%', database)
  const root = await administrator(at(admin, 'postgres'))
  await root.run(`create database ${name} template ${templateDatabase}`)
  const own = await administrator(at(admin, name))
  const { postgresPooler } = testEnvironment
  const isPooled = postgresPooler !== null
  const address = new URL(at(app, name))
  if (isPooled) address.host = postgresPooler
  const url = address.href
  const settings = { poolSize: 10, statementTimeoutMs: 30_000, isPooled }
  const primary = await connectPostgres({ ...settings, url })
  const replicaUrl = replicaOf(url)
  const database = replicaUrl
    ? connectReplica(primary, { ...settings, url: replicaUrl, maxLagMs: 10_000 })
    : primary
  if ('firstCheck' in database) await database.firstCheck
  const drop = async (): Promise<void> => {
    await database.close()
    await own.close()
    await root.run(`drop database if exists ${name} with (force)`)
    await root.close()
  }
  let dropped: Promise<void> | undefined
  return { database, url, isPooled, administer: own.run, close: () => (dropped ??= drop()) }
}

/** A PostgreSQL database without schema: nothing has been migrated. */
export interface EmptyDatabase {
  readonly adminUrl: string
  /** The address of the server's login. */
  readonly url: string
  drop(): Promise<void>
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { postgresAdmin, postgresApp } = testEnvironment
  if (!postgresAdmin || !postgresApp) throw new Error('The tests run without PostgreSQL.')
  const name = `empty_${randomBytes(6).toString('hex')}`
  const root = await administrator(postgresAdmin.replace('%', 'postgres'))
  await root.run(`create database ${name} template template0`)
  return {
    adminUrl: postgresAdmin.replace('%', name),
    url: postgresApp.replace('%', name),
    async drop() {
      await root.run(`drop database ${name} with (force)`)
      await root.close()
    },
  }
}

/** Of audit chains in tests that open no product; a product's own key takes precedence. */
const chainKey = { id: '00000000-0000-4000-8000-000000000001', bytes: Buffer.alloc(32, 1) }

/** A separate database for one test file, on the engine that the runner chose. */
export async function freshDatabase(): Promise<TestDatabase> {
  const made = await madeDatabase()
  return { ...made, database: withChainKey(made.database, chainKey) }
}

async function madeDatabase(): Promise<TestDatabase> {
  const { template, postgresAdmin, postgresApp } = testEnvironment
  if (postgresAdmin && postgresApp) return onPostgres(postgresAdmin, postgresApp)
  const database = await connectEmbedded({ directory: null, checkpointSeconds: 0, template })
  return {
    database: timed(database),
    url: null,
    administer: database.administer,
    close: () => database.close(),
  }
}

/** A database for processes that a test starts. */
export interface ProcessDatabase {
  /** What leads a process to it. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether several processes may use it at once, as on PostgreSQL. */
  readonly isShared: boolean
  close(): Promise<void>
}

/** For Node, before the program. */
export const processFlags: readonly string[] = ['--disable-warning=ExperimentalWarning']

/** The environment of a program that is to see none of our settings. */
export const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...compiledCode(),
})

/**
 * The database of processes whose data directory this is. The embedded one is as a first start leaves it:
 * creating it takes ten seconds of processor time.
 */
export async function processDatabase(directory: string): Promise<ProcessDatabase> {
  const { template, postgresAdmin } = testEnvironment
  if (postgresAdmin) {
    const { url, isPooled, close } = await freshDatabase()
    return {
      settings: {
        DATA_DIR: directory,
        ...(url && {
          DATABASE_URL: url,
          DATABASE_POOLER: String(isPooled === true),
          DATABASE_REPLICA_URL: replicaOf(url) ?? '',
        }),
      },
      isShared: true,
      close,
    }
  }
  if (template) {
    const made = await connectEmbedded({ directory, checkpointSeconds: 0, template })
    await made.close()
  }
  return { settings: { DATA_DIR: directory }, isShared: false, close: async () => {} }
}

let shared: Promise<TestDatabase> | undefined

/** The test file's database. It ends with the file. */
export const testDatabase = (): Promise<TestDatabase> => (shared ??= freshDatabase())

/** For the runner, after each file, whether the file closed it or not. */
export async function endTestDatabase(): Promise<void> {
  const ending = shared
  shared = undefined
  await (await ending)?.close()
}
