/** Addresses that receive alerts: asked first, and never mailed again after they decline. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { MailServer } from '../../testing/smtp.ts'
import { agree, choose, made, mailSettings, post, plain, site, tokenIn } from './testing/rules.ts'

let w: World
let mail: MailServer
before(async () => {
  mail = await new MailServer().listen()
  w = await world({ sweepMs: 200, settings: mailSettings(mail) })
})
after(async () => {
  await w.close()
  await mail.close()
  await w.test.close()
})

const path = '/alerts/recipients'
const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const add = (who: Client, email: string): Promise<Answered> =>
  who.ask('POST', path, { data: { type: 'alert-recipients', attributes: { email } } })
const faultOf = ({ status, fault }: Answered) => [status, fault.code]
const statusOf = async (who: Client, email: string) =>
  (await who.get(`${path}?filter[email]=${email}`)).item.at('status')

test('an address gets a mail with a link, agrees by it once, and says no by another', async () => {
  const who = await w.user()
  const email = fresh()
  const { status, item } = await add(who, email.toUpperCase())
  assert.deepEqual([status, item.at('email'), item.at('status')], [201, email, 'pending'])
  const asked = await mail.mailTo(email)
  assert.equal(asked.subject, 'Confirm alerts from Plumbline')
  const token = tokenIn(asked, 'confirm')
  assert.match(token, /^[\w-]{43}$/)
  const agreed = await choose(w, 'confirm', token)
  assert.deepEqual([agreed.item.at('email'), agreed.item.at('status')], [email, 'confirmed'])
  assert.equal(await statusOf(who, email), 'confirmed')
  assert.equal((await choose(w, 'confirm', token)).status, 404, 'it confirms once')
  assert.deepEqual(faultOf(await add(who, email)), [409, 'conflict'])
  const no = tokenIn(asked, 'unsubscribe')
  assert.equal((await choose(w, 'confirm', no)).status, 404, 'it is no link to agree')
  for (const _ of [1, 2])
    assert.equal((await choose(w, 'unsubscribe', no)).item.at('status'), 'unsubscribed')
  assert.deepEqual(faultOf(await add(who, email)), [409, 'unsubscribed'])
  assert.deepEqual(faultOf(await who.ask('DELETE', `${path}/${item.id}`)), [409, 'unsubscribed'])
})

test('a link is over when it is too old, or when another was sent', async () => {
  const who = await w.user()
  const email = fresh()
  await add(who, email)
  const first = tokenIn(await mail.mailTo(email), 'confirm')
  assert.equal((await add(who, email)).status, 201)
  const second = tokenIn(await mail.mailTo(email, 2), 'confirm')
  assert.equal((await choose(w, 'confirm', first)).status, 404)
  await w.test.administer(
    `update alert_recipients set confirmation_until = now() where email = '${email}'`,
  )
  assert.equal((await choose(w, 'confirm', second)).status, 404)
  assert.equal((await choose(w, 'unsubscribe', 'made up')).status, 404)
})

test('programs that show mails unsubscribe by an empty form', async () => {
  const who = await w.user()
  const email = fresh()
  await add(who, email)
  const token = tokenIn(await mail.mailTo(email), 'unsubscribe')
  const response = await fetch(`${w.base}${path}/unsubscribe/one-click?token=${token}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  assert.equal(text.includes(token), false, 'the token is not repeated')
  assert.equal(await statusOf(who, email), 'unsubscribed')
})

test('the one-click address opened as a link leads to the page, and does not unsubscribe', async () => {
  const who = await w.user()
  const email = fresh()
  await add(who, email)
  const asked = await mail.mailTo(email)
  await choose(w, 'confirm', tokenIn(asked, 'confirm'))
  const token = tokenIn(asked, 'unsubscribe')
  const address = `${w.base}${path}/unsubscribe/one-click?token=${token}`
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(address, { method, redirect: 'manual' })
    assert.deepEqual([response.status, await response.text()], [303, ''], method)
    const location = response.headers.get('location')
    assert.equal(location, `${site}/api/v1/alerts/subscription#unsubscribe=${token}`)
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  }
  assert.equal(await statusOf(who, email), 'confirmed')
  assert.equal(JSON.stringify(w.logged).includes(token), false)
})

test('the page of the links is there, and does nothing by itself', async () => {
  const page = await w.anonymous.get('/alerts/subscription')
  assert.equal(page.status, 200)
  assert.match(page.text, /Get no more alerts/)
})

test('rules have their addresses asked, each once', async () => {
  const who = await w.user()
  const [one, two] = [fresh(), fresh()]
  await made(who, { recipient_emails: [one, two] })
  await made(who, { name: 'Another', recipient_emails: [one] })
  await agree(w, mail, one)
  await mail.mailTo(two)
  const asked = mail.mails.filter(({ to }) => to.includes(one))
  assert.equal(asked.length, 1)
  assert.deepEqual(await statusOf(who, two), 'pending')
})

test('an address that no mail is sent to is refused, and so is one twice', async () => {
  const who = await w.user()
  const refused = [
    [['8f@released.invalid'], '/data/attributes/recipient_emails/0', 'invalid'],
    [[fresh(), 'ann'], '/data/attributes/recipient_emails/1', 'invalid'],
    [['a@example.com', 'A@example.com'], '/data/attributes/recipient_emails/1', 'duplicate'],
  ] as const
  for (const [recipient_emails, pointer, code] of refused) {
    const { status, fault } = await post(who, { ...plain, recipient_emails })
    assert.deepEqual([status, fault.source?.pointer, fault.code], [400, pointer, code])
  }
  assert.equal((await add(who, 'ann@localhost')).status, 400)
})

test('an address that the mail server refuses for good is bounced, and may be asked again', async () => {
  const who = await w.user()
  const email = fresh()
  mail.refusal = '550 nobody of that name'
  await add(who, email)
  await eventually('it is bounced', async () => (await statusOf(who, email)) === 'bounced')
  mail.refusal = ''
  assert.equal((await add(who, email)).item.at('status'), 'pending')
  await agree(w, mail, email)
})

test('members see the addresses of their tenant, and who manages alerts adds them', async () => {
  const who = await w.user()
  const email = fresh()
  const { item } = await add(who, email)
  const { client } = await member(w, who)
  assert.equal((await client.get(`${path}/${item.id}`)).item.at('email'), email)
  assert.equal((await add(client, fresh())).status, 403)
  assert.equal((await client.ask('DELETE', `${path}/${item.id}`)).status, 403)
  assert.equal((await w.rival.get(`${path}/${item.id}`)).status, 404)
  assert.equal((await w.rival.get(`${path}?filter[email]=${email}`)).items.length, 0)
  const asked = await mail.mailTo(email) // none is sent once the address is deleted
  assert.equal((await who.ask('DELETE', `${path}/${item.id}`)).status, 204)
  assert.equal((await choose(w, 'confirm', tokenIn(asked, 'confirm'))).status, 404)
})

test('an address is not asked more often than mails are sent to it', async () => {
  const who = await w.user()
  const email = fresh()
  for (let n = 0; n < 5; n += 1) assert.equal((await add(who, email)).status, 201)
  const answer = await add(who, email)
  assert.equal(answer.status, 429)
  assert.equal(answer.headers.get('retry-after'), '3600')
})

test('a server that sends no mails says so', async () => {
  const silent = await world({ test: w.test, cloud: w.cloud, settings: { WORKER: 'false' } })
  const who = await silent.user()
  assert.deepEqual(faultOf(await add(who, fresh())), [400, 'no_mails'])
  assert.deepEqual(faultOf(await post(who, { ...plain, recipient_emails: [fresh()] })), [
    400,
    'no_mails',
  ])
  assert.equal((await post(who, plain)).status, 201)
  await silent.close()
})
