import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { readConfig } from '../../config.ts'
import { signUpOf } from '../../sign-up.ts'
import { start } from '../../main.ts'
import { silent } from '../../platform/log.ts'
import {
  type Answered,
  Client,
  freshDatabase,
  password,
  type TestDatabase,
  testDatabase,
  withoutLimits,
  type World,
  world,
} from '../../testing/index.ts'
import { prove } from '../../testing/proven.ts'
import { configure, signIn as signInBySaml } from './saml/testing/browser.ts'
import { IdentityProvider } from './saml/testing/identity-provider.ts'
import {
  externalProviders,
  settings as social,
  signIn as signInByIssuer,
} from './social/testing/external-providers.ts'

/** Open, over the same database as the servers below: tenants and users to have. */
let w: World
const provider = new IdentityProvider()
before(async () => {
  w = await world({ test: await testDatabase() })
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** A server with these settings, and an anonymous client. */
async function server(
  t: TestContext,
  { database }: TestDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<Client> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const ENCRYPTION_KEY = w.config.encryptionKey ?? ''
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    WORKER: 'no',
    ENCRYPTION_KEY,
    ...withoutLimits,
    ...social,
    ...settings,
  })
  const product = await start({ config, database, log: silent, egress: externalProviders })
  t.after(async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return new Client(`${product.address}/api/v1`)
}

const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const faultOf = ({ status, fault }: Answered) => [status, fault.code]
const closed = [403, 'sign_up_closed']
const signUp = (at: Client, email: string, token?: string): Promise<Answered> =>
  at.ask('POST', `/users${token === undefined ? '' : `?invitation_token=${token}`}`, {
    data: { type: 'users', attributes: { name: 'Somebody', email, password } },
  })
const as = (at: Client, answer: Answered): Client =>
  new Client(at.base, { ...at, authorization: `Bearer ${answer.item.text('access')}` })
const signIn = async (at: Client, email: string): Promise<Client> =>
  as(
    at,
    await at.ask('POST', '/tokens', { data: { type: 'tokens', attributes: { email, password } } }),
  )
const found = (client: Client): Promise<Answered> =>
  client.ask('POST', '/tenants', { data: { type: 'tenants', attributes: { name: 'Another' } } })

/** The token of an invitation into the tenant of `owner`. */
async function invitation(owner: Client, email: string): Promise<string> {
  const role = await owner.make('/roles', 'roles', { name: `guests ${email}` })
  const roles = [{ type: 'roles', id: role.id }]
  const made = await owner.make('/tenants/invitations', 'invitations', { email }, { roles })
  return made.text('token')
}
const account = (email: string) => ({ sub: email, email, email_verified: true })

const defaults: readonly [settings: Record<string, string>, whom: string][] = [
  [{}, 'open'],
  [{ HOST: 'localhost' }, 'open'],
  [{ HOST: '::1' }, 'open'],
  [{ HOST: '127.8.9.1' }, 'open'],
  [{ HOST: '0.0.0.0' }, 'invited'],
  [{ HOST: '::' }, 'invited'],
  [{ HOST: '127.0.0.1.example.com' }, 'invited'],
  [{ PUBLIC_URL: 'https://scan.example.com' }, 'invited'],
  [{ TRUSTED_PROXIES: 'loopback' }, 'invited'],
  [{ HOST: '0.0.0.0', SIGN_UP: 'open' }, 'open'],
  [{ SIGN_UP: 'closed' }, 'closed'],
]
for (const [settings, whom] of defaults)
  test(`with ${JSON.stringify(settings)} sign-up is ${whom}`, () => {
    assert.equal(signUpOf(readConfig(settings)), whom)
  })

test('on a fresh server that others reach the first who signs up founds the first tenant, and nobody after', async (t) => {
  const empty = await freshDatabase()
  t.after(() => empty.close())
  const at = await server(t, empty, { PUBLIC_URL: 'https://scan.example.com' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(at, fresh())))
  const statuses = answers.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [201, 403, 403, 403, 403, 403])
  const late = await signUp(at, fresh())
  assert.deepEqual(faultOf(late), closed)
  const tenants = await empty.administer('select count(*)::int as count from tenants')
  assert.deepEqual(tenants, [{ count: 1 }])
})

test('and of a first sign-in by a provider and a first sign-up one gets in', async (t) => {
  const empty = await freshDatabase()
  t.after(() => empty.close())
  const at = await server(t, empty, { SIGN_UP: 'invited' })
  const [one, other] = await Promise.all([
    signUp(at, fresh()),
    signInByIssuer({ ...w, base: at.base, anonymous: at }, account(fresh())),
  ])
  assert.deepEqual([one.status < 300, other.status < 300].toSorted(), [false, true])
})

