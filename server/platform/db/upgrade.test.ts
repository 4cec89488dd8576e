/** What an update does to rows of the version before: to sessions, to who signs in how, and to audit chains. */
import { deepEqual, equal } from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { keyChains, verifyChain, withChainKey } from '../audit/index.ts'
import { testEnvironment } from '../../testing/database.ts'
import { connectPostgres } from './connect.ts'
import { database } from './database.ts'
import { embedded } from './embedded.ts'
import { type Administer, migrate, migrations } from './migrate.ts'
import { administrator } from './postgres.ts'

const { postgresAdmin, postgresApp } = testEnvironment

/** A database of the version before: with the migrations that it had. */
async function before0070() {
  const old = migrations().filter(({ name }) => name < '0070')
  if (postgresAdmin && postgresApp) {
    const name = `upgrade_${randomBytes(6).toString('hex')}`
    const root = await administrator(postgresAdmin.replace('%', 'postgres'))
    await root.run(`create database ${name}`)
    const own = await administrator(postgresAdmin.replace('%', name))
    await migrate(own.run, old)
    const close = async (): Promise<void> => {
      await own.close()
      await root.run(`drop database ${name} with (force)`)
      await root.close()
    }
    const url = postgresApp.replace('%', name)
    const open = () => connectPostgres({ url, poolSize: 2, statementTimeoutMs: 30_000 })
    return { administer: own.run, close, open }
  }
  const driver = await embedded({ directory: null, template: null })
  await migrate(driver.administer, old)
  return {
    administer: driver.administer,
    close: driver.close,
    open: async () => ({ ...database(driver), close: async () => {} }),
  }
}

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [tenant, plain, social, provisioned] = [id(1), id(11), id(12), id(13)]
const joined = '2026-11-01T10:00:00Z'
const user = (of: string, email: string): string => `
  insert into users (id, email, name, password_hash, date_joined)
  values ('${of}', '${email}', 'A user', '$argon2id$', '${joined}');
  insert into memberships (tenant_id, id, user_id, role, date_joined)
  values ('${tenant}', gen_random_uuid(), '${of}', 'member', '${joined}');
  insert into refresh_families (id, user_id, tenant_id, current_hash, expires_at)
  values (gen_random_uuid(), '${of}', '${tenant}', 'x', now() + interval '1 day');
  insert into api_keys (tenant_id, id, user_id, name, prefix, hash, expires_at)
  values ('${tenant}', '${of}', '${of}', '${of}', 'pk', 'x', now() + interval '1 day');`

let administer: Administer
let installation: Awaited<ReturnType<typeof before0070>>
before(async () => {
  installation = await before0070()
  administer = installation.administer
  await administer(`
    insert into tenants (id, name) values ('${tenant}', 'Acme');
    insert into saml_domains (email_domain, tenant_id) values ('acme.example', '${tenant}');
    ${user(plain, 'plain@acme.example')}
    ${user(social, 'social@acme.example')}
    ${user(provisioned, 'provisioned@acme.example')}
    insert into user_identities (id, issuer, subject, user_id, email, inserted_at)
    values ('${id(21)}', 'https://issuer.example', 'made by it', '${social}', 'social@acme.example', '${joined}'),
           ('${id(22)}', 'https://issuer.example', 'added later', '${plain}', 'plain@acme.example', now());`)
  // As the version before wrote them: the hash is made of the row, and of nothing that is secret.
  let previous = Buffer.alloc(0)
  for (const [at, action, of, email] of [
    [1, 'users_create', plain, 'plain@acme.example'],
    [2, 'saml_finish', plain, 'plain@acme.example'],
    [3, 'saml_finish', provisioned, 'provisioned@acme.example'],
  ] as const) {
    await administer(`
      insert into audit_events (tenant_id, id, sequence, inserted_at, action, resource_type, resource_id, after, hash)
      values ('${tenant}', '${id(30 + at)}', ${at}, '${joined}', '${action}', 'users', '${of}',
              '{"email": "${email}"}', '')`)
    const [row] = await administer(`
      select jsonb_build_array(e.id, e.sequence, extract(epoch from e.inserted_at)::text, e.actor_id,
               e.credential_id, e.action, e.resource_type, e.resource_id, e.before, e.after, e.request_id)::text as text
        from audit_events e where e.sequence = ${at}`)
    previous = createHash('sha256').update(previous).update(String(row?.['text'])).digest()
    await administer(
      `update audit_events set hash = '\\x${previous.toString('hex')}' where sequence = ${at}`,
    )
  }
  await administer(`
    insert into audit_heads (tenant_id, sequence, hash)
    values ('${tenant}', 3, '\\x${previous.toString('hex')}')`)
  await migrate(administer)
})
after(() => installation.close())

const ids = async (query: string): Promise<unknown[]> =>
  (await administer(`select id from ${query} order by id`)).map((row) => row['id'])

test('sessions of the version before end, and API keys go on', async () => {
  deepEqual(await ids('refresh_families where not revoked'), [])
  deepEqual(await ids('api_keys where not revoked'), [plain, social, provisioned])
})

test('passwords stay, and whom an account elsewhere made a user has none', async () => {
  deepEqual(await ids(`users where password_hash = '!'`), [social])
  deepEqual(await ids('users where password_assigned or email_verified'), [])
})

test('whom the identity provider of a tenant brought in is still let in by it', async () => {
  deepEqual(await ids(`(select user_id as id from saml_users) s`), [provisioned])
})

test('an account elsewhere that a tenant may have added is in doubt, and still signs in', async () => {
  deepEqual(await ids('user_identities where in_doubt'), [id(22)])
})

test('a chain of audit events goes on under the key, and what was written before still counts', async () => {
  const key = { id: id(40), bytes: Buffer.alloc(32, 1) }
  const opened = withChainKey(await installation.open(), key)
  try {
    const verified = () => opened.inTenant(tenant, (tx) => verifyChain(tx, key))
    equal((await verified()).broken, 3) // there is no key in it yet
    deepEqual(await keyChains(opened, key), [])
    deepEqual(await verified(), { events: 4, broken: null, reason: null })
    await administer(`update audit_events set after = '{}' where sequence = 2`)
    equal((await verified()).broken, 2)
  } finally {
    await opened.close()
  }
})
