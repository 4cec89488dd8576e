/** A rule is evaluated after a scan and once a day, and sends each message once to those who agreed. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@plumbline/jsonapi'
import { aws, describeChecks } from '@plumbline/scanner'
import { silent } from '../../platform/log.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { MailServer } from '../../testing/smtp.ts'
import { catalogOf } from '../checks/index.ts'
import { ingest, record } from '../ingestion/testing/files.ts'
import { fireAfterScan } from './firing.ts'
import { evaluateAlerts } from './tasks.ts'
import { agree, choose, made, mailSettings, patch, path, site, tokenIn } from './testing/rules.ts'

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
const dueNow = (id: string) =>
  w.test.administer(
    `update alert_rules set next_daily_at = now() - interval '1 minute' where id = '${id}'`,
  )

async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (let n = 0; n < 300; n += 1) {
    const found = await look()
    if (found) return found
    await sleep(100)
  }
  throw new Error(`${what} did not happen.`)
}
/** Waits until its daily evaluation has run. */
const asked = (id: string) =>
  until('a daily look', async () => {
    const [row] = await w.test.administer(
      `select next_daily_at > now() as done from alert_rules where id = '${id}'`,
    )
    return row?.['done'] === true
  })
const messagesOf = (id: string) =>
  w.test.administer(
    `select window_key, digest, unsent, sent, dropped from alert_messages where rule_id = '${id}' order by inserted_at`,
  )
/** The task that a scan left behind. */
const evaluation = (who: Client, scanId: string) =>
  until('an evaluation', async () => {
    const { items } = await who.get('/tasks?filter[name]=alert-evaluate')
    return items.find(
      (task) => task.at('task_args', 'scan_id') === scanId && task.at('state') === 'completed',
    )
  })

const catalog = catalogOf(await describeChecks(aws))
/** As the task does that a scan leaves behind. */
const fireAgain = (who: Client, about: { ruleId: string; scanId: string }): Promise<boolean> =>
  w.test.database.inTenant(who.tenantId, (tx) => fireAfterScan(tx, catalog, about))

test('a full scan fires a rule once, and the mail names what was found', async () => {
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 's3', 'iam')
  const [email, silent] = [fresh(), fresh()]
  const rule = await made(who, {
    name: 'Severe',
    description: 'What is severe.',
    trigger: 'after_scan',
    condition: { op: 'new', filter: { severity: ['critical', 'high'] } },
    recipient_emails: [email, silent],
  })
  const calm = await made(who, {
    name: 'Calm',
    trigger: 'both',
    condition: { op: 'count_gte', count: 1_000_000 },
    recipient_emails: [email],
  })
  await agree(w, mail, email)
  const scanId = await who.scan(provider)
  const task = await evaluation(who, scanId)
  assert.deepEqual([task.at('result', 'rules'), task.at('result', 'fired')], [2, 1])

  const count = (
    await who.get(
      '/findings/latest?filter[status]=FAIL&filter[muted]=false&filter[severity__in]=critical,high',
    )
  ).document.meta?.pagination?.count
  const got = await until('an alert', async () => alertsTo(email)[0])
  assert.equal(got.subject, 'Alert: Severe')
  assert.match(
    got.text,
    new RegExp(`^Severe, 20.* UTC\n\nWhat is severe.\n\n${count} new findings\n- `),
  )
  assert.match(got.text, new RegExp(`${site}/findings\\?`))
  const token = tokenIn(got, 'unsubscribe')
  const raw = got.raw.replaceAll(/\r\n\s+/g, ' ')
  const oneClick = `${site}/api/v1/alerts/recipients/unsubscribe/one-click?token=${token}`
  assert.ok(raw.includes(`List-Unsubscribe: <${oneClick}>`), raw)
  assert.match(raw, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/)

  for (const ruleId of [rule.id, calm.id])
    assert.equal(await fireAgain(who, { ruleId, scanId }), false)
  const [message, ...others] = await messagesOf(rule.id)
  assert.deepEqual(
    [message?.['window_key'], message?.['unsent'], message?.['sent'], message?.['dropped']],
    [`scan/${scanId}`, [], 1, 0],
  )
  assert.deepEqual(others, [])
  assert.deepEqual(await messagesOf(calm.id), [])
  assert.notEqual((await who.get(`${path}/${rule.id}`)).item.at('last_fired_at'), null)

  // Nothing is new in a second scan of the same account.
  await evaluation(who, await who.scan(provider))
  assert.equal((await messagesOf(rule.id)).length, 1)
  assert.equal(alertsTo(email).length, 1)
  assert.equal(alertsTo(silent).length, 0, 'it has not agreed')
})

test('a scan asks about its own account, and a disabled rule is not asked', async () => {
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 's3', 'iam')
  await ingest(who, [record({ uid: 'elsewhere', check: 'outside_check' })])
  const condition = { op: 'any', filter: { check_id: ['outside_check'] } }
  const rule = await made(who, { trigger: 'after_scan', condition })
  const off = await made(who, { name: 'Off', trigger: 'after_scan', enabled: false })
  await evaluation(who, await who.scan(provider))
  assert.deepEqual([await messagesOf(rule.id), await messagesOf(off.id)], [[], []])
})