test('a server that is closed lets not even a first one in', async (t) => {
  const empty = await freshDatabase()
  t.after(() => empty.close())
  const at = await server(t, empty, { SIGN_UP: 'closed' })
  assert.deepEqual(faultOf(await signUp(at, fresh())), closed)
})

test('by invitation only: a good token lets one in, a bad one and none do not, and the answer does not reveal whether a user exists', async (t) => {
  const at = await server(t, w.test, { SIGN_UP: 'invited' })
  const email = fresh()
  assert.deepEqual(faultOf(await signUp(at, email)), closed)
  const known = await signUp(at, w.acme.email)
  assert.deepEqual(faultOf(known), closed, 'as for an address of nobody')
  assert.equal((await signUp(at, email, 'made-up')).status, 404)
  const token = await invitation(w.acme, email)
  assert.equal((await signUp(at, fresh(), token)).status, 404, 'it is for one address')
  assert.equal((await signUp(at, email, token)).status, 201)
  assert.equal((await signUp(at, fresh(), token)).status, 404)
})

test('nor does a provider of sign-in let somebody new in without an invitation', async (t) => {
  const at = await server(t, w.test, { SIGN_UP: 'invited' })
  const there = { ...w, base: at.base, anonymous: at }
  const email = fresh()
  assert.deepEqual(faultOf(await signInByIssuer(there, account(email))), closed)
  const invitation_token = await invitation(w.acme, email)
  const more = { invitation_token }
  assert.equal((await signInByIssuer(there, account(email), { more })).status, 200)
  assert.equal((await signInByIssuer(there, account(email))).status, 200, 'he is known now')
})

test('a tenant’s own provider brings its people in where one is invited, and not where it is closed', async (t) => {
  const domain = await configure(await w.user(), provider)
  const invited = await server(t, w.test, { SIGN_UP: 'invited' })
  const shut = await server(t, w.test, { SIGN_UP: 'closed' })
  const known = { nameId: `known@${domain}` }
  assert.equal((await signInBySaml(invited, domain, provider, known)).status, 200)
  assert.equal((await signInBySaml(shut, domain, provider, known)).status, 200)
  const fault = faultOf(await signInBySaml(shut, domain, provider, { nameId: `new@${domain}` }))
  assert.deepEqual(fault, closed)
})

test('closed: nobody comes by an invitation or a provider, and who is there signs in and joins', async (t) => {
  const at = await server(t, w.test, { SIGN_UP: 'closed' })
  const there = { ...w, base: at.base, anonymous: at }
  const email = fresh()
  const token = await invitation(w.acme, email)
  assert.deepEqual(faultOf(await signUp(at, email, token)), closed)
  const more = { invitation_token: token }
  assert.deepEqual(faultOf(await signInByIssuer(there, account(email), { more })), closed)
  const user = await w.user()
  const client = await signIn(at, user.email)
  const invitation_token = await invitation(w.acme, user.email)
  const accepted = await client.ask('POST', '/invitations/accept', {
    data: { type: 'invitations', attributes: { invitation_token } },
  })
  assert.equal(accepted.status, 201, accepted.text)
  await prove(w, user.email)
  assert.equal((await signInByIssuer(there, account(user.email))).status, 200)
})

test('whoever came by an invitation founds no tenant, who owns one does, and on an open server everybody', async (t) => {
  const email = fresh()
  await signUp(w.anonymous, email, await invitation(w.acme, email))
  for (const SIGN_UP of ['invited', 'closed']) {
    const at = await server(t, w.test, { SIGN_UP })
    assert.deepEqual(faultOf(await found(await signIn(at, email))), closed, SIGN_UP)
    assert.equal((await found(await signIn(at, w.acme.email))).status, 201, SIGN_UP)
  }
  assert.equal((await found(await signIn(w.anonymous, email))).status, 201)
})

test('requests through a proxy that no setting names close sign-up, which is open by default', async () => {
  const own = await world({ test: w.test, cloud: w.cloud, settings: { SIGN_UP: '' } })
  try {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const data = { type: 'users', attributes: { name: 'A user', email, password } }
    const published = async (headers = {}) =>
      (await own.anonymous.ask('GET', '/server-info', undefined, headers)).item.text('sign_up')
    assert.equal(await published(), 'open')
    assert.equal(await published({ 'X-Forwarded-For': '203.0.113.7' }), 'invited')
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.7' },
      { Forwarded: 'for=203.0.113.7' },
    ] as Record<string, string>[]) {
      const refused = await own.anonymous.ask('POST', '/users', { data }, headers)
      assert.deepEqual([refused.status, refused.fault.code], [403, 'sign_up_closed'])
      assert.match(refused.text, /PUBLIC_URL/)
      assert.match(refused.text, /TRUSTED_PROXIES/)
    }
    const warned = own.logged.filter(({ event }) => /proxy/.test(event))
    assert.equal(warned.length, 1)
  } finally {
    await own.close()
  }
})
