/** A rule sees no more than its author, on evaluation and on sending. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { FakeReceiver } from '../../targets/webhook/testing/fake-receiver.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { type Flag, grant, member, revoke, showTo } from '../../testing/member.ts'
import { MailServer } from '../../testing/smtp.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { Sites } from '../integrations/testing/sites.ts'
import { agree, made, mailSettings, patch, path, plain } from './testing/rules.ts'

const sites = new Sites()
let w: World
let mail: MailServer
let receiver: FakeReceiver
before(async () => {
  ;[mail, receiver] = await Promise.all([new MailServer().listen(), FakeReceiver.start()])
  sites.add('receiver.example', receiver.origin)
  w = await world({ sweepMs: 200, settings: mailSettings(mail), egress: sites.egress })
})
after(async () => {
  await w.close()
  await Promise.all([mail.close(), receiver.close()])
  await w.test.close()
})

const fresh = (): string => `${randomBytes(6).toString('hex')}@example.com`
const alertsTo = (email: string) =>
  mail.mails.filter(({ to, subject }) => to.includes(email) && subject.startsWith('Alert: '))

/** Runs its daily evaluation now. */
async function ask(id: string): Promise<void> {
  await w.test.administer(
    `update alert_rules set next_daily_at = now() - interval '1 minute' where id = '${id}'`,
  )
  await eventually('a daily look', async () => {
    const rows = await w.test.administer(
      `select 1 from alert_rules where id = '${id}' and next_daily_at > now()`,
    )
    return rows.length === 1
  })
}
const messageOf = async (id: string) =>
  (await w.test.administer(`select unsent, dropped from alert_messages where rule_id = '${id}'`))[0]

/** While it is full, alerts to the mailbox wait. */
const fill = ({ tenantId }: Client, email: string) =>
  w.test.administer(`
    insert into mails (id, mailbox, sealed, inserted_at)
    select gen_random_uuid(), 'alert ${tenantId} ${email}', null, now() - interval '30 minutes'
      from generate_series(1, 30)`)
const empty = ({ tenantId }: Client, email: string, rule: Item) =>
  w.test.administer(`
    delete from mails where mailbox = 'alert ${tenantId} ${email}';
    update alert_messages set due_at = now() where rule_id = '${rule.id}'`)

/** A member of the owner's tenant who sees two accounts, and a rule of theirs whose mail waits. */
async function waiting(accounts: readonly [string, string]) {
  const owner = await w.user()
  const [first, second] = [await owner.provider(accounts[0]), await owner.provider(accounts[1])]
  const { client, roleId } = await member(w, owner, ['manage_alerts'])
  for (const providerId of [first, second])
    await showTo(w, { tenantId: owner.tenantId, roleId, providerId })
  await ingest(owner, [
    record({ uid: 'kept', account: accounts[0] }),
    record({ uid: 'lost', account: accounts[1] }),
  ])
  const email = fresh()
  const rule = await made(client, { recipient_emails: [email] })
  await agree(w, mail, email)
  await fill(owner, email)
  await ask(rule.id)
  await eventually('a mail that waits', async () => (await messageOf(rule.id))?.['unsent'])
  const hide = () =>
    w.test.administer(`delete from provider_group_members where provider_id = '${second}'`)
  return { owner, client, roleId, email, rule, hide, first, second }
}

test('a mail names nothing that the author of the rule does not see by then', async () => {
  const { owner, email, rule, hide } = await waiting(['300000000011', '300000000012'])
  await hide()
  await empty(owner, email, rule)
  const { text } = await eventually('the mail', async () => alertsTo(email)[0])
  assert.match(text, /\n1 finding matches\n/)
  assert.match(text, /300000000011/)
  assert.ok(!text.includes('300000000012'), text)
})

test('a mail names no account that was deleted since', async () => {
  const { owner, email, rule, second } = await waiting(['300000000013', '300000000014'])
  await w.test.administer(`update providers set deleted_at = now() where id = '${second}'`)
  await empty(owner, email, rule)
  const { text } = await eventually('the mail', async () => alertsTo(email)[0])
  assert.match(text, /\n2 findings match\n/)
  assert.ok(!text.includes('300000000014'), text)
})

test('an author who may not manage alerts any more says nothing, and the rule says why', async () => {
  const { owner, roleId, email, rule } = await waiting(['300000000015', '300000000016'])
  await revoke(w, roleId, 'manage_alerts')
  await empty(owner, email, rule)
  await eventually('an end', async () => (await messageOf(rule.id))?.['dropped'] === 1)
  const shown = (await owner.get(`${path}/${rule.id}`)).item
  assert.deepEqual([shown.at('enabled'), shown.at('disabled_reason')], [false, 'author_lost_right'])
  await w.test.administer(`delete from alert_messages where rule_id = '${rule.id}'`)
  await ask(rule.id)
  assert.equal(await messageOf(rule.id), undefined)
  assert.equal(alertsTo(email).length, 0)
  await grant(w, roleId, ['manage_alerts'])
  await ask(rule.id)
  await eventually('the mail', async () => alertsTo(email)[0])
})

