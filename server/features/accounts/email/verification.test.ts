import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { type Answered, Client, password } from '../../../testing/index.ts'
import { openedLinkPage } from '../../../testing/link-page.ts'
import { mailWorld } from '../../../testing/mail-world.ts'
import { member } from '../../../testing/member.ts'
import type { Received } from '../../../testing/smtp.ts'
import {
  externalProviders,
  settings,
  signIn as signInByIssuer,
} from '../social/testing/external-providers.ts'

const { w, mail, close } = await mailWorld({ settings, egress: externalProviders })
after(close)

const faultOf = ({ status, fault }: Answered) => [status, fault.code]
const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const page = 'https://plumbline.example/api/v1/email-verification'
const proofIn = ({ text }: Received): string =>
  new RegExp(`${page}#token=(\\S+)`).exec(text)?.[1] ?? ''
const releaseIn = ({ text }: Received): string =>
  new RegExp(`${page}#release=(\\S+)`).exec(text)?.[1] ?? ''

const confirm = (client: Client, token: string): Promise<Answered> =>
  client.ask('POST', '/users/me/email-verification/confirm', {
    data: { type: 'email-verifications', attributes: { token } },
  })
const release = (token: string): Promise<Answered> =>
  w.anonymous.ask('POST', '/email-verification/release', {
    data: { type: 'email-releases', attributes: { token } },
  })
const askAgain = (client: Client): Promise<Answered> =>
  client.ask('POST', '/users/me/email-verification')
const signUp = (email: string, more = ''): Promise<Answered> =>
  w.anonymous.ask('POST', `/users${more}`, {
    data: { type: 'users', attributes: { name: 'Somebody', email, password } },
  })
const changeEmail = (client: Client, id: string, email: string): Promise<Answered> =>
  client.ask('PATCH', `/users/${id}`, {
    data: { type: 'users', id, attributes: { email, current_password: password } },
  })
const me = async (client: Client) => (await client.get('/users/me')).item
const keyOf = async (client: Client): Promise<Client> => {
  const key = await client.make('/api-keys', 'api-keys', { name: 'a key' })
  return new Client(w.base, { ...client, authorization: `Api-Key ${key.text('api_key')}` })
}
const prove = async (client: Client): Promise<void> => {
  const answer = await confirm(client, proofIn(await mail.mailTo(client.email)))
  assert.equal(answer.status, 200, answer.text)
}

test('who signs up gets a link, and the session of that user proves the address by it', async () => {
  const user = await w.user()
  assert.equal((await me(user)).at('email_verified'), false)
  const token = proofIn(await mail.mailTo(user.email))
  assert.match(token, /^[\w-]{43}$/)
  const answer = await confirm(user, token)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.item.id, answer.item.at('email_verified')], [user.userId, true])
  assert.deepEqual(faultOf(await confirm(user, token)), [400, 'token_invalid'], 'it proves once')
  assert.deepEqual(faultOf(await askAgain(user)), [409, 'verified'])
})

test('a provider that verified the same address signs in who has proven it', async () => {
  const user = await w.user()
  const account = { sub: user.email, email: user.email, email_verified: true }
  assert.deepEqual(faultOf(await signInByIssuer(w, account)), [403, 'not_linked'])
  assert.equal((await mail.mailTo(user.email, 2)).subject, 'Your email address is in use')
  await prove(user)
  const pair = await signInByIssuer(w, account)
  assert.equal(pair.status, 200, pair.text)
})

test('the link of another account proves nothing: not the squatter’s when the owner follows it', async () => {
  const squatted = fresh()
  await signUp(squatted)
  const token = proofIn(await mail.mailTo(squatted))
  const owner = await w.user()
  assert.deepEqual(faultOf(await confirm(owner, token)), [400, 'token_invalid'])
  assert.equal((await confirm(w.anonymous, token)).status, 401)
  assert.deepEqual(faultOf(await confirm(owner, 'made up')), [400, 'token_invalid'])
  assert.equal((await me(owner)).text('email'), owner.email)
})

test('nor does an API key', async () => {
  const user = await w.user()
  const token = proofIn(await mail.mailTo(user.email))
  assert.equal((await confirm(await keyOf(user), token)).status, 403)
})

