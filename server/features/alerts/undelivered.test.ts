/** An undelivered mail is recorded at its rule and in the audit log, and unwanted mails are not sent. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { member, revoke, showTo } from '../../testing/member.ts'
import { MailServer } from '../../testing/smtp.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { agree, choose, made, mailSettings, patch, path, tokenIn } from './testing/rules.ts'

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

const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const alertsTo = (email: string) =>
  mail.mails.filter(({ to, subject }) => to.includes(email) && subject.startsWith('Alert: '))
const statusOf = async (who: Client, email: string) =>
  (await who.get(`/alerts/recipients?filter[email]=${email}`)).item.at('status')

const dueNow = (id: string) =>
  w.test.administer(
    `update alert_rules set next_daily_at = now() - interval '1 minute' where id = '${id}'`,
  )
const undelivered = (who: Client, { id }: Item) =>
  eventually('a note at the rule', async () => {
    const { item } = await who.get(`${path}/${id}`)
    return item.at('undelivered_at') !== null && item
  })
/** Mails that wait in the outbox. */
const waiting = (mailbox: string) =>
  w.test.administer(`select id from mails where mailbox like '%${mailbox}' and sealed is not null`)
/** Makes them due again; another mail wakes the sender. */
async function again(who: Client): Promise<void> {
  await w.test.administer('update mails set due_at = now() where sealed is not null')
  const data = { type: 'alert-recipients', attributes: { email: fresh() } }
  assert.equal((await who.ask('POST', '/alerts/recipients', { data })).status, 201)
}

/** A rule whose mail to an address that agreed waits, because the server takes none for now. */
async function held(who: Client, author: Client = who) {
  const email = fresh()
  const rule = await made(author, { recipient_emails: [email] })
  await agree(w, mail, email)
  mail.refusal = '451 later'
  await dueNow(rule.id)
  await eventually('an attempt', async () => {
    const rows = await w.test.administer(
      `select 1 from mails where mailbox like '%${email}' and attempts > 0 and sealed is not null and due_at < now() + interval '60 seconds'`,
    )
    return rows.length > 0
  })
  return { email, rule }
}

test('a mail that no server took for a day is noted at its rule and in the audit log', async () => {
  const who = await w.user()
  await ingest(who, [record({ uid: 'one' })])
  const { email, rule } = await held(who)
  await w.test.administer(
    `update mails set inserted_at = now() - interval '25 hours' where mailbox like '%${email}' and sealed is not null`,
  )
  await again(who)
  const noted = await undelivered(who, rule)
  mail.refusal = ''
  assert.equal(noted.at('undelivered_reason'), 'expired')
  const { items } = await who.get(`/audit-events?filter[resource]=${rule.id}`)
  const event = items.find((one) => one.at('action') === 'alert-mail')
  const { id } = (await who.get(`/alerts/recipients?filter[email]=${email}`)).item
  assert.deepEqual(
    [event?.at('after', 'undelivered', 'reason'), event?.at('after', 'undelivered', 'recipients')],
    ['expired', [id]],
  )
  assert.equal(JSON.stringify(event).includes(email), false)
  assert.equal(await statusOf(who, email), 'confirmed')
  assert.equal((await patch(who, rule.id, {})).item.at('undelivered_at'), null)
})

test('a mail whose text is refused is noted, and its reader gets the next', async () => {
  const who = await w.user()
  await ingest(who, [record({ uid: 'one' })])
  const { email, rule } = await held(who)
  mail.refusal = ''
  mail.refusals = { TEXT: '554 5.7.1 this looks like spam' }
  await again(who)
  const noted = await undelivered(who, rule)
  mail.refusals = {}
  assert.equal(noted.at('undelivered_reason'), 'refused')
  assert.equal(await statusOf(who, email), 'confirmed')
})

test('whoever unsubscribes gets no mail that waits', async () => {
  const who = await w.user()
  await ingest(who, [record({ uid: 'one' })])
  const { email } = await held(who)
  await choose(w, 'unsubscribe', tokenIn(await mail.mailTo(email), 'unsubscribe'))
  mail.refusal = ''
  await again(who)
  await eventually('an end', async () => (await waiting(email)).length === 0)
  assert.equal(alertsTo(email).length, 0)
})