test('a message of an author who left is not sent', async () => {
  const { owner, client, email, rule } = await waiting(['300000000017', '300000000018'])
  await w.test.administer(
    `delete from memberships where tenant_id = '${owner.tenantId}' and user_id = '${client.userId}'`,
  )
  await empty(owner, email, rule)
  await eventually('an end', async () => (await messageOf(rule.id))?.['dropped'] === 1)
  assert.equal(alertsTo(email).length, 0)
})

test('messages of a rule that fires no more are kept for 90 days', async () => {
  const who = await w.user()
  const rule = await made(who, { condition: { op: 'any' } })
  await w.test.administer(`
    insert into alert_messages (tenant_id, id, rule_id, window_key, digest, unsent, inserted_at)
    select '${who.tenantId}', gen_random_uuid(), '${rule.id}', 'day/' || days, '{}', '{}', now() - make_interval(days => days)
      from unnest('{89,91}'::int[]) as days`)
  await ask(rule.id)
  const left = await w.test.administer(
    `select window_key from alert_messages where rule_id = '${rule.id}'`,
  )
  assert.deepEqual(left, [{ window_key: 'day/89' }])
})

const hook = (who: Client): Promise<Item> => {
  const { pathname, search } = new URL(receiver.access.url)
  const url = `https://receiver.example${pathname}${search}`
  return who.make('/integrations', 'integrations', {
    integration_type: 'webhook',
    configuration: {},
    credentials: { url, secret: receiver.secret },
  })
}
const linked = ({ id }: Item) => ({ integrations: { data: [{ type: 'integrations', id }] } })

test('a delivery is not sent when the author of its rule may not choose the integration any more', async () => {
  const owner = await w.user()
  await ingest(owner, [record({ uid: 'one' })])
  const of = await hook(owner)
  const flags: readonly Flag[] = ['manage_alerts', 'manage_integrations', 'unlimited_visibility']
  const { client, roleId } = await member(w, owner, flags)
  receiver.failing = () => ({ status: 503 })
  const { item: rule } = await client.ask('POST', path, {
    data: { type: 'alert-rules', attributes: plain, relationships: linked(of) },
  })
  await ask(rule.id)
  const deliveries = `/integrations/${of.id}/deliveries`
  const row = await eventually('a failed attempt', async () => {
    const { items } = await owner.get(deliveries)
    return items.find((one) => one.at('reason_code') === 'unavailable')
  })
  receiver.failing = () => undefined
  await revoke(w, roleId, 'manage_integrations')
  await owner.ask('POST', `${deliveries}/${row.id}/replay`)
  const ended = await eventually('its end', async () => {
    const { item } = await owner.get(`${deliveries}/${row.id}`)
    return item.at('state') !== 'pending' && item
  })
  assert.deepEqual([ended.at('state'), ended.at('reason_code')], ['failed', 'not_permitted'])
  assert.equal(receiver.events.has(row.id), false)
  await grant(w, roleId, ['manage_integrations'])
  await owner.ask('POST', `${deliveries}/${row.id}/replay`)
  await eventually('its delivery', async () => receiver.events.has(row.id))
})

test('nobody becomes the author of a rule that sends to integrations which they could not choose', async () => {
  const owner = await w.user()
  const { item: rule } = await owner.ask('POST', path, {
    data: { type: 'alert-rules', attributes: plain, relationships: linked(await hook(owner)) },
  })
  const { client } = await member(w, owner, ['manage_alerts', 'unlimited_visibility'])
  const authorOf = async () => (await owner.get(`${path}/${rule.id}`)).item.linked('author')
  const refused = await patch(client, rule.id, { condition: { op: 'none' } })
  assert.equal(refused.status, 403, refused.text)
  assert.deepEqual(await authorOf(), [owner.userId])
  assert.equal((await patch(client, rule.id, { enabled: false })).status, 200)
  assert.equal((await patch(client, rule.id, { enabled: true })).status, 403)
  const without = await client.ask('PATCH', `${path}/${rule.id}`, {
    data: {
      type: 'alert-rules',
      id: rule.id,
      attributes: { enabled: true },
      relationships: { integrations: { data: [] } },
    },
  })
  assert.equal(without.status, 200, without.text)
  assert.deepEqual(await authorOf(), [client.userId])
})