test('a link ends after 24 hours of the database', async () => {
  const user = await w.user()
  const first = await mail.mailTo(user.email)
  const ends = await w.test.administer(
    `select extract(epoch from expires_at - now()) / 3600 as hours from email_tokens where user_id = '${user.userId}'`,
  )
  const hours = Number(ends[0]?.['hours'])
  assert.ok(hours > 23 && hours <= 24, `${hours}`)
  await w.test.administer(
    `update email_tokens set expires_at = now() where user_id = '${user.userId}'`,
  )
  assert.deepEqual(faultOf(await confirm(user, proofIn(first))), [400, 'token_invalid'])
  assert.equal((await release(releaseIn(first))).status, 404)
  assert.equal((await askAgain(user)).status, 200)
  assert.equal((await confirm(user, proofIn(await mail.mailTo(user.email, 2)))).status, 200)
})

test('one’s own address changes when the new one is proven, and both get a mail', async () => {
  const user = await w.user()
  await prove(user)
  const next = fresh()
  const asked = await changeEmail(user, user.userId, next.toUpperCase())
  assert.equal(asked.status, 200, asked.text)
  assert.deepEqual(
    ['email', 'pending_email', 'email_verified'].map((name) => asked.item.at(name)),
    [user.email, next, true],
  )
  assert.match((await mail.mailTo(user.email, 2)).text, new RegExp(`being changed to ${next}`))
  const { item } = await confirm(user, proofIn(await mail.mailTo(next)))
  assert.deepEqual(
    ['email', 'pending_email', 'email_verified'].map((name) => item.at(name)),
    [next, null, true],
  )
})

test('who may manage users does not see what address another asks for', async () => {
  const { client } = await member(w, w.acme)
  await changeEmail(client, client.userId, fresh())
  assert.match((await me(client)).text('pending_email'), /@/)
  assert.equal((await w.acme.get(`/users/${client.userId}`)).item.at('pending_email'), null)
})

test('to ask for the address one has withdraws the change, and its link proves nothing', async () => {
  const user = await w.user()
  const next = fresh()
  await changeEmail(user, user.userId, next)
  const token = proofIn(await mail.mailTo(next))
  const back = await changeEmail(user, user.userId, user.email)
  assert.equal(back.item.at('pending_email'), null)
  assert.deepEqual(faultOf(await confirm(user, token)), [400, 'token_invalid'])
})

test('an address that somebody has proven is taken; one that somebody only claims goes to who proves it', async () => {
  const [proven, squatter, owner] = [await w.user(), await w.user(), await w.user()]
  await prove(proven)
  assert.deepEqual(faultOf(await changeEmail(owner, owner.userId, proven.email)), [400, 'unique'])
  assert.equal((await changeEmail(owner, owner.userId, squatter.email)).status, 200)
  const token = proofIn(await mail.mailTo(squatter.email, 2))
  const answer = await confirm(owner, token)
  assert.deepEqual([answer.status, answer.item.at('email')], [200, squatter.email], answer.text)
  assert.equal(
    (await squatter.get('/users/me')).status,
    401,
    'whoever only claimed it is signed out',
  )
})

test('an administrator who changes the address of a member proves nothing', async () => {
  const owner = await w.user()
  const role = await owner.make('/roles', 'roles', { name: 'guests' })
  const roles = [{ type: 'roles', id: role.id }]
  const [first, second] = [fresh(), fresh()]
  const made = await owner.make('/tenants/invitations', 'invitations', { email: first }, { roles })
  const joined = await signUp(first, `?invitation_token=${made.text('token')}`)
  assert.equal(joined.status, 201, joined.text)
  await w.test.administer(`update users set email_verified = true where email = '${first}'`)
  const answer = await changeEmail(owner, joined.item.id, second)
  assert.deepEqual(
    ['email', 'pending_email', 'email_verified'].map((name) => answer.item.at(name)),
    [second, null, false],
  )
  // The invitation and the proof of the address came before.
  assert.match((await mail.mailTo(first, 3)).text, /being changed/)
  const account = { sub: second, email: second, email_verified: true }
  assert.deepEqual(faultOf(await signInByIssuer(w, account)), [403, 'not_linked'])
})

