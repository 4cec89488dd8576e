import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, password, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const signUp = (attributes: object, more: object = {}): Promise<Answered> =>
  w.anonymous.ask('POST', '/users', { data: { type: 'users', attributes, ...more } })

test('a sign-up makes a user, a tenant named after the address, its owner and the role admin', async () => {
  const email = 'Ada.Lovelace@Example.COM'
  const made = await signUp({ name: 'Ada Lovelace', email, password, company_name: 'Engines' })
  assert.equal(made.status, 201)
  assert.equal(made.item.at('email'), 'ada.lovelace@example.com')
  assert.equal(made.item.at('company_name'), 'Engines')
  assert.doesNotMatch(made.text, /password|argon/)

  // The address is one address in whatever case it is typed.
  const login = { email: 'ADA.lovelace@example.com', password }
  const pair = await w.anonymous.make('/tokens', 'tokens', login)
  const authorization = `Bearer ${pair.text('access')}`
  const get = (path: string): Promise<Answered> =>
    w.anonymous.ask('GET', path, undefined, { Authorization: authorization })
  assert.equal((await get('/tenants')).item.at('name'), 'ada.lovelace default tenant')
  const me = await get('/users/me?include=roles,memberships')
  const ofType = (type: string) => me.included.find((one) => one.type === type)
  assert.equal(ofType('memberships')?.at('role'), 'owner')
  assert.equal(ofType('roles')?.at('name'), 'admin')
  assert.equal(ofType('roles')?.at('permission_state'), 'unlimited')
  assert.equal(ofType('roles')?.at('unlimited_visibility'), true)
  assert.deepEqual(me.item.links('memberships')[0]?.meta, { active: true })
})

test('an email address signs up once, in whatever case it comes', async () => {
  const again = await signUp({ name: 'Somebody', email: w.acme.email.toUpperCase(), password })
  assert.equal(again.status, 400)
  assert.equal(again.fault.code, 'unique')
  assert.equal(again.fault.source?.pointer, '/data/attributes/email')
})

test('of ten sign-ups at once with one address, one succeeds and leaves one tenant', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      signUp({ name: 'Racer', email: 'race@example.com', password }),
    ),
  )
  const statuses = all.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 400)])
  const rows = await w.test.administer(
    `select count(*)::int as count from tenants where name = 'race default tenant'`,
  )
  assert.equal(rows[0]?.['count'], 1)
})

const passwords: [name: string, value: string, code: string][] = [
  ['of eleven characters', 'elevenchars', 'min_length'],
  ['that everybody tries first', 'passwordpassword', 'common'],
  ['that everybody tries first, in capitals', 'PasswordPassword', 'common'],
  ['that is empty', '', 'blank'],
  ['of more than a thousand characters', 'x'.repeat(1_025), 'max_length'],
]
for (const [name, value, code] of passwords) {
  test(`a password ${name} is refused`, async () => {
    const answer = await signUp({ name: 'Somebody', email: 'weak@example.com', password: value })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, '/data/attributes/password')
    assert.equal(answer.fault.code, code)
  })
}

test('accepts a long passphrase of words and spaces', async () => {
  const passphrase = `${'correct horse battery staple '.repeat(20)}`.trim()
  const email = 'phrase@example.com'
  assert.equal((await signUp({ name: 'Somebody', email, password: passphrase })).status, 201)
  await w.anonymous.make('/tokens', 'tokens', { email, password: passphrase })
})

const refused: [name: string, attributes: object, pointer: string][] = [
  ['an address without a domain', { email: 'nobody' }, '/data/attributes/email'],
  ['a name of two letters', { name: 'Al' }, '/data/attributes/name'],
  ['a right to grant oneself', { is_superuser: true }, '/data/attributes/is_superuser'],
  ['a tenant to join', { tenant_id: 'x' }, '/data/attributes/tenant_id'],
  ['a date of joining', { date_joined: '2020-01-01T00:00:00Z' }, '/data/attributes/date_joined'],
]
for (const [name, more, pointer] of refused) {
  test(`rejects a sign-up with ${name} at the field`, async () => {
    const valid = { name: 'Somebody', email: 'fine@example.com', password }
    const answer = await signUp({ ...valid, ...more })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, pointer)
  })
}

test('an invitation token that does not exist is refused before the password is looked at', async () => {
  const data = {
    type: 'users',
    attributes: { name: 'A user', email: 'new@example.com', password: 'short' },
  }
  const token = 'x'.repeat(43)
  const answer = await w.anonymous.ask('POST', `/users?invitation_token=${token}`, { data })
  assert.deepEqual([answer.status, answer.fault.code], [404, 'not_found'])
})