test('a mail that waits is made anew when its author sees less', async () => {
  const owner = await w.user()
  const [kept, lost] = [await owner.provider('300000000021'), await owner.provider('300000000022')]
  const { client, roleId } = await member(w, owner, ['manage_alerts'])
  for (const providerId of [kept, lost])
    await showTo(w, { tenantId: owner.tenantId, roleId, providerId })
  await ingest(owner, [
    record({ uid: 'kept', account: '300000000021' }),
    record({ uid: 'lost', account: '300000000022' }),
  ])
  const { email } = await held(owner, client)
  await w.test.administer(`delete from provider_group_members where provider_id = '${lost}'`)
  mail.refusal = ''
  await again(owner)
  const { text } = await eventually('the mail', async () => alertsTo(email)[0])
  assert.match(text, /300000000021/)
  assert.ok(!text.includes('300000000022'), text)
})

test('an author who loses the right while a mail waits has it noted', async () => {
  const owner = await w.user()
  await ingest(owner, [record({ uid: 'one' })])
  const { client, roleId } = await member(w, owner, ['manage_alerts', 'unlimited_visibility'])
  const { email, rule } = await held(owner, client)
  await revoke(w, roleId, 'manage_alerts')
  mail.refusal = ''
  await again(owner)
  const noted = await undelivered(owner, rule)
  assert.equal(noted.at('undelivered_reason'), 'author_lost_right')
  assert.equal(alertsTo(email).length, 0)
})

test('addresses that have to wait are asked when the hour is over, unless whoever added them may not', async () => {
  const owner = await w.user()
  const [asker, loser] = [
    await member(w, owner, ['manage_alerts']),
    await member(w, owner, ['manage_alerts']),
  ]
  const emails = Array.from({ length: 8 }, fresh)
  const others = Array.from({ length: 8 }, fresh)
  await made(asker.client, { name: 'First', recipient_emails: emails })
  await made(loser.client, { name: 'Second', recipient_emails: others })
  const asked = async (of: readonly string[]) => {
    const { items } = await owner.get('/alerts/recipients?page[size]=100')
    return items.filter(
      (one) => of.includes(one.text('email')) && one.at('confirmation_sent_at') !== null,
    ).length
  }
  assert.deepEqual([await asked(emails), await asked(others)], [5, 5])
  await revoke(w, loser.roleId, 'manage_alerts')
  await w.test.administer(`
    update mails set inserted_at = now() - interval '61 minutes';
    update alert_recipients set ask_at = now() where ask_at is not null`)
  await eventually('the others of the first', async () => (await asked(emails)) === 8)
  await eventually('the others to be dropped', async () => {
    const rows = await w.test.administer(
      `select 1 from alert_recipients where ask_at is not null and tenant_id = '${owner.tenantId}'`,
    )
    return rows.length === 0
  })
  assert.equal(await asked(others), 5)
})

test('a mailbox that said no is not asked by another name behind a plus', async () => {
  const who = await w.user()
  const email = fresh()
  const named = (name: string) => email.replace('@', `+${name}@`)
  await made(who, { recipient_emails: [email] })
  await choose(w, 'unsubscribe', tokenIn(await mail.mailTo(email), 'unsubscribe'))
  const data = { type: 'alert-recipients', attributes: { email: named('one') } }
  const { status, fault } = await who.ask('POST', '/alerts/recipients', { data })
  assert.deepEqual([status, fault.code], [409, 'unsubscribed'])
  await made(who, { name: 'Another', recipient_emails: [named('two')] })
  assert.equal(await statusOf(who, encodeURIComponent(named('two'))), 'unsubscribed')
  assert.equal(mail.mails.filter(({ to }) => to.includes(named('two'))).length, 0)
})

test('a server that sends no mails any more says so at the rule after a day', async () => {
  const who = await w.user()
  const email = fresh()
  const rule = await made(who, { recipient_emails: [email] })
  await agree(w, mail, email)
  await w.close()
  const silent = await world({ sweepMs: 200, test: w.test, cloud: w.cloud })
  try {
    await w.test.administer(`
      insert into alert_messages (tenant_id, id, rule_id, window_key, digest, unsent, inserted_at)
      values ('${who.tenantId}', gen_random_uuid(), '${rule.id}', 'day/2026-01-01',
              '{"rule":{"id":"","name":"x","description":""},"window":{"from":"2026-01-01T00:00:00Z","to":"2026-01-01T01:00:00Z"},"sections":[],"author":"${who.userId}","accounts":null}',
              '{${email}}', now() - interval '25 hours')`)
    const reason = await eventually('a note', async () => {
      const [row] = await w.test.administer(
        `select undelivered_reason as reason from alert_rules where id = '${rule.id}'`,
      )
      return row?.['reason']
    })
    assert.equal(reason, 'no_mail_server')
  } finally {
    await silent.close()
  }
})