test('whoever finds his address taken by an account that never proved it gets it back, and takes up his invitation', async () => {
  const owner = await w.user()
  const role = await owner.make('/roles', 'roles', { name: 'guests' })
  const roles = [{ type: 'roles', id: role.id }]
  const email = fresh()
  const made = await owner.make('/tenants/invitations', 'invitations', { email }, { roles })
  assert.equal((await signUp(email)).status, 201, 'the squatter')
  const squatter = await w.anonymous.make('/tokens', 'tokens', { email, password })
  const stolen = new Client(w.base, {
    tenantId: '',
    userId: '',
    email,
    authorization: `Bearer ${squatter.text('access')}`,
  })
  const invitation = `?invitation_token=${made.text('token')}`
  assert.deepEqual(faultOf(await signUp(email, invitation)), [400, 'unique'])
  const notice = await mail.mailTo(email, 3)
  assert.equal(notice.subject, 'Your email address is in use')
  const { id } = await me(stolen)
  const answer = await release(releaseIn(notice))
  assert.deepEqual([answer.status, answer.item.at('outcome')], [200, 'released'], answer.text)
  assert.equal((await stolen.get('/users/me')).status, 401)
  const refresh = { type: 'tokens-refresh', attributes: { refresh: squatter.text('refresh') } }
  assert.equal((await w.anonymous.ask('POST', '/tokens/refresh', { data: refresh })).status, 400)
  const rows = await w.test.administer(`select email from users where id = '${id}'`)
  assert.match(String(rows[0]?.['email']), /@released\.invalid$/)
  const noted = await w.test.administer(
    `select before from audit_events where resource_id = '${id}' and action = 'email_releases_create'`,
  )
  assert.deepEqual(noted, [{ before: { email } }])
  assert.equal((await signUp(email, invitation)).status, 201)
  assert.equal((await release(releaseIn(notice))).status, 404, 'it releases once')
})

test('a link releases neither an address that was proven since nor one of another account', async () => {
  const user = await w.user()
  const token = releaseIn(await mail.mailTo(user.email))
  await w.test.administer(`update users set email_verified = true where id = '${user.userId}'`)
  assert.equal((await release(token)).status, 404)
  assert.equal((await me(user)).text('email'), user.email)
  assert.equal((await release('made up')).status, 404)
})

test('who never asked for a change withdraws it, and the account keeps its own address', async () => {
  const user = await w.user()
  await prove(user)
  const mistyped = fresh()
  await changeEmail(user, user.userId, mistyped)
  const answer = await release(releaseIn(await mail.mailTo(mistyped)))
  assert.deepEqual([answer.status, answer.item.at('outcome')], [200, 'withdrawn'])
  const now = await me(user)
  assert.deepEqual([now.at('email'), now.at('pending_email')], [user.email, null])
})

test('of many who follow one link at once, one proves', async () => {
  const user = await w.user()
  const token = proofIn(await mail.mailTo(user.email))
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(user, token)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400, 400])
})

test('a mailbox gets six mails an hour, under whatever name and whoever asks', async () => {
  const name = randomBytes(6).toString('hex')
  const answers: Answered[] = []
  for (let n = 0; n < 8; n += 1) {
    const user = await w.user()
    answers.push(await changeEmail(user, user.userId, `${name}+${n}@example.com`))
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 429, 429],
  )
  assert.ok(Number(answers[7]?.headers.get('retry-after')) > 0)
  const last = await w.user()
  assert.equal((await signUp(`${name}@example.com`)).status, 201, 'a sign-up is none the less good')
  await mail.mailTo(last.email) // mails are sent in order: earlier ones have arrived
  const sent = mail.mails.filter(({ to }) => to[0]?.startsWith(name))
  assert.equal(sent.length, 6)
})

test('and an account has six sent', async () => {
  const user = await w.user()
  const statuses: number[] = []
  for (let n = 0; n < 7; n += 1)
    statuses.push((await changeEmail(user, user.userId, fresh())).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429], 'the first was at sign-up')
})

