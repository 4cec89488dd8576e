/** What only a real server can show; on the embedded database there is nothing here to test. */
import { deepEqual, equal, match, notEqual, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect as connectTo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { freshDatabase, testEnvironment } from '../../testing/database.ts'
import { connectPostgres } from './connect.ts'
import { type DatabaseError, isPassing, UnfitDatabase } from './errors.ts'
import { migrations } from './migrate.ts'
import { administrator } from './postgres.ts'
import { scalar } from './rows.ts'
import { sql } from './sql.ts'

const { postgresAdmin, postgresApp } = testEnvironment
if (postgresAdmin && postgresApp) {
  const { database, url, isPooled, administer, close } = await freshDatabase()
  after(close)
  const address = url ?? ''
  const connect = async (to: string, statementTimeoutMs = 5_000): Promise<void> =>
    (await connectPostgres({ url: to, poolSize: 2, statementTimeoutMs, isPooled })).close()

  async function withLogin(attributes: string, use: (url: string, name: string) => Promise<void>) {
    const name = `login_${randomBytes(5).toString('hex')}`
    await administer(`create role ${name} login noinherit ${attributes}`)
    const own = new URL(address)
    own.username = name
    try {
      await use(own.href, name)
    } finally {
      await administer(
        `reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`,
      )
    }
  }

  const refused = (to: string, sentence: RegExp): Promise<void> =>
    rejects(connect(to), (error) => {
      equal(error instanceof UnfitDatabase, true, String(error))
      match((error as Error).message, sentence)
      return true
    })

  const tooMighty =
    /^The login \w+ of DATABASE_URL can bypass row-level security\. Run "plumbline migrate" with DATABASE_ADMIN_URL, and use a login that is a member of plumbline_app only\.$/

  test('a login that is a member of the serving role only is accepted', async () => {
    await withLogin('in role plumbline_app', (own) => connect(own))
  })

  test('a connection that the server refuses is a temporary failure', async () => {
    await withLogin('in role plumbline_app', async (own, name) => {
      const waiting = await connectPostgres({
        url: own,
        poolSize: 2,
        statementTimeoutMs: 5_000,
        isPooled,
      })
      await administer(`
        alter role ${name} nologin;
        select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`)
      const look = () => waiting.outsideTenants((tx) => tx.rows(sql`select 1`))
      const failures: unknown[] = []
      for (let attempt = 0; attempt < 3; attempt += 1) await look().catch((e) => failures.push(e))
      equal(failures.length, 3)
      equal(failures.every(isPassing), true, String(failures))
      await waiting.close()
    })
  })

  test('a wait for a lock ends before the statement times out, and can be retried', async () => {
    await administer('create table held (id int); grant select on held to plumbline_app')
    const waiting = await connectPostgres({
      url: address,
      poolSize: 2,
      statementTimeoutMs: 600,
      isPooled,
    })
    await administer('begin; lock table held')
    await rejects(
      waiting.outsideTenants((tx) => tx.rows(sql`select id from held`)),
      (error) => {
        equal((error as DatabaseError).code, '55P03')
        return isPassing(error)
      },
    )
    await administer('commit')
    await waiting.close()
  })

  test('a connection to a server that became read-only is replaced by a new one', async () => {
    const own = await connectPostgres({
      url: address,
      poolSize: 2,
      statementTimeoutMs: 5_000,
      isPooled,
    })
    const process = (): Promise<number> =>
      own.outsideTenants((tx) => scalar<number>(tx, sql`select pg_backend_pid()`))
    const before = await process()
    equal(await process(), before)
    const writes = own.outsideTenants(async (tx) => {
      await tx.run(sql`set transaction read only`)
      await tx.rows(sql`select create_tenant(${'00000000-0000-7000-8000-00000000000a'}, 'a')`)
    })
    await rejects(writes, { code: '25006' })
    notEqual(await process(), before)
    await own.close()
  })

  test('a server that answers nothing, as after a failover, is a lost connection', async () => {
    const { hostname, port } = new URL(address)
    let isSilent = false
    const proxy = createServer((client) => {
      const server = connectTo(Number(port), hostname)
      client.on('data', (bytes) => isSilent || server.write(bytes))
      server.on('data', (bytes) => isSilent || client.write(bytes))
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const)
        one.on('error', () => {}).on('close', () => other.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const through = new URL(address)
    through.hostname = '127.0.0.1'
    through.port = String((proxy.address() as AddressInfo).port)
    const own = await connectPostgres({
      url: through.href,
      poolSize: 2,
      statementTimeoutMs: 400,
      isPooled,
    })
    isSilent = true
    await rejects(
      own.outsideTenants((tx) => tx.rows(sql`select 1`)),
      { code: '08006' },
    )
    isSilent = false
    deepEqual(await own.outsideTenants((tx) => tx.rows(sql`select 1 as one`)), [{ one: 1 }])
    await own.close()
    proxy.close()
  })

  for (const [what, attributes] of [
    ['a superuser', 'superuser'],
    ['a login that bypasses row-level security', 'bypassrls in role plumbline_app'],
    ['a member of the owner of the tables', 'in role plumbline_app, plumbline_owner'],
    ['a member of the role of the definer functions', 'in role plumbline_app, plumbline_auth'],
    ['a login that reads all data', 'in role plumbline_app, pg_read_all_data'],
    ['a login that reads the server’s files', 'in role plumbline_app, pg_read_server_files'],
    ['a login that makes roles, and so could become any', 'createrole in role plumbline_app'],
    ['a login that may copy the whole cluster', 'replication in role plumbline_app'],
  ] as const) {
    test(`the server refuses to serve as ${what}`, () =>
      withLogin(attributes, (own) => refused(own, tooMighty)))
  }

  test('the server refuses to serve as the owner of the database', () =>
    withLogin('in role plumbline_app', async (own, name) => {
      const [base] = await administer('select current_database() as name')
      await administer(`alter database ${String(base?.['name'])} owner to ${name}`)
      await refused(own, tooMighty)
    }))

  test('a login that is no member of the serving role gets the command to run', () =>
    withLogin('', (own) =>
      refused(
        own,
        /is not prepared \(permission denied.*Run "plumbline migrate" with DATABASE_ADMIN_URL/,
      ),
    ))

  test('for a database without migrations the error names the command to run', async () => {
    const root = await administrator(postgresAdmin.replace('%', 'postgres'))
    const name = `bare_${randomBytes(6).toString('hex')}`
    await root.run(`create database ${name} template template0`)
    await refused(
      postgresApp.replace('%', name),
      /^The database of DATABASE_URL is not prepared \(.*migrations.*\)\. Run "plumbline migrate"/,
    )
    await root.run(`drop database ${name} with (force)`)
    await root.close()
  })

  test('for a database that lacks a migration the error names it', async () => {
    const newest = migrations().at(-1)?.name ?? ''
    await administer(`create table kept as select * from migrations where name = '${newest}'`)
    await administer(`delete from migrations where name = '${newest}'`)
    await refused(address, new RegExp(`^The database lacks ${newest}\\. Run "plumbline migrate"`))
    await administer('insert into migrations select * from kept')
    await administer('drop table kept')
    await connect(address)
  })

  test('a statement that takes too long is stopped, and its connection serves on', async () => {
    const hasty = await connectPostgres({
      url: address,
      poolSize: 2,
      statementTimeoutMs: 200,
      isPooled,
    })
    await rejects(
      hasty.outsideTenants((tx) => tx.rows(sql`select pg_sleep(10)`)),
      { code: '57014' },
    )
    equal((await hasty.outsideTenants((tx) => tx.single<{ n: number }>(sql`select 1 as n`))).n, 1)
    await hasty.close()
  })

  test('a connection that dies fails its transaction with a passing error, and the pool replaces it', async () => {
    const small = await connectPostgres({
      url: address,
      poolSize: 2,
      statementTimeoutMs: 5_000,
      isPooled,
    })
    const backend = sql`select pg_backend_pid() as pid`
    await rejects(
      small.outsideTenants(async (tx) => {
        const { pid } = await tx.single<{ pid: number }>(backend)
        await administer(`select pg_terminate_backend(${pid})`)
        await tx.rows(sql`select pg_sleep(1)`)
      }),
      (error) => isPassing(error),
    )
    const idle = await small.outsideTenants((tx) => tx.single<{ pid: number }>(backend))
    await administer(`select pg_terminate_backend(${idle.pid})`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    equal((await small.outsideTenants((tx) => tx.single<{ n: number }>(sql`select 1 as n`))).n, 1)
    await small.close()
  })

  test('a plan that a migration made void is made anew, on every connection, without an error', async () => {
    await administer(`
      create table cached_plans (id int primary key, said text not null);
      insert into cached_plans values (1, '7');
      grant select on cached_plans to plumbline_app`)
    // Of ten connections two are for leases, and a quarter of the others for one tenant's share.
    const two = await connectPostgres({
      url: address,
      poolSize: 10,
      statementTimeoutMs: 5_000,
      isPooled,
    })
    const read = (): Promise<unknown[]> =>
      two.outsideTenants(async (tx) => {
        const [row] = await tx.rows<{ said: unknown; pid: number }>(
          sql`select k.said, pg_backend_pid() as pid from cached_plans k where k.id = ${1}`,
        )
        await tx.rows(sql`select pg_sleep(0.05)`) // so that both connections are taken
        return [row?.said, row?.pid]
      })
    const both = async (): Promise<unknown[][]> => {
      const [one = [], other = []] = await Promise.all([read(), read()])
      notEqual(one[1], other[1])
      return [one, other]
    }
    for (let time = 0; time < 10; time += 1) await both()
    await administer('alter table cached_plans alter said type int using said::int')
    deepEqual(
      (await both()).map(([said]) => said),
      [7, 7],
    )
    await two.close()
    await administer('drop table cached_plans')
  })

  test('the error for an unreachable server has its address', async () => {
    const nowhere = new URL(address)
    nowhere.port = '1'
    const message = /^The database of DATABASE_URL, at [^/]+:1, cannot be used: /
    await rejects(connect(nowhere.href), { name: 'UnfitDatabase', message })
  })

  test('only migrations administer, never the server', () => {
    equal('administer' in database, false)
  })
}
