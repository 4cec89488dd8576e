/**
 * Servers that read from a standby, on separate PostgreSQL servers. `npm run test:postgres -- --replica` runs the tests of
 * the product in this way.
 */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { migratePostgres } from '../server/platform/db/index.ts'
import { connectPostgres, connectReplica } from '../server/platform/db/connect.ts'
import type { Database } from '../server/platform/db/index.ts'
import type { Reads } from '../server/platform/db/replica.ts'
import { administrator } from '../server/platform/db/postgres.ts'
import type { Tx } from '../server/platform/db/port.ts'
import { sql } from '../server/platform/db/sql.ts'
import { newId } from '../server/platform/ids.ts'
import { eventually } from '../server/testing/eventually.ts'
import { type Logged, type World, world } from '../server/testing/world.ts'
import { createLogin, type PostgresService, startPostgres } from './services.ts'
import { type Standby, startStandby } from './services/standby.ts'

const isHere = process.env['PLUMBLINE_TEST_POSTGRES_ADMIN'] !== undefined
const name = 'plumbline'
const readOnly = { readOnly: true } as const
const aTenant = '00000000-0000-4000-8000-000000000001'

let primary: PostgresService
let standby: Standby
const urlOf = (port: number): string =>
  primary.appUrl(name).replace(`:${primary.port}/`, `:${port}/`)

