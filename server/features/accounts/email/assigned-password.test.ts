/** An administrator who set a user's password keeps no way into the account after the user has changed it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { type Answered, Client } from '../../../testing/index.ts'
import { mailWorld } from '../../../testing/mail-world.ts'
import { type Flag, member } from '../../../testing/member.ts'
import { prove } from '../../../testing/proven.ts'
import {
  externalProviders,
  settings,
  signIn as signInByIssuer,
} from '../social/testing/external-providers.ts'

const { w, mail, close } = await mailWorld({ settings, egress: externalProviders })
after(close)

const assigned = 'a password that mallory set'
const chosen = 'a password that ann chose'
const patch = async (client: Client, id: string, attributes: object): Promise<void> => {
  const answer = await client.ask('PATCH', `/users/${id}`, {
    data: { type: 'users', id, attributes },
  })
  assert.equal(answer.status, 200, answer.text)
}
const as = (who: Client, answer: Answered): Client => {
  assert.equal(answer.status, 200, answer.text)
  return new Client(w.base, { ...who, authorization: `Bearer ${answer.item.text('access')}` })
}
const signIn = async (who: Client, email: string, secret: string): Promise<Client> =>
  as(
    who,
    await w.anonymous.ask('POST', '/tokens', {
      data: { type: 'tokens', attributes: { email, password: secret } },
    }),
  )

/** A manager of users, and a user of this tenant alone. */
async function two(flags: readonly Flag[] = []): Promise<{ mallory: Client; ann: Client }> {
  const owner = await w.user()
  const mallory = (await member(w, owner, ['manage_users', ...flags])).client
  const ann = (await member(w, owner, flags)).client
  await w.test.administer(`
    delete from memberships where user_id = '${ann.userId}' and tenant_id <> '${owner.tenantId}'`)
  return { mallory, ann }
}
const externalAccount = (email: string) => ({ sub: email, email, email_verified: true })
const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const confirm = async (client: Client, email: string): Promise<void> => {
  const token = /#token=(\S+)/.exec((await mail.mailTo(email)).text)?.[1]
  const data = { type: 'email-verifications', attributes: { token } }
  const answer = await client.ask('POST', '/users/me/email-verification/confirm', { data })
  assert.equal(answer.status, 200, answer.text)
}
const refused = ({ status, fault, text }: Answered, code: string): void =>
  assert.deepEqual([status, fault.code], [403, code], text)
/** Whether an external account signs this user in. */
async function enters(who: Client, email: string): Promise<boolean> {
  const answer = await signInByIssuer(w, externalAccount(email))
  return answer.status === 200 && (await as(who, answer).get('/users/me')).item.id === who.userId
}
/** An invitation from another tenant. */
async function invitation(email: string): Promise<string> {
  const other = await w.user()
  const roles = [{ type: 'roles', id: (await other.make('/roles', 'roles', { name: 'guest' })).id }]
  const made = await other.make('/tenants/invitations', 'invitations', { email }, { roles })
  return made.text('token')
}
const accept = (client: Client, invitation_token: string): Promise<Answered> =>
  client.ask('POST', '/invitations/accept', {
    data: { type: 'invitations', attributes: { invitation_token } },
  })

test('no external account is linked to a user while somebody else has set the password', async () => {
  const { mallory, ann } = await two()
  const email = fresh()
  await patch(mallory, ann.userId, { email, password: assigned })
  await confirm(await signIn(ann, email, assigned), email)
  refused(await signInByIssuer(w, externalAccount(email)), 'not_linked')
  await patch(mallory, ann.userId, { email: ann.email })
  const first = await signIn(ann, ann.email, assigned)
  await patch(first, ann.userId, { password: chosen, current_password: assigned })
  const hers = await signIn(ann, ann.email, chosen)
  assert.equal((await accept(hers, await invitation(ann.email))).status, 201)
  assert.equal(await enters(ann, email), false)
})

test('an account that signed in by an address is a user’s no more when somebody else sets another', async () => {
  const { mallory, ann } = await two()
  const email = fresh()
  await patch(mallory, ann.userId, { email })
  await prove(w, email) // as a session of the tenant's identity provider could
  const entered = as(ann, await signInByIssuer(w, externalAccount(email)))
  assert.equal((await entered.get('/users/me')).item.id, ann.userId)
  await patch(mallory, ann.userId, { email: ann.email })
  assert.equal((await entered.get('/users/me')).status, 401)
  assert.equal(await enters(ann, email), false)
})

test('keys that were made since somebody else set a password end when its user chooses his own', async () => {
  const { mallory, ann } = await two(['manage_account'])
  const key = async (client: Client, name: string): Promise<Client> => {
    const made = await client.make('/api-keys', 'api-keys', { name })
    return new Client(w.base, { ...ann, authorization: `Api-Key ${made.text('api_key')}` })
  }
  const before = await key(ann, 'of ann')
  await patch(mallory, ann.userId, { password: assigned })
  const posing = await signIn(ann, ann.email, assigned)
  await patch(posing, ann.userId, { password: chosen, current_password: assigned })
  const planted = await key(await signIn(ann, ann.email, chosen), 'of mallory')
  await patch(mallory, ann.userId, { password: assigned })
  assert.equal((await planted.get('/users/me')).status, 200)
  const first = await signIn(ann, ann.email, assigned)
  const own = 'a password that ann alone knows'
  await patch(first, ann.userId, { password: own, current_password: assigned })
  assert.equal((await planted.get('/users/me')).status, 401)
  assert.equal((await before.get('/users/me')).status, 200)
})

test('who has a password that somebody else set and changed for him joins no tenant by another sign-in', async () => {
  const { mallory, ann } = await two()
  await prove(w, ann.email)
  await patch(mallory, ann.userId, { password: assigned })
  const posing = await signIn(ann, ann.email, assigned)
  await patch(posing, ann.userId, { password: chosen, current_password: assigned })
  const hers = as(ann, await signInByIssuer(w, externalAccount(ann.email)))
  const token = await invitation(ann.email)
  refused(await accept(hers, token), 'password_assigned')
  const brought = { more: { invitation_token: token } }
  refused(await signInByIssuer(w, externalAccount(ann.email), brought), 'password_assigned')
  const found = { data: { type: 'tenants', attributes: { name: 'Of her own' } } }
  refused(await hers.ask('POST', '/tenants', found), 'password_assigned')
  await patch(mallory, ann.userId, { password: assigned })
  const own = 'a password that ann alone knows'
  const first = await signIn(ann, ann.email, assigned)
  await patch(first, ann.userId, { password: own, current_password: assigned })
  assert.equal((await accept(await signIn(ann, ann.email, own), token)).status, 201)
  const again = as(ann, await signInByIssuer(w, externalAccount(ann.email)))
  assert.equal((await again.ask('POST', '/tenants', found)).status, 201)
})
