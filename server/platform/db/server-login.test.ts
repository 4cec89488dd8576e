/** The login that migrations prepare; roles exist only on a real server. */
import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { freshDatabase, testEnvironment } from '../../testing/database.ts'
import { connectPostgres, migratePostgres } from './connect.ts'
import { UnfitDatabase } from './errors.ts'
import { quoted } from './migrate.ts'
import { prepareServerLogin, scramVerifier } from './server-login.ts'

const password = 'correct horse battery'

test('a verifier is the one that PostgreSQL makes of the same password and salt', () => {
  // Made by PostgreSQL 15: set password_encryption = 'scram-sha-256'; create role … password '…'.
  equal(
    scramVerifier(password, Buffer.from('9LscGaL6eMvoNnkBpHGUdA==', 'base64')),
    'SCRAM-SHA-256$4096:9LscGaL6eMvoNnkBpHGUdA==$NG9Gp1vc4x/f372lwPT15DZ3pYsvkBQgmr+NuETRRVk=:s6Jd/WaeQk56hHOdQNR8oAQhR7pFV3eRQ6wcyLzrmMM=',
  )
})

const { postgresAdmin, postgresApp } = testEnvironment
if (postgresAdmin && postgresApp) {
  const { url, administer, close } = await freshDatabase()
  after(close)
  const { pathname } = new URL(url ?? '')
  const address = new URL(postgresApp.replace('/%', pathname)) // a pooler would verify passwords itself
  const admin = new URL(postgresAdmin.replace('/%', pathname))

  async function withName(
    work: (name: string, quotedName: string) => Promise<void>,
    name = `prepared_${randomBytes(5).toString('hex')}`,
  ): Promise<void> {
    const quotedName = `"${name.replaceAll('"', '""')}"`
    try {
      await work(name, quotedName)
    } finally {
      await administer(`drop role if exists ${quotedName}`)
    }
  }

  const roleOf = async (name: string) => {
    const [row] = await administer(`
      select rolcanlogin, rolinherit, rolpassword,
             array(select pg_get_userbyid(roleid)::text from pg_auth_members where member = a.oid) as roles
        from pg_authid a where rolname = ${quoted(name)}`)
    return row
  }

  /** Until `work` ends, the server requires a password from this role; from all others it requires none. */
  async function requiringPassword(name: string, work: () => Promise<void>): Promise<void> {
    const rules = (...first: string[]): Promise<unknown> =>
      administer(`
        do $do$ begin
          execute format(
            'copy (select unnest(%L::text[])) to %L',
            array[${[...first, 'local all all trust', 'host all all all trust'].map(quoted).join()}],
            current_setting('hba_file'));
        end $do$;
        select pg_reload_conf(), pg_sleep(0.3)`)
    await rules(`host all ${name} all scram-sha-256`)
    await work().finally(() => rules())
  }

  const connect = async (user: string, secret: string): Promise<void> => {
    const own = new URL(address)
    Object.assign(own, { username: user, password: encodeURIComponent(secret) })
    const database = await connectPostgres({
      url: own.href,
      poolSize: 2,
      statementTimeoutMs: 5_000,
    })
    await database.close()
  }

  test('migrate creates a login with which a server starts, and changes its password when it runs again', () =>
    withName(async (name) => {
      await migratePostgres(admin.href, { name, password })
      const { rolpassword, ...role } = (await roleOf(name)) ?? {}
      deepEqual(role, { rolcanlogin: true, rolinherit: false, roles: ['plumbline_app'] })
      match(String(rolpassword), /^SCRAM-SHA-256\$4096:/)
      await requiringPassword(name, async () => {
        await connect(name, password)
        await rejects(connect(name, 'another password'), /password authentication failed/)
        await migratePostgres(admin.href, { name, password: 'another password' })
        await connect(name, 'another password')
        await rejects(connect(name, password), /password authentication failed/)
      })
    }))

  test('migrate without a login creates none', async () => {
    const count = async (): Promise<unknown> =>
      (await administer(`select count(*)::int as n from pg_roles where rolname ~ '^prepared_'`))[0]
    const before = await count()
    await migratePostgres(admin.href)
    deepEqual(await count(), before)
  })

  test('the password is in no statement, and PostgreSQL stores the verifier as it was sent', () =>
    withName(async (name) => {
      const scripts: string[] = []
      const recording = (script: string) => {
        scripts.push(script)
        return administer(script)
      }
      await prepareServerLogin(recording, { name, password })
      const sent = scripts.join('\n')
      doesNotMatch(sent, /correct horse/)
      equal(sent.includes(String((await roleOf(name))?.['rolpassword'])), true)
    }))

  test('a name with quotes is the name of a role and no SQL', () =>
    withName(
      async (name) => {
        await prepareServerLogin(administer, { name, password })
        await prepareServerLogin(administer, { name, password })
        deepEqual((await roleOf(name))?.['roles'], ['plumbline_app'])
      },
      `it's "a" superuser; --${randomBytes(3).toString('hex')}`,
    ))

  test('two databases of one cluster can prepare their login at the same time', () =>
    withName(async (name) => {
      await Promise.all([1, 2, 3].map(() => migratePostgres(admin.href, { name, password })))
      deepEqual((await roleOf(name))?.['roles'], ['plumbline_app'])
    }))

  for (const [attributes, right] of [
    ['login superuser', /must not have: SUPERUSER\. Remove them, or set DATABASE_SERVER_USER/],
    ['login bypassrls', /must not have: BYPASSRLS\. /],
    ['login createrole createdb replication', /: CREATEROLE, CREATEDB, REPLICATION\. /],
    ['login in role plumbline_app, pg_read_all_data', /: membership of pg_read_all_data\. /],
    ['login in role plumbline_owner', /: membership of plumbline_owner\. /],
    ['nologin', /^The role \w+ exists and cannot log in\. Run "alter role "\w+" login", or set/],
  ] as const)
    test(`an existing role with ${attributes} is refused and remains as it is`, () =>
      withName(async (name, role) => {
        await administer(`create role ${role} ${attributes}`)
        const before = await roleOf(name)
        await rejects(prepareServerLogin(administer, { name, password }), (error) => {
          equal(error instanceof UnfitDatabase, true, String(error))
          match((error as Error).message, right)
          return true
        })
        deepEqual(await roleOf(name), before)
      }))

  test('the roles of the migrations are refused as logins', async () => {
    for (const name of ['plumbline_app', 'plumbline_owner', 'plumbline_auth'])
      await rejects(prepareServerLogin(administer, { name, password }), /exists and cannot log in/)
  })
}