test('a rule that fails keeps no other from being asked, and the task names it', async () => {
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 's3', 'iam')
  const anyFailing = { trigger: 'after_scan', condition: { op: 'any' } }
  const broken = await made(who, { name: 'Broken', ...anyFailing })
  const sound = await made(who, { name: 'Sound', ...anyFailing })
  await w.test.administer(
    `update alert_rules set condition = '{"op":"any","filter":{"nothing":["x"]}}' where id = '${broken.id}'`,
  )
  const task = await evaluation(who, await who.scan(provider))
  assert.deepEqual(
    ['rules', 'fired', 'failed'].map((name) => task.at('result', name)),
    [2, 1, [broken.id]],
  )
  assert.equal((await messagesOf(sound.id)).length, 1)
  const said = w.logged.find(({ facts }) => facts['rule_id'] === broken.id)
  assert.equal(said?.event, 'alert rule evaluation failed')
})

test('a task that met a database away asks all rules, and is done again', async () => {
  const who = await w.user()
  const scanId = await who.scan(await who.provider())
  const anyFailing = { trigger: 'after_scan', condition: { op: 'any' } }
  await made(who, { name: 'First', ...anyFailing })
  const second = await made(who, { name: 'Second', ...anyFailing })
  let transactions = 0
  const done = evaluateAlerts.with({ catalog }).run(
    { scan_id: scanId },
    {
      tenantId: who.tenantId,
      name: 'alert-evaluate',
      taskId: scanId,
      fence: 1,
      inTenant: (work) => {
        transactions += 1
        if (transactions === 2) throw unavailable('The database is away.')
        return w.test.database.inTenant(who.tenantId, work)
      },
      hold: async () => {},
      releasePlace: () => () => {},
      countStored() {},
      progressed: async () => {},
      signal: new AbortController().signal,
      log: silent,
    },
  )
  await assert.rejects(done, /The database is away/)
  assert.equal((await messagesOf(second.id)).length, 1)
})

test('after a scan a lost connection is told of its own account alone, and once a day of all', async () => {
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 's3', 'iam')
  const lost = await who.provider('300000000009')
  await who.scanOnly(lost, 's3', 'iam')
  const lose = (id: string) =>
    w.test.administer(
      `update providers set connected = false, connection_last_checked_at = now() where id = '${id}'`,
    )
  await lose(lost)
  const condition = { op: 'connection_lost' }
  const rule = await made(who, { name: 'Lost', trigger: 'both', condition })
  const scanId = await who.scan(provider)
  await evaluation(who, scanId)
  assert.deepEqual(await messagesOf(rule.id), [])
  await dueNow(rule.id)
  await asked(rule.id)
  const lostAccounts = async () =>
    (await messagesOf(rule.id)).map(
      ({ digest }) => (digest as { sections: { providers: string[] }[] }).sections[0]?.providers,
    )
  assert.deepEqual(await lostAccounts(), [[lost]])
  await lose(provider)
  await fireAgain(who, { ruleId: rule.id, scanId })
  assert.deepEqual(await lostAccounts(), [[lost], [provider]])
})

test('a daily rule says once a day what fails in all accounts', async () => {
  const who = await w.user()
  const email = fresh()
  const rule = await made(who, { condition: { op: 'none', filter: { service: ['ec2'] } } })
  const failing = await made(who, { name: 'Failing', recipient_emails: [email] })
  await agree(w, mail, email)
  await ingest(who, [record({ uid: 'one' }), record({ uid: 'two', account: '300000000003' })])
  for (const id of [rule.id, failing.id]) {
    await dueNow(id)
    await asked(id)
  }
  const got = await until('an alert', async () => alertsTo(email)[0])
  assert.match(
    got.text,
    /\n2 findings match\n- high arn:aws:s3:::two .*outside_check.*\n {2}https.*\n- high arn:aws:s3:::one .*\n/,
  )
  const [message] = await messagesOf(failing.id)
  assert.match(String(message?.['window_key']), /^day\/\d{4}-\d\d-\d\d$/)
  const [quiet] = await messagesOf(rule.id)
  const { sections } = quiet!['digest'] as { sections: { total: number }[] }
  assert.deepEqual(
    sections.map(({ total }) => total),
    [0],
  )
  await dueNow(failing.id)
  await asked(failing.id)
  assert.equal((await messagesOf(failing.id)).length, 1)
  assert.equal(alertsTo(email).length, 1)
})