/** A way to a server that can be stalled: it then accepts, and transfers nothing. */
async function proxyTo(port: number) {
  const sockets: Socket[] = []
  let isStalled = false
  const server = createServer((client) => {
    const remote = connect(port, '127.0.0.1')
    sockets.push(client, remote)
    for (const socket of [client, remote]) socket.on('error', () => {})
    if (!isStalled) client.pipe(remote).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stall(): void {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    end(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

interface Opened {
  readonly database: Database
  readonly reads: Reads
  readonly logged: Logged[]
}

async function open(url: string, replicaUrl: string, maxLagMs: number): Promise<Opened> {
  const logged: Logged[] = []
  const record =
    (level: Logged['level']) =>
    (event: string, facts = {}): void =>
      void logged.push({ level, event, facts })
  const log = { info: record('info'), warn: record('warn'), error: record('error') }
  const settings = { poolSize: 6, statementTimeoutMs: 10_000 }
  const database = connectReplica(await connectPostgres({ ...settings, url }), {
    ...settings,
    url: replicaUrl,
    maxLagMs,
    log,
  })
  await database.firstCheck
  const { reads } = database.activity
  if (!reads) throw new Error('The database counts no reads.')
  return { database, reads, logged }
}

const portOfServer = sql`select current_setting('port')::int as port`

/** The server that runs the transaction. */
const portOf = async (database: Database): Promise<number> => {
  const run = (tx: Tx) => tx.single<{ port: number }>(portOfServer)
  return (await database.inTenant(aTenant, run, readOnly)).port
}

/** A read can run on the primary now and then: its position can be within a record. */
const reading = (database: Database, port: number) =>
  eventually(`reads at port ${port}`, async () => (await portOf(database)) === port)

const reasons = ({ logged }: Opened): string[] =>
  logged
    .filter(({ event }) => event === 'replica is not used')
    .map(({ facts }) => String((facts['error'] as Error).message))

if (isHere) {
  before(async () => {
    primary = await startPostgres()
    const admin = await administrator(primary.adminUrl())
    await admin.run(`create database ${name}`)
    await migratePostgres(primary.adminUrl(name))
    await admin.run(`create database other template ${name}`)
    await admin.run(createLogin)
    await admin.close()
    standby = await startStandby(primary.port)
  })
  after(async () => {
    await standby.stop()
    await primary.stop()
  })

  test('a client reads its writes from the standby, and from the primary while the standby lags', async () => {
    const { database, reads, logged } = await open(primary.appUrl(name), urlOf(standby.port), 5_000)
    const test = { database, url: null, administer: async () => [], close: async () => {} }
    const w: World = await world({ test })
    const aliases = async (): Promise<string[]> =>
      (await w.acme.get('/providers?sort=uid')).items.map((one) => one.text('uid'))
    const uids: string[] = []
    for (let account = 1; account <= 10; account += 1) {
      const uid = String(100_000_000_000 + account)
      await w.acme.make('/providers', 'providers', { provider: 'aws', uid })
      uids.push(uid)
      deepEqual(await aliases(), uids)
    }
    ok(reads.replica >= 5, 'the standby runs most of the lists')
    equal(reads.failed, 0)
    await w.close()
    await database.close()
    deepEqual(
      logged.map(({ event }) => event),
      ['replica is used for read-only transactions'],
    )
  })

  test('a standby that lags is not waited for, and is used again when it has caught up', async () => {
    const opened = await open(primary.appUrl(name), urlOf(standby.port), 50)
    const { database, reads } = opened
    await reading(database, standby.port)
    await standby.pause()
    try {
      await database.outsideTenants((tx) => tx.rows(sql`select create_tenant(${newId()}, 'later')`))
      await eventually('the standby is not used', async () => {
        equal(await portOf(database), primary.port)
        return reasons(opened).length > 0
      })
      const { behind } = reads
      equal(await portOf(database), primary.port)
      equal(reads.behind, behind, 'the next read does not wait')
    } finally {
      await standby.resume()
    }
    await reading(database, standby.port)
    deepEqual(reasons(opened), ['The standby lags more than 50 ms.'])
    await database.close()
  })

  test('writes and transactions that may write run on the primary', async () => {
    const { database } = await open(primary.appUrl(name), urlOf(standby.port), 5_000)
    const expected = [{ port: primary.port }]
    deepEqual(await database.inTenant(aTenant, (tx) => tx.rows(portOfServer)), expected)
    deepEqual(await database.outsideTenants((tx) => tx.rows(portOfServer), readOnly), expected)
    await rejects(
      database.inTenant(aTenant, (tx) => tx.run(sql`delete from tasks`), readOnly),
      /read-only transaction/,
    )
    await database.close()
  })

  test('a standby that ends during a transaction loses no request', async () => {
    const other = await startStandby(primary.port)
    const { database, reads } = await open(primary.appUrl(name), urlOf(other.port), 5_000)
    let isStopped = false
    const read = async (tx: Tx): Promise<number> => {
      const { port } = await tx.single<{ port: number }>(portOfServer)
      if (port !== other.port) return port
      await other.stop()
      isStopped = true
      return (await tx.single<{ port: number }>(portOfServer)).port
    }
    await eventually('a read on the standby', async () => {
      equal(await database.inTenant(aTenant, read, readOnly), primary.port)
      return isStopped
    })
    equal(reads.failed, 1)
    equal(await portOf(database), primary.port)
    await database.close()
  })

  test('a standby that stops answering delays reads by seconds, and later reads not at all', async () => {
    const line = await proxyTo(standby.port)
    const { database, reads } = await open(primary.appUrl(name), urlOf(line.port), 100)
    await reading(database, standby.port)
    const { replica } = reads
    line.stall()
    deepEqual(
      await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => portOf(database))),
      Array.from({ length: 7 }, () => primary.port),
    )
    equal(await portOf(database), primary.port)
    equal(reads.replica, replica)
    line.end()
    await database.close()
  })

  test('a server that is not a standby of the primary is never used', async () => {
    const other = await startStandby(primary.port)
    const admin = await administrator(urlOf(other.port).replace(/\/\/[^@]*@/, '//admin@'))
    await admin.run('select pg_promote()')
    // The promoted server is the primary now, and the first standby follows the one before, which writes on.
    const left = await administrator(primary.adminUrl(name))
    await left.run('create table later (n int); insert into later select generate_series(1, 10000)')
    const old = await open(urlOf(other.port), urlOf(standby.port), 5_000)
    const itself = await open(primary.appUrl(name), primary.appUrl(name), 5_000)
    const unsafe = await open(
      primary.appUrl(name),
      urlOf(standby.port).replace(/\/\/[^@]*@/, '//admin@'),
      5_000,
    )
    const absent = await open(primary.appUrl(name), urlOf(1), 5_000)
    const another = await open(
      primary.appUrl(name),
      urlOf(standby.port).replace(/\w+$/, 'other'),
      5_000,
    )
    const copy = await startStandby(primary.port, { isCopy: true })
    await left.run('insert into later select generate_series(1, 10000)')
    const current = await open(primary.appUrl(name), urlOf(standby.port), 5_000)
    await reading(current.database, standby.port) // it has replayed what the copy lacks
    const restored = await open(urlOf(copy.port), urlOf(standby.port), 5_000)
    equal(await portOf(old.database), other.port)
    equal(await portOf(restored.database), copy.port)
    for (const { database } of [itself, unsafe, absent, another])
      equal(await portOf(database), primary.port)
    deepEqual(reasons(old), ['The standby does not follow the database of DATABASE_URL.'])
    deepEqual(reasons(itself), ['The server of DATABASE_REPLICA_URL is not a standby.'])
    match(
      String(reasons(unsafe)),
      /^The login admin of DATABASE_REPLICA_URL can bypass row-level security\./,
    )
    equal(reasons(absent).length, 1)
    deepEqual(reasons(another), ['The standby does not follow the database of DATABASE_URL.'])
    deepEqual(reasons(restored), ['The standby is ahead of the primary of DATABASE_URL.'])
    for (const { database } of [old, itself, unsafe, absent, another, current, restored])
      await database.close()
    await copy.stop()
    for (const session of [admin, left]) await session.close()
    await other.stop()
  })
}
