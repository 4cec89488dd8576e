import {
  createLogin,
  postgresProgram,
  redisProgram,
  type Service,
  startPostgres,
  startRedis,
} from './services.ts'
import { pgBouncerProgram, startPgBouncer } from './services/pgbouncer.ts'
import { startStandby } from './services/standby.ts'
import { counted, usesServers } from './test-files.ts'
import { nodeTests, usualAtATime } from './test-attempts.ts'
import { brokenOff, type Run } from './test-process.ts'
import { chosen } from './test-run.ts'
import { largeSample, largeSampleOnServers } from './test-sizes.ts'

/** Makes the database that every test file copies, and the login that the server uses. */
async function makeTemplate(adminUrl: (database?: string) => string): Promise<void> {
  const { migratePostgres } = await import('../server/platform/db/index.ts')
  const { administrator } = await import('../server/platform/db/postgres.ts')
  const { templateDatabase } = await import('../server/testing/database.ts')
  const admin = await administrator(adminUrl())
  try {
    await admin.run(`create database ${templateDatabase}`)
    await migratePostgres(adminUrl(templateDatabase))
    await admin.run(createLogin)
  } finally {
    await admin.close()
  }
}

const missing = (pooler: boolean): readonly string[] => [
  ...(postgresProgram() ? [] : ['PostgreSQL (Debian: postgresql)']),
  ...(redisProgram() ? [] : ['Redis (Debian: redis-server)']),
  ...(!pooler || pgBouncerProgram() ? [] : ['PgBouncer (Debian: pgbouncer)']),
]

/**
 * What can pass on the embedded database and fail on PostgreSQL or Valkey: transactions, locks, leases, several
 * processes, migrations, and the SQL of lists. The other tests run there when they are named, and with `--all`.
 */
export const differs: readonly string[] = [
  'server/platform/concurrency-limit',
  'server/platform/db/',
  'server/platform/http/limits',
  'server/platform/streams/model',
  'server/platform/streams/order',
  'server/platform/streams/valkey',
  'server/platform/tasks/',
  'server/platform/tenancy/',
  'server/platform/valkey/',
  'server/features/compliance/compliance',
  'server/features/compliance/model',
  'server/features/finding-groups/',
  'server/features/findings/',
  'server/features/integrations/outbox',
  'server/features/mutes/',
  'server/features/overviews/',
  'server/features/recording/',
  'server/features/resources/',
  'server/features/rollups/',
  'server/features/saved-views/',
  'server/features/scans/order',
  'server/features/scans/provider-queue',
  'server/features/scans/two-workers',
  'server/features/schedules/',
  'server/features/tasks/',
  'server/features/triage/',
  'server/testing/text-filters',
  'scripts/',
]

const canDiffer = (path: string): boolean => differs.some((part) => path.startsWith(part))

interface Options {
  readonly all?: boolean
  /** PgBouncer in transaction mode is between the servers under test and PostgreSQL. */
  readonly pooler?: boolean
  /** A standby runs the read-only transactions of the servers under test. */
  readonly replica?: boolean
  readonly absent?: readonly string[]
}

/** Runs the tests that use a database or Redis, on separate servers. Returns the exit status. */
export async function runPostgresTests(
  run: Run,
  { all = false, pooler = false, replica = false, absent = missing(pooler) }: Options = {},
): Promise<number> {
  if (absent.length > 0) {
    run.say(
      `SKIPPED: nothing was tested on real servers. Not installed: ${absent.join(' and ')}. ` +
        'Install what is missing and run this again.',
    )
    return run.isRequired ? 1 : 0
  }
  const files = chosen(
    run,
    '.test.ts',
    (path) => usesServers(run.root, path) && (all || run.filters.length > 0 || canDiffer(path)),
    [...largeSample, ...largeSampleOnServers],
  )
  if (files === null) return 1
  if (files.length === 0) return 0
  run.say(
    `${counted(files)} on PostgreSQL${pooler ? ' behind PgBouncer' : ''}${replica ? ' with a standby' : ''} and Redis, ${usualAtATime} processes at a time. Starting the servers …`,
  )
  const services: Service[] = []
  try {
    const postgres = await startPostgres()
    services.push(postgres)
    const redis = await startRedis()
    services.push(redis)
    await makeTemplate(postgres.adminUrl)
    const bouncer = pooler ? await startPgBouncer(postgres.port) : undefined
    if (bouncer) services.unshift(bouncer) // it stops before PostgreSQL
    const standby = replica ? await startStandby(postgres.port) : undefined
    if (standby) services.unshift(standby)
    if (run.signal.aborted) return brokenOff
    return await nodeTests(run, files, {
      PLUMBLINE_TEST_POSTGRES_ADMIN: postgres.adminUrl('%'),
      PLUMBLINE_TEST_POSTGRES_APP: postgres.appUrl('%'),
      ...(bouncer && { PLUMBLINE_TEST_POSTGRES_POOLER: `127.0.0.1:${bouncer.port}` }),
      ...(standby && { PLUMBLINE_TEST_POSTGRES_REPLICA: `127.0.0.1:${standby.port}` }),
      PLUMBLINE_TEST_REDIS_PORT: String(redis.port),
    })
  } finally {
    for (const service of services) await service.stop()
  }
}