test('a daily rule tells what is new since its last look', async () => {
  const who = await w.user()
  const rule = await made(who, { condition: { op: 'new' } })
  const settle = () =>
    w.test.administer(`
      update scans set completed_at = now() - interval '10 minutes' where tenant_id = '${who.tenantId}';
      update alert_rules set daily_from = now() - interval '1 hour' where id = '${rule.id}'`)
  await ingest(who, [record({ uid: 'one' })])
  await settle()
  await dueNow(rule.id)
  await asked(rule.id)
  assert.equal((await messagesOf(rule.id)).length, 1)
  await w.test.administer(`delete from alert_messages where rule_id = '${rule.id}'`)
  await dueNow(rule.id)
  await asked(rule.id)
  assert.deepEqual(await messagesOf(rule.id), [])
})

test('a rule sees what its author sees, and rests when they have left', async () => {
  const owner = await w.user()
  const seen = await owner.provider('300000000004')
  await owner.scanOnly(seen, 's3', 'iam')
  const hidden = await owner.provider('300000000005')
  await owner.scanOnly(hidden, 's3', 'iam')
  const { client, roleId } = await member(w, owner, ['manage_alerts'])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
  await ingest(owner, [
    record({ uid: 'seen', account: '300000000004' }),
    record({ uid: 'hidden', account: '300000000005' }),
    record({ uid: 'hidden too', account: '300000000005' }),
  ])
  const rule = await made(client)
  await dueNow(rule.id)
  await asked(rule.id)
  const totals = async () =>
    (await messagesOf(rule.id)).map(
      ({ digest }) => (digest as { sections: { total: number }[] }).sections[0]?.total,
    )
  assert.deepEqual(await totals(), [1])
  await w.test.administer(`
    delete from alert_messages where rule_id = '${rule.id}';
    delete from memberships where tenant_id = '${owner.tenantId}' and user_id = '${client.userId}'`)
  await dueNow(rule.id)
  const watch = await made(owner, { name: 'Watch' })
  await dueNow(watch.id)
  await asked(watch.id)
  assert.deepEqual(await totals(), [])
  await patch(owner, rule.id, {})
  await dueNow(rule.id)
  await asked(rule.id)
  assert.deepEqual(await totals(), [3])
  assert.ok(hidden)
})

test('whoever unsubscribed gets no mail, and a mailbox that had too many gets it later', async () => {
  const who = await w.user()
  const [gone, full] = [fresh(), fresh()]
  const rule = await made(who, { recipient_emails: [gone, full] })
  await agree(w, mail, gone)
  await agree(w, mail, full)
  await ingest(who, [record({ uid: 'one' })])
  await w.test.administer(`
    insert into mails (id, mailbox, sealed, inserted_at)
    select gen_random_uuid(), 'alert ${who.tenantId} ${full}', null, now() - interval '30 minutes'
      from generate_series(1, 30)`)
  await choose(w, 'unsubscribe', tokenIn(await mail.mailTo(gone), 'unsubscribe'))
  await dueNow(rule.id)
  const state = async () => {
    const [message] = await messagesOf(rule.id)
    return message && [message['unsent'], message['sent'], message['dropped']]
  }
  await until(
    'a first attempt',
    async () =>
      w.logged.some(({ facts }) => facts['rule_id'] === rule.id) ||
      (
        await w.test.administer(
          `select 1 from alert_messages where rule_id = '${rule.id}' and due_at > now()`,
        )
      ).length > 0,
  )
  assert.deepEqual(await state(), [[full], 0, 0])
  await w.test.administer(`
    delete from mails where mailbox = 'alert ${who.tenantId} ${full}';
    update alert_messages set due_at = now() where rule_id = '${rule.id}'`)
  await until('the mail', async () => alertsTo(full)[0])
  assert.deepEqual(await state(), [[], 1, 0])
  assert.equal(alertsTo(gone).length, 0)
})

test('a mailbox that takes no mail for a day is given up, and the log says so', async () => {
  const who = await w.user()
  const email = fresh()
  const rule = await made(who, { recipient_emails: [email] })
  await agree(w, mail, email)
  await w.test.administer(`
    insert into mails (id, mailbox, sealed, inserted_at)
    select gen_random_uuid(), 'alert ${who.tenantId} ${email}', null, now() - interval '30 minutes'
      from generate_series(1, 30);
    insert into alert_messages (tenant_id, id, rule_id, window_key, digest, unsent, inserted_at)
    values ('${who.tenantId}', gen_random_uuid(), '${rule.id}', 'day/2026-01-01',
            '{"rule":{"id":"","name":"x","description":""},"window":{"from":"2026-01-01T00:00:00Z","to":"2026-01-01T01:00:00Z"},"sections":[],"author":"${who.userId}","accounts":null}',
            '{${email}}', now() - interval '25 hours')`)
  await until('an end', async () => {
    const [message] = await messagesOf(rule.id)
    return message?.['dropped'] === 1
  })
  const said = w.logged.find(({ event }) => event === 'alert not sent to all recipients')
  assert.equal(said?.facts['dropped'], 1)
  assert.equal(JSON.stringify(w.logged).includes(email), false, 'addresses are not logged')
})
