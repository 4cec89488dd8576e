import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { chainKey } from '../../../keys.ts'
import { withChainKey } from '../../../platform/audit/index.ts'
import { type Answered, Client, password, world } from '../../../testing/index.ts'
import { openedLinkPage } from '../../../testing/link-page.ts'
import { mailWorld, site } from '../../../testing/mail-world.ts'
import { type Flag, member } from '../../../testing/member.ts'
import { prove } from '../../../testing/proven.ts'
import type { Received } from '../../../testing/smtp.ts'
import {
  externalProviders,
  settings,
  signIn as signInByIssuer,
} from '../social/testing/external-providers.ts'
import { makeResetToken } from './operator.ts'

const { w, mail, close } = await mailWorld({ settings, egress: externalProviders })
const withoutMail = await world({ settings: { WORKER: 'false' } })
after(async () => {
  await close()
  await withoutMail.close()
  await withoutMail.test.close()
})

const next = 'a password that was chosen next'
const faultOf = ({ status, fault }: Answered) => [status, fault.code]
const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const request = (email: string, at = w): Promise<Answered> =>
  at.anonymous.ask('POST', '/password-resets', {
    data: { type: 'password-resets', attributes: { email } },
  })
const confirm = (token: string, secret = next, at = w): Promise<Answered> =>
  at.anonymous.ask('POST', '/password-resets/confirm', {
    data: { type: 'password-resets', attributes: { token, password: secret } },
  })
const tokenIn = (text: string): string =>
  /\/password-reset#token=([\w-]{43})(?:\s|$)/.exec(text)?.[1] ?? ''
/** The first mail of a subject to an address. */
const mailed = async (email: string, subject: string): Promise<Received> => {
  for (let nth = 1; ; nth += 1) {
    const found = await mail.mailTo(email, nth)
    if (found.subject === subject) return found
  }
}
const tokenFor = async (email: string): Promise<string> => {
  assert.equal((await request(email)).status, 202)
  return tokenIn((await mailed(email, 'Set a new password')).text)
}
const signIn = (email: string, secret: string, at = w): Promise<Answered> =>
  at.anonymous.ask('POST', '/tokens', {
    data: { type: 'tokens', attributes: { email, password: secret } },
  })
const linkOf = (client: Client, id: string): Promise<Answered> =>
  client.ask('POST', `/users/${id}/password-reset`)
/** A member who belongs to no tenant but the owner's. */
async function only(owner: Client, flags: readonly Flag[] = [], at = w): Promise<Client> {
  const { client } = await member(at, owner, flags)
  await at.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${owner.tenantId}'`)
  return client
}

