/** Lists the sessions of a user; an ended session is rejected at once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, stepAt } from '../../platform/auth/index.ts'
import { type Answered, Client, password, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { bytesOf } from './testing/base32.ts'

let w: World
let ahead = 0
before(async () => {
  w = await world({
    settings: { WORKER: 'false', SESSION_IDLE_MINUTES: '480' },
    now: () => Date.now() + ahead,
  })
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Session {
  readonly id: string
  readonly client: Client
  readonly refresh: string
}

async function signIn(who: Client, more: object = {}): Promise<Session> {
  const { tenantId: tenant_id, email } = who
  const pair = await w.anonymous.make('/tokens', 'tokens', { email, password, tenant_id, ...more })
  const authorization = `Bearer ${pair.text('access')}`
  return {
    id: pair.id,
    client: new Client(w.base, { ...who, authorization }),
    refresh: pair.text('refresh'),
  }
}
const renew = (refresh: string): Promise<Answered> =>
  w.anonymous.ask('POST', '/tokens/refresh', {
    data: { type: 'tokens-refresh', attributes: { refresh } },
  })
const proof = { data: { type: 'sessions', attributes: { current_password: password } } }

/** Neither token is good any more. */
async function assertOver({ client, refresh }: Session): Promise<void> {
  const { status, fault } = await client.get('/users/me')
  assert.deepEqual([status, fault.code], [401, 'session_ended'])
  assert.equal((await renew(refresh)).fault.code, 'token_invalid')
}
async function assertHolds({ client }: Session): Promise<void> {
  assert.equal((await client.get('/users/me')).status, 200)
}

test('each sign-in starts a session, and users see all of theirs with the current one marked', async () => {
  const who = await w.user()
  const [first, second] = [await signIn(who), await signIn(who)]
  const page = await second.client.get('/users/me/sessions?sort=signed_in_at')
  const shown = page.items.map((item) => [item.id, item.at('is_current'), item.text('auth_method')])
  assert.equal(shown.length, 3) // the user was made with one
  const mine = shown.filter(([id]) => id === first.id || id === second.id)
  assert.deepEqual(
    new Map(mine.map(([id, is]) => [id, is])),
    new Map([
      [first.id, false],
      [second.id, true],
    ]),
  )
  assert.ok(shown.every(([, , method]) => method === 'password'))
  assert.equal(
    (await w.rival.get('/users/me/sessions')).items.some(({ id }) => id === first.id),
    false,
  )
})

test('signing out takes effect immediately: the access token ends with the session', async () => {
  const who = await w.user()
  const [one, other] = [await signIn(who), await signIn(who)]
  assert.equal((await one.client.ask('DELETE', `/users/me/sessions/${one.id}`)).status, 204)
  await assertOver(one)
  await assertHolds(other)
  const ids = (await other.client.get('/users/me/sessions')).items.map(({ id }) => id)
  assert.equal(ids.includes(one.id), false)
  assert.equal((await other.client.ask('DELETE', `/users/me/sessions/${one.id}`)).status, 404)
})

test('a stolen session older than an hour cannot end the other sessions of its user without the password', async () => {
  const who = await w.user()
  const [copied, own] = [await signIn(who), await signIn(who)]
  ahead = 20 * 60_000
  try {
    for (const path of [`/users/me/sessions/${own.id}`, '/users/me/sessions']) {
      const { status, fault } = await copied.client.ask('DELETE', path)
      assert.deepEqual([status, fault.code], [403, 'sign_in_again'])
    }
    await assertHolds(own)
    const ended = await own.client.ask('DELETE', `/users/me/sessions/${copied.id}`, proof)
    assert.equal(ended.status, 204, ended.text)
    await assertOver(copied)
  } finally {
    ahead = 0
  }
})

test('all sessions except the current one end together', async () => {
  const who = await w.user()
  const [one, two, own] = [await signIn(who), await signIn(who), await signIn(who)]
  assert.equal((await own.client.ask('DELETE', '/users/me/sessions')).status, 204)
  await assertOver(one)
  await assertOver(two)
  await assertHolds(own)
})

test('a session of another user is ended by nobody’s id alone', async () => {
  const theirs = await signIn(await w.user())
  const own = await signIn(await w.user())
  assert.equal((await own.client.ask('DELETE', `/users/me/sessions/${theirs.id}`)).status, 404)
  await assertHolds(theirs)
})

test('a user with manage_users signs a member out of this tenant and no other', async () => {
  const { client } = await member(w, w.acme)
  const here = await signIn(client)
  const { included } = await client.get('/users/me?include=memberships.tenant')
  const home = included.find(({ id, type }) => type === 'tenants' && id !== w.acme.tenantId)
  const inOtherTenant = await signIn(new Client(w.base, { ...client, tenantId: home?.id ?? '' }))
  const { client: manager } = await member(w, w.acme, ['manage_users'])
  assert.equal((await manager.ask('DELETE', `/users/${client.userId}/sessions`)).status, 204)
  await assertOver(here)
  await assertHolds(inOtherTenant)
  const { fault } = await manager.ask('DELETE', `/users/${w.acme.userId}/sessions`)
  assert.equal(fault.code, 'above_own_rights')
})

test('turning a second factor on or off ends the other sessions', async () => {
  const who = await w.user()
  const [own, other] = [await signIn(who), await signIn(who)]
  const ask = (path: string, attributes: object): Promise<Answered> =>
    own.client.ask('POST', `/users/me/second-factor${path}`, {
      data: { type: 'second-factors', attributes },
    })
  const { item } = await ask('', { password })
  const secret = bytesOf(item.text('secret'))
  await assertHolds(other)
  const code = (after = 0): string => codeOf(secret, stepAt(Date.now()) + after)
  assert.equal((await ask('/confirm', { otp: code() })).status, 200)
  await assertOver(other)
  await assertHolds(own)
  const third = await signIn(who, { otp: code(1) })
  ahead = 60_000
  try {
    const off = await ask('/disable', { password, otp: code(2) })
    assert.equal(off.status, 200, off.text)
  } finally {
    ahead = 0
  }
  await assertOver(third)
  await assertHolds(own)
})

test('a session that is not renewed ends after SESSION_IDLE_MINUTES and is no longer listed', async () => {
  const who = await w.user()
  const [idleSession, own] = [await signIn(who), await signIn(who)]
  const idle = `interval '${w.config.idleMinutes + 1} minutes'`
  await w.test.administer(`
    update refresh_families set rotated_at = rotated_at - ${idle} where id = '${idleSession.id}'`)
  const ids = (await own.client.get('/users/me/sessions')).items.map(({ id }) => id)
  assert.deepEqual([ids.includes(idleSession.id), ids.includes(own.id)], [false, true])
  ahead = (w.config.idleMinutes + 1) * 60_000
  try {
    assert.equal((await renew(own.refresh)).fault.code, 'token_invalid')
  } finally {
    ahead = 0
  }
  assert.equal((await renew(own.refresh)).status, 200)
})
