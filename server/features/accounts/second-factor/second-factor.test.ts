import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, stepAt } from '../../../platform/auth/index.ts'
import { type Answered, Client, password, type World, world } from '../../../testing/index.ts'
import { member } from '../../../testing/member.ts'
import { bytesOf } from '../testing/base32.ts'

let now = Date.now()
let w: World
before(async () => {
  w = await world({ now: () => now })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const path = '/users/me/second-factor'
const post = (who: Client, to: string, attributes: object): Promise<Answered> =>
  who.ask('POST', `${path}${to}`, { data: { type: 'second-factors', attributes } })
const signIn = ({ email }: Client, more: object = {}): Promise<Answered> =>
  w.anonymous.ask('POST', '/tokens', {
    data: { type: 'tokens', attributes: { email, password, ...more } },
  })
const faultOf = ({ status, fault }: Answered) => [status, fault.code]

/** What the app shows at this moment: each time a minute later, because a code is taken once. */
class App {
  readonly #secret: Buffer
  constructor(secret: string) {
    this.#secret = bytesOf(secret)
  }
  code(): string {
    now += 60_000
    return codeOf(this.#secret, stepAt(now))
  }
  /** Six digits that are not its code now, nor before, nor after. */
  wrong(): string {
    const near = [-1, 0, 1].map((away) => codeOf(this.#secret, stepAt(now) + away))
    return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
  }
}

async function enrolled(): Promise<{ user: Client; app: App; codes: readonly string[] }> {
  const user = await w.user()
  const made = await post(user, '', { password })
  assert.equal(made.status, 201, made.text)
  const app = new App(made.item.text('secret'))
  const confirmed = await post(user, '/confirm', { otp: app.code() })
  assert.equal(confirmed.status, 200, confirmed.text)
  return { user, app, codes: confirmed.item.texts('recovery_codes') }
}

test('a second factor is asked for from the moment it is confirmed', async () => {
  const user = await w.user()
  assert.equal((await user.get(path)).status, 404)
  assert.deepEqual((await user.get(`${path}s`)).ids, [])
  const made = await post(user, '', { password })
  assert.match(
    made.item.text('otpauth_url'),
    /^otpauth:\/\/totp\/Plumbline%3A.+secret=[A-Z2-7]{32}&/,
  )
  assert.equal((await signIn(user)).status, 200, 'not before')
  const app = new App(made.item.text('secret'))
  assert.deepEqual(faultOf(await post(user, '/confirm', { otp: app.wrong() })), [
    400,
    'second_factor_invalid',
  ])
  const confirmed = await post(user, '/confirm', { otp: app.code() })
  assert.equal(confirmed.item.texts('recovery_codes').length, 10)
  const refused = await signIn(user)
  assert.deepEqual(faultOf(refused), [400, 'second_factor_required'])
  assert.equal(refused.fault.source?.pointer, '/data/attributes/otp')
  assert.equal((await signIn(user, { otp: app.code() })).status, 200)
})

test('its secret and its recovery codes are shown once, and lie sealed and hashed', async () => {
  const user = await w.user()
  const secret = (await post(user, '', { password })).item.text('secret')
  const again = await post(user, '', { password })
  const app = new App(again.item.text('secret'))
  assert.notEqual(again.item.text('secret'), secret, 'one that is not confirmed is made anew')
  const codes = (await post(user, '/confirm', { otp: app.code() })).item.texts('recovery_codes')
  const { text, item } = await user.get(path)
  assert.equal(item.number('recovery_codes_left'), 10)
  const rows = await w.test.administer(
    `select f::text as row from second_factors f union all select r::text from recovery_codes r`,
  )
  const stored = text + JSON.stringify(rows) + JSON.stringify(w.logged)
  const plain = [
    again.item.text('secret'),
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
  ]
  for (const word of [...plain, bytesOf(again.item.text('secret')).toString('hex')])
    assert.ok(!stored.includes(word))
  assert.deepEqual(faultOf(await post(user, '', { password })), [409, 'enrolled'])
  assert.deepEqual(faultOf(await post(user, '/confirm', { otp: app.code() })), [409, 'enrolled'])
})

test('a code is accepted once, even if sent several times at once', async () => {
  const { user, app } = await enrolled()
  const otp = app.code()
  const answers = await Promise.all([1, 2, 3].map(() => signIn(user, { otp })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
  assert.deepEqual(faultOf(await signIn(user, { otp })), [400, 'second_factor_invalid'])
})

test('a wrong password says nothing of the second factor, and uses no code up', async () => {
  const { user, app } = await enrolled()
  const otp = app.code()
  for (const more of [{}, { otp }])
    assert.deepEqual(faultOf(await signIn(user, { password: 'another one', ...more })), [
      400,
      'invalid_credentials',
    ])
  assert.equal((await signIn(user, { otp })).status, 200)
})

test('a recovery code works once, with any spacing and case', async () => {
  const { user, codes } = await enrolled()
  const [first = '', second = ''] = codes
  assert.equal((await signIn(user, { otp: first })).status, 200)
  assert.deepEqual(faultOf(await signIn(user, { otp: first })), [400, 'second_factor_invalid'])
  assert.equal((await signIn(user, { otp: second.toLowerCase().replaceAll('-', ' ') })).status, 200)
  assert.equal((await user.get(path)).item.number('recovery_codes_left'), 8)
  const { user: other } = await enrolled()
  assert.equal((await signIn(other, { otp: codes[2] })).status, 400, 'and for its owner only')
})

test('new recovery codes end the old ones', async () => {
  const { user, app, codes } = await enrolled()
  const renewed = await post(user, '/recovery-codes', { password, otp: app.code() })
  assert.equal(renewed.status, 200, renewed.text)
  assert.equal((await signIn(user, { otp: codes[0] })).status, 400)
  const [first] = renewed.item.texts('recovery_codes')
  assert.equal((await signIn(user, { otp: first })).status, 200)
})

test('guesses are few: after five in a row the door is shut for longer each time', async () => {
  const { user, app, codes } = await enrolled()
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => signIn(user, { otp: app.wrong() })),
  )
  const statuses = guesses.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array<number>(5).fill(400), ...Array<number>(7).fill(429)])
  const refused = await signIn(user, { otp: app.code() })
  assert.equal(refused.status, 429, 'a right one too')
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait > 50 && wait <= 60, String(wait))
  const open = `update second_factors set locked_until = now() where user_id = '${user.userId}'`
  await w.test.administer(open)
  assert.equal((await signIn(user, { otp: app.wrong() })).status, 400)
  const longer = Number((await signIn(user, { otp: app.code() })).headers.get('retry-after'))
  assert.ok(longer > 110 && longer <= 120, String(longer))
  assert.equal(
    (await signIn(user, { otp: codes[0] })).status,
    200,
    'nobody guesses a recovery code',
  )
  assert.equal((await signIn(user, { otp: app.code() })).status, 200)
})

test('to disable it takes the password and a code', async () => {
  const { user, app } = await enrolled()
  const wrong = { password: 'another one', otp: app.code() }
  assert.deepEqual(faultOf(await post(user, '/disable', wrong)), [400, 'invalid_credentials'])
  assert.equal((await post(user, '/disable', { password, otp: app.wrong() })).status, 400)
  const disabled = await post(user, '/disable', { password, otp: app.code() })
  assert.deepEqual([disabled.status, disabled.item.at('confirmed_at')], [200, null])
  assert.equal((await signIn(user)).status, 200)
  assert.equal((await user.get(path)).status, 404)
  assert.equal((await post(user, '/disable', { password, otp: '123456' })).status, 404)
  const actions = (await user.get('/audit-events?page[size]=100')).items.map((one) =>
    one.text('action'),
  )
  assert.ok(actions.includes('users_me_second_factor_disable'), String(actions))
})

test('neither a stolen session nor an API key can enroll a second factor', async () => {
  const user = await w.user()
  assert.deepEqual(faultOf(await post(user, '', { password: 'a guess' })), [
    400,
    'invalid_credentials',
  ])
  const key = await user.make('/api-keys', 'api-keys', { name: 'a key' })
  const { base, tenantId, userId, email } = user
  const authorization = `Api-Key ${key.text('api_key')}`
  const held = new Client(base, { tenantId, userId, email, authorization })
  assert.equal((await post(held, '', { password })).status, 403)
})

test('a user with manage_users removes it for a user who lost it, but not for one with more permissions', async () => {
  const owner = await w.user()
  const lost = await enrolled()
  const { client: manager } = await member(w, owner, ['manage_users'])
  await w.test.administer(`
    delete from memberships where user_id = '${lost.user.userId}';
    insert into memberships (tenant_id, id, user_id, role)
    values ('${owner.tenantId}', gen_random_uuid(), '${lost.user.userId}', 'member')`)
  const of = (id: string): string => `/users/${id}/second-factor`
  const above = await post(owner, '', { password })
  assert.equal(above.status, 201)
  assert.equal((await manager.ask('DELETE', of(owner.userId))).status, 403)
  assert.equal((await manager.ask('DELETE', of(w.rival.userId))).status, 404)
  assert.equal((await manager.ask('DELETE', of(lost.user.userId))).status, 204)
  assert.equal((await manager.ask('DELETE', of(lost.user.userId))).status, 404)
  assert.equal((await signIn(lost.user)).status, 200)
})

test('a password reset by another user does not bypass the second factor', async () => {
  const owner = await w.user()
  const { user, app } = await enrolled()
  const { client: manager } = await member(w, owner, ['manage_users'])
  await w.test.administer(`
    delete from memberships where user_id = '${user.userId}';
    insert into memberships (tenant_id, id, user_id, role)
    values ('${owner.tenantId}', gen_random_uuid(), '${user.userId}', 'member')`)
  const renewed = { password: 'a password from the manager' }
  const data = { type: 'users', id: user.userId, attributes: renewed }
  const done = await manager.ask('PATCH', `/users/${user.userId}`, { data })
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(faultOf(await signIn(user, renewed)), [400, 'second_factor_required'])
  assert.equal((await signIn(user, { ...renewed, otp: app.code() })).status, 200)
})