test('links lead where the settings say, whatever host a request names, and mails carry no word of a user', async () => {
  const email = fresh()
  const attributes = { name: 'Win at http://evil.example/', email, password, company_name: 'Evil' }
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      'Content-Type': 'application/vnd.api+json',
    }
    const sent = request(`${w.base}/users`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.once('error', reject)
    sent.end(JSON.stringify({ data: { type: 'users', attributes } }))
  })
  assert.equal(status, 201)
  const { raw, text, from } = await mail.mailTo(email)
  assert.doesNotMatch(raw, /evil/i)
  assert.equal(from, 'plumbline@example.com')
  for (const [link] of text.matchAll(/https?:\S+/g))
    assert.ok(link.startsWith('https://plumbline.example'), link)
})

test('rejects an address with line breaks or a second address, and sends no email', async () => {
  const sent = mail.mails.length
  const user = await w.user()
  await mail.mailTo(user.email)
  for (const email of [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com,b@example.com',
    '"a\r\n"@example.com',
    'a@example.com>\r\nRCPT TO:<b@example.com',
    'a b@example.com',
    '"x y"@example.com',
  ]) {
    assert.equal((await signUp(email)).status, 400, email)
    assert.equal((await changeEmail(user, user.userId, email)).status, 400, email)
  }
  assert.equal(mail.mails.length, sent + 1)
})

test('a sign-up with an address that is taken is answered alike, proven or not', async () => {
  const [proven, claimed] = [await w.user(), await w.user()]
  await prove(proven)
  const [one, other] = [await signUp(proven.email), await signUp(claimed.email)]
  const plain = (answer: Answered): string => answer.text
  assert.equal(one.status, 400)
  assert.equal(plain(one), plain(other))
  await mail.mailTo(claimed.email, 2)
  assert.equal(mail.mails.filter(({ to }) => to.includes(proven.email)).length, 1)
})

test('neither database nor log hold a token in clear', async () => {
  const refused = '451 later'
  mail.refusal = refused
  const user = await w.user()
  const rows = await w.test.administer(
    `select encode(sealed, 'escape') as sealed from mails where sealed is not null`,
  )
  assert.ok(rows.length > 0)
  for (const { sealed } of rows) assert.doesNotMatch(String(sealed), /example|token|mail/)
  mail.refusal = ''
  await w.test.administer(`update mails set due_at = now()`)
  await w.user() // whose own mail has the worker look
  const token = proofIn(await mail.mailTo(user.email))
  const stored = await w.test.administer(`select encode(hash, 'escape') as hash from email_tokens`)
  assert.ok(!JSON.stringify(stored).includes(token))
  assert.ok(!JSON.stringify(w.logged).includes(token))
  assert.ok(!JSON.stringify(w.logged).includes(user.email))
})

const visit = (hash: string, fields: Readonly<Record<string, string>>) =>
  openedLinkPage(w.base, '/email-verification', { hash, fields })

test('the page of a link proves the address by signing in, and releases it by a click', async () => {
  const user = await w.user()
  const mailed = await mail.mailTo(user.email)
  const wrong = await visit(`#token=${proofIn(mailed)}`, { email: user.email, password: 'no' })
  assert.deepEqual(wrong.asked, [], 'nothing is asked before somebody clicks')
  await wrong.submit()
  assert.equal(wrong.shown(), 'Invalid credentials.')
  const good = await visit(`#token=${proofIn(mailed)}`, { email: user.email, password })
  await good.submit()
  assert.equal(good.shown(), `${user.email} is confirmed.`)
  const squatted = fresh()
  await signUp(squatted)
  const released = await visit(`#release=${releaseIn(await mail.mailTo(squatted))}`, {})
  assert.deepEqual(released.asked, [])
  await released.submit()
  assert.equal(released.shown(), `${squatted} is released.`)
})

test('and runs its own script alone, and in no frame', async () => {
  const { headers, script } = await visit('', {})
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
  assert.ok(policy.includes(`script-src 'sha256-${hash}';`), policy)
  assert.doesNotMatch(policy, /unsafe/)
})
