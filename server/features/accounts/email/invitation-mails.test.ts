/** The mail of an invitation: where its link leads, whose words it has, and how many are sent. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { type Answered, type Client, password } from '../../../testing/index.ts'
import { mailWorld } from '../../../testing/mail-world.ts'
import type { Received } from '../../../testing/smtp.ts'

const { w, mail, close } = await mailWorld()
after(close)

const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const tokenIn = ({ text }: Received): string =>
  /https:\/\/plumbline\.example\/api\/v1\/invitation#token=(\S+)/.exec(text)?.[1] ?? ''
async function invite(owner: Client, email: string): Promise<Answered> {
  const roles = (await owner.get('/roles')).ids.map((id) => ({ type: 'roles', id }))
  const data = {
    type: 'invitations',
    attributes: { email },
    relationships: { roles: { data: roles } },
  }
  return owner.ask('POST', '/tenants/invitations', { data })
}
const signUp = (email: string, token: string): Promise<Answered> => {
  const attributes = { name: 'A guest', email, password, invitation_token: token }
  return w.anonymous.ask('POST', '/users', { data: { type: 'users', attributes } })
}

test('an invitation is mailed to the invited address, and its link lets that address join', async () => {
  const owner = await w.user()
  const email = fresh()
  const made = await invite(owner, email)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.item.at('mailed'), true)
  const received = await mail.mailTo(email)
  assert.deepEqual(received.to, [email])
  assert.match(received.text, new RegExp(`sign in with ${email}:`))
  const ends = made.item.text('expires_at').slice(0, 16).replace('T', ' ')
  assert.ok(received.text.includes(`The invitation ends at ${ends} UTC.`), received.text)
  const joined = await signUp(email, tokenIn(received))
  assert.equal(joined.status, 201, joined.text)
  assert.equal((await owner.get(`/users?filter[email]=${email}`)).items.length, 1)
})

test('no word of the inviter is in the mail, and the link is that of the settings', async () => {
  const owner = await w.user()
  const words = 'Win a prize at http://evil.example'
  const renamed = await owner.ask('PATCH', `/users/${owner.userId}`, {
    data: { type: 'users', id: owner.userId, attributes: { name: words } },
  })
  assert.equal(renamed.status, 200, renamed.text)
  const role = await owner.make('/roles', 'roles', { name: words })
  const email = fresh()
  const data = {
    type: 'invitations',
    attributes: { email },
    relationships: { roles: { data: [{ type: 'roles', id: role.id }] } },
  }
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }
  const made = await owner.ask('POST', '/tenants/invitations', { data }, headers)
  assert.equal(made.status, 201, made.text)
  const { subject, text } = await mail.mailTo(email)
  assert.doesNotMatch(subject + text, /evil|prize/i)
  assert.notEqual(tokenIn(await mail.mailTo(email)), '')
})

test('a new link is mailed too, and ends the one before', async () => {
  const owner = await w.user()
  const email = fresh()
  const { id } = (await invite(owner, email)).item
  const first = tokenIn(await mail.mailTo(email))
  const again = await owner.ask('POST', `/tenants/invitations/${id}/link`)
  assert.equal(again.item.at('mailed'), true, again.text)
  const second = tokenIn(await mail.mailTo(email, 2))
  assert.equal((await signUp(email, first)).status, 404)
  assert.equal((await signUp(email, second)).status, 201)
})

test('after six mails in an hour the invitation is made and not mailed, which the answer says', async () => {
  const owner = await w.user()
  // Signing up took one of the six.
  const answers = []
  for (let n = 0; n < 7; n += 1) answers.push(await invite(owner, fresh()))
  const mailed = answers.map(({ item }) => item.at('mailed'))
  assert.deepEqual(new Set(mailed.slice(-2)), new Set([false]))
  assert.equal(mailed[0], true)
  for (const { status, item } of answers) {
    assert.equal(status, 201)
    assert.match(item.text('link'), /#token=/)
  }
})

test('invitations to a mailbox do not keep its owner from proving the address', async () => {
  const email = fresh()
  const statuses = []
  for (let n = 0; n < 8; n += 1)
    statuses.push((await invite(await w.user(), email)).item.at('mailed'))
  assert.deepEqual(statuses, [true, true, true, true, true, true, false, false])
  const attributes = { name: 'A user', email, password }
  const made = await w.anonymous.ask('POST', '/users', { data: { type: 'users', attributes } })
  assert.equal(made.status, 201, made.text)
  assert.match((await mail.mailTo(email, 7)).subject, /Confirm/)
})
