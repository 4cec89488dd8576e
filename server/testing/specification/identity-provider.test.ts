/** The points of the section "Authentication" that are about sign-in by identity providers. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { configure, signIn } from '../../features/accounts/saml/testing/browser.ts'
import { IdentityProvider } from '../../features/accounts/saml/testing/identity-provider.ts'
import * as social from '../../features/accounts/social/testing/external-providers.ts'
import { permissions } from '../../platform/tenancy/index.ts'
import { type Answered, Client, type Item, password, type World, world } from '../index.ts'
import { prove } from '../proven.ts'

let w: World
let owner: Client
let domain = ''
const provider = new IdentityProvider()
before(async () => {
  w = await world({ settings: social.settings, egress: social.externalProviders })
  owner = await w.user()
  domain = await configure(owner, provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

const newAddress = (): string => `${randomBytes(4).toString('hex')}@${domain}`
const login = (nameId: string, userType?: string): Promise<Answered> =>
  signIn(w, domain, provider, {
    nameId,
    ...(userType !== undefined && { attributes: { userType } }),
  })
const as = (answer: Answered): Client => {
  const who = { tenantId: '', userId: '', email: '' }
  return new Client(w.base, { ...who, authorization: `Bearer ${answer.item.text('access')}` })
}
const rolesOf = async (answer: Answered): Promise<readonly Item[]> =>
  (await as(answer).get('/users/me?include=roles')).included
const namesOf = async (answer: Answered): Promise<readonly string[]> =>
  (await rolesOf(answer)).map((role) => role.text('name'))
/** The permissions that a role grants, and whether it sees everything. */
const grantsOf = (role: Item | undefined) => [
  permissions.filter((flag) => role?.at(flag) === true),
  role?.at('unlimited_visibility'),
]

test('Authentication 9: who sends no user-type and has no role receives a read-only role of least privilege', async () => {
  await owner.make('/providers', 'providers', { provider: 'aws', uid: '600000000009' })
  const answer = await login(newAddress())
  const roles = await rolesOf(answer)
  assert.deepEqual(
    roles.map((role) => [role.text('name'), ...grantsOf(role)]),
    [['read_only', [], false]],
  )
  assert.equal((await as(answer).get('/providers')).count, 0)
  for (const [method, path] of [
    ['GET', '/users'],
    ['GET', '/roles'],
    ['GET', '/saml-config'],
    ['GET', '/api-keys'],
  ] as const)
    assert.equal((await as(answer).ask(method, path)).status, 403, path)
})

test('Authentication 9: a user-type whose role does not exist makes it: read-only, all providers visible, nothing to manage', async () => {
  const answer = await login(newAddress(), 'Auditors of the year')
  const roles = await rolesOf(answer)
  assert.deepEqual(
    roles.map((role) => [role.text('name'), ...grantsOf(role)]),
    [['Auditors of the year', [], true]],
  )
  assert.ok((await as(answer).get('/providers')).count > 0)
  assert.equal((await as(answer).get('/users')).status, 403)
})

test('Authentication 9: a user-type whose role exists gives that role, as it is', async () => {
  await owner.make('/roles', 'roles', { name: 'operators', manage_scans: true })
  const [role] = await rolesOf(await login(newAddress(), 'operators'))
  assert.deepEqual(grantsOf(role), [['manage_scans'], false])
})

for (const [what, userType] of [
  ['blank', '   '],
  ['empty', ''],
  ['absent', undefined],
] as const) {
  test(`Authentication 9: when the user-type is ${what} and roles exist, they are kept`, async () => {
    const nameId = newAddress()
    await login(nameId, 'operators')
    assert.deepEqual(await namesOf(await login(nameId, userType)), ['operators'])
  })
}

test('Authentication 9: a role that took the name read_only and permits more is given to nobody by default', async () => {
  const other = await w.user()
  await other.make('/roles', 'roles', { name: 'read_only', manage_account: true })
  await other.make('/roles', 'roles', { name: 'read_only_0', unlimited_visibility: true })
  const own = await configure(other, provider)
  const answer = await signIn(w, own, provider, { nameId: `ann@${own}` })
  const [role] = await rolesOf(answer)
  assert.deepEqual([role?.text('name'), ...grantsOf(role)], ['read_only_1', [], false])
})

test('Authentication 9: no user-type takes the account from the last who manages it', async () => {
  const last = await w.user()
  const own = await configure(last, provider)
  const nameId = `last@${own}`
  const data = {
    type: 'users',
    id: last.userId,
    attributes: { email: nameId, current_password: password },
  }
  assert.equal((await last.ask('PATCH', `/users/${last.userId}`, { data })).status, 200)
  await prove(w, nameId)
  const attributes = { userType: 'Reader' }
  const answer = await signIn(w, own, provider, { nameId, attributes })
  assert.deepEqual((await namesOf(answer)).toSorted(), ['Reader', 'admin'])
})

test('Authentication 10: tokens have the same lifetime with every sign-in method', async () => {
  const lives = ({ item }: Answered) =>
    ['access', 'refresh'].map((name) => {
      const claims = Buffer.from(item.text(name).split('.')[1] ?? '', 'base64url').toString()
      const { exp, iat } = JSON.parse(claims) as { exp: number; iat: number }
      return exp - iat
    })
  const who = { sub: randomBytes(6).toString('hex'), email: newAddress(), email_verified: true }
  const attributes = { email: owner.email, password }
  const answers = [
    await w.anonymous.ask('POST', '/tokens', { data: { type: 'tokens', attributes } }),
    await login(newAddress()),
    await social.signIn(w, who),
    await social.exchange(w, 'google', {
      code: social.google.signIn(null, { ...who, sub: 'another' }),
    }),
  ]
  for (const answer of answers)
    assert.deepEqual(lives(answer), [30 * 60, 24 * 60 * 60], answer.text)
})