test('a user who forgot the password sets a new one by an emailed link, once, and every session ends', async () => {
  const user = await w.user()
  await prove(w, user.email)
  const asked = await request(user.email.toUpperCase())
  assert.deepEqual([asked.status, asked.item.text('email')], [202, user.email], asked.text)
  const { text } = await mailed(user.email, 'Set a new password')
  assert.match(text, new RegExp(`^${site}/api/v1/password-reset#token=`, 'm'))
  assert.doesNotMatch(text, /#release=/, 'the address is verified')
  const token = tokenIn(text)
  assert.deepEqual(faultOf(await confirm(token, 'short')), [400, 'min_length'])
  assert.deepEqual(faultOf(await confirm(token, user.email)), [400, 'common'])
  const done = await confirm(token)
  assert.deepEqual([done.status, done.item.text('email')], [200, user.email], done.text)
  assert.deepEqual(faultOf(await confirm(token)), [400, 'token_invalid'])
  assert.equal((await user.get('/users/me')).status, 401)
  assert.deepEqual(faultOf(await signIn(user.email, password)), [400, 'invalid_credentials'])
  const entered = await signIn(user.email, next)
  assert.equal(entered.status, 200)
  const authorization = `Bearer ${entered.item.text('access')}`
  const events = await new Client(w.base, { ...user, authorization }).get(
    '/audit-events?filter[action]=password_resets_confirm',
  )
  assert.deepEqual(events.item.at('after'), { made_by: 'user' })
  await mailed(user.email, 'Your password was changed')
})

test('the answer is the same for an address that no user has, and nothing is mailed to it', async () => {
  const [known, unknown] = [(await w.user()).email, fresh()]
  const shape = ({ status, item }: Answered) => [status, Object.keys(item.attributes)]
  assert.deepEqual(shape(await request(unknown)), shape(await request(known)))
  await mailed(known, 'Set a new password')
  assert.equal(
    mail.mails.some((one) => one.to.includes(unknown)),
    false,
  )
})

test('of many uses of one link at once, one succeeds', async () => {
  const user = await w.user()
  const token = await tokenFor(user.email)
  const secrets = Array.from({ length: 6 }, (_, at) => `${next} ${at}`)
  const answers = await Promise.all(secrets.map((secret) => confirm(token, secret)))
  const won = secrets.filter((_, at) => answers[at]?.status === 200)
  assert.equal(won.length, 1)
  assert.equal((await signIn(user.email, won[0] ?? '')).status, 200)
})

test('a link ends with time, with a new password, and with a new address', async () => {
  const late = await w.user()
  const token = await tokenFor(late.email)
  await w.test.administer(
    `update password_resets set expires_at = now() where user_id = '${late.userId}'`,
  )
  assert.deepEqual(faultOf(await confirm(token)), [400, 'token_invalid'])

  for (const change of [{ password: 'a password of the settings' }, { email: fresh() }]) {
    const user = await w.user()
    await prove(w, user.email)
    const before = await tokenFor(user.email)
    const attributes = { ...change, current_password: password }
    const path = `/users/${user.userId}`
    const data = { type: 'users', id: user.userId, attributes }
    assert.equal((await user.ask('PATCH', path, { data })).status, 200)
    if (change.email !== undefined)
      await w.test.administer(
        `update users set email = '${change.email}' where id = '${user.userId}'`,
      )
    assert.deepEqual(faultOf(await confirm(before)), [400, 'token_invalid'], Object.keys(change)[0])
  }
})

test('a link to an address that was never verified proves it, and what was added to the account before ends', async () => {
  const email = fresh()
  const squatter = await w.anonymous.ask('POST', '/users', {
    data: { type: 'users', attributes: { name: 'Someone', email, password } },
  })
  assert.equal(squatter.status, 201)
  const entered = (await signIn(email, password)).item.text('access')
  const squatting = new Client(w.base, { ...w.anonymous, authorization: `Bearer ${entered}` })
  const key = await squatting.make('/api-keys', 'api-keys', { name: 'a way back in' })
  const keyed = new Client(w.base, {
    ...w.anonymous,
    authorization: `Api-Key ${key.text('api_key')}`,
  })
  assert.equal((await keyed.get('/users/me')).status, 200)
  await request(email)
  const { text } = await mailed(email, 'Set a new password')
  assert.match(text, new RegExp(`^${site}/api/v1/email-verification#release=[\\w-]{43}$`, 'm'))
  assert.equal((await confirm(tokenIn(text))).status, 200)
  assert.equal((await keyed.get('/users/me')).status, 401)
  const authorization = `Bearer ${(await signIn(email, next)).item.text('access')}`
  const me = await new Client(w.base, { ...w.anonymous, authorization }).get('/users/me')
  assert.equal(me.item.at('email_verified'), true)
  const released = /#release=(\S+)/.exec(text)?.[1] ?? ''
  const data = { type: 'email-releases', attributes: { token: released } }
  assert.equal((await w.anonymous.ask('POST', '/email-verification/release', { data })).status, 404)
})

test('a user without a password gets a mail that explains how to sign in, without a link', async () => {
  const email = fresh()
  const answer = await signInByIssuer(w, { sub: email, email, email_verified: true })
  assert.equal(answer.status, 200)
  assert.equal((await request(email)).status, 202)
  const { text } = await mailed(email, 'How you sign in')
  assert.doesNotMatch(text, /#token=/)
})

test('an inactive user gets no mail', async () => {
  const user = await w.user()
  await w.test.administer(`update users set is_active = false where id = '${user.userId}'`)
  assert.equal((await request(user.email)).status, 202)
  const other = await w.user()
  await tokenFor(other.email)
  const subjects = mail.mails.filter((one) => one.to.includes(user.email)).map((one) => one.subject)
  assert.equal(subjects.includes('Set a new password'), false)
})

test('anonymous requests for links do not block the other mails of a mailbox', async () => {
  const user = await w.user()
  for (let at = 0; at < 9; at += 1) assert.equal((await request(user.email)).status, 202)
  const verification = await user.ask('POST', '/users/me/email-verification')
  assert.equal(verification.status, 200, verification.text)
})

test('without a mail server the answer says who can make a link', async () => {
  const refused = await request('ann@example.com', withoutMail)
  assert.equal(refused.status, 404)
  assert.match(refused.fault.detail, /administrator of your account.*plumbline users reset/)
})

test('an administrator hands a member a link, which works once and sets an assigned password', async () => {
  const owner = await withoutMail.user()
  const ann = await only(owner, [], withoutMail)
  const made = await linkOf(owner, ann.userId)
  assert.equal(made.status, 201, made.text)
  const link = made.item.text('link')
  const first = tokenIn(link)
  const again = tokenIn((await linkOf(owner, ann.userId)).item.text('link'))
  assert.deepEqual(faultOf(await confirm(first, next, withoutMail)), [400, 'token_invalid'])
  const page = await openedLinkPage(withoutMail.base, '/password-reset', {
    hash: `#token=${again}`,
    fields: { password: next },
  })
  await page.submit()
  assert.equal(page.shown(), `The password of ${ann.email} is set. Sign in with it.`)
  assert.equal((await ann.get('/users/me')).status, 401)
  const entered = await signIn(ann.email, next, withoutMail)
  const authorization = `Bearer ${entered.item.text('access')}`
  const assigned = new Client(withoutMail.base, { ...ann, authorization })
  const data = {
    type: 'users',
    id: ann.userId,
    attributes: { email: fresh(), current_password: next },
  }
  assert.deepEqual(faultOf(await assigned.ask('PATCH', `/users/${ann.userId}`, { data })), [
    403,
    'password_assigned',
  ])
  const shown = await owner.get('/audit-events?filter[action]=users_password_reset_create')
  assert.equal(shown.text.includes(again), false, 'the audit log has no token')
})

test('an administrator’s link is refused for those whose password the administrator cannot set', async () => {
  const owner = await w.user()
  const admin = await only(owner, ['manage_users'])
  const plain = await only(owner)
  const guest = (await member(w, owner)).client
  const key = await owner.make('/api-keys', 'api-keys', { name: 'a key' })
  const keyed = new Client(w.base, { ...owner, authorization: `Api-Key ${key.text('api_key')}` })
  for (const [who, whom, expected] of [
    [admin, owner, 403],
    [admin, admin, 403],
    [admin, guest, 403],
    [plain, admin, 403],
    [keyed, plain, 403],
    [admin, await w.user(), 404],
    [admin, plain, 201],
  ] as const)
    assert.equal((await linkOf(who, whom.userId)).status, expected, `${expected} for ${whom.email}`)
})

test('an administrator’s link ends when the user joins another tenant or leaves that one', async () => {
  const owner = await w.user()
  for (const sql of [
    `insert into memberships (tenant_id, id, user_id, role) values ('${(await w.user()).tenantId}', gen_random_uuid(), 'USER', 'member')`,
    `delete from memberships where user_id = 'USER'`,
  ]) {
    const ann = await only(owner)
    const token = tokenIn((await linkOf(owner, ann.userId)).item.text('link'))
    await w.test.administer(sql.replace('USER', ann.userId))
    assert.deepEqual(faultOf(await confirm(token)), [400, 'token_invalid'])
  }
})

test('an administrator’s link ends when the member rises above the administrator, or the administrator loses the right', async () => {
  const owner = await w.user()
  for (const change of [
    `update memberships set role = 'owner' where user_id = 'MEMBER'`,
    `update roles set manage_users = false where id = 'ROLE'`,
    `delete from memberships where user_id = 'ADMIN'`,
  ]) {
    const { client: admin, roleId } = await member(w, owner, ['manage_users'])
    const ann = await only(owner)
    const token = tokenIn((await linkOf(admin, ann.userId)).item.text('link'))
    await w.test.administer(
      change.replace('MEMBER', ann.userId).replace('ROLE', roleId).replace('ADMIN', admin.userId),
    )
    assert.deepEqual(faultOf(await confirm(token)), [403, 'above_own_rights'], change)
    assert.equal((await signIn(ann.email, password)).status, 200)
  }
})

test('a link of the operator works after the user left the oldest tenant', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const database = withChainKey(w.test.database, chainKey(w.config))
  const made = await makeResetToken(database, client.email)
  await w.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${owner.tenantId}'`)
  assert.equal((await confirm(made?.token ?? '')).status, 200)
  assert.equal((await signIn(client.email, next)).status, 200)
  await w.test.administer(`update users set is_active = false where id = '${client.userId}'`)
  assert.equal(await makeResetToken(database, client.email), undefined)
  assert.equal((await linkOf(owner, client.userId)).status, 403)
})

test('a link of the operator sets the user’s own password, in however many tenants the user is', async () => {
  const user = (await member(w, await w.user())).client
  const database = withChainKey(w.test.database, chainKey(w.config))
  const made = await makeResetToken(database, user.email.toUpperCase())
  assert.ok(made)
  assert.equal(await makeResetToken(database, fresh()), undefined)
  assert.equal((await confirm(made.token)).status, 200)
  assert.equal((await signIn(user.email, next)).status, 200)
})

test('links are stored as hashes only', async () => {
  const token = await tokenFor((await w.user()).email)
  const stored = await w.test.administer(
    `select encode(hash, 'escape') || coalesce(email, '') as kept from password_resets`,
  )
  assert.equal(JSON.stringify(stored).includes(token), false)
})
