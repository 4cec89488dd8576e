import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, member } from '@plumbline/server/testing'
import {
  type AppWorld,
  appWorld,
  audit,
  type Opened,
  phone,
  press,
  silent,
  testWhole,
} from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'
import { tabTo, type } from '../testing/keyboard.ts'

/** No email is sent: the app shows only that one was queued. */
const mails = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Plumbline <plumbline@example.com>',
  PUBLIC_URL: 'http://plumbline.example',
}
let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false', ...mails } })
})
after(() => w.close())

/** The browser logs error responses that a test provokes. */
const expected = ({ said }: Opened, status: number): Pick<Opened, 'said'> => ({
  said: said.filter((line) => !line.includes(`status of ${status}`)),
})

/** A user whose account was scanned: three findings fail, two of them critical. */
async function scanned(): Promise<Client> {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  return user
}

const makeRule = (who: Client, attributes: object = {}) =>
  who.make('/alerts/rules', 'alert-rules', {
    name: 'What fails',
    trigger: 'daily',
    condition: { op: 'any' },
    ...attributes,
  })

test('a rule starts with the filters of the findings list, and says which filters an alert cannot use', async () => {
  const user = await scanned()
  const opened = await w.open(
    '/findings?filter[severity__in]=critical&filter[search]=site&filter[status__in]=FAIL,MANUAL',
    user,
  )
  const { page } = opened
  await page.getByRole('button', { name: 'Alert', exact: true }).click()
  await page.getByRole('heading', { name: 'New alert rule' }).waitFor()
  await page
    .getByText('Alert rules do not have these filters of the list: searched words. The rule also')
    .waitFor()
  await page.getByText('The rule counts only failed findings that are not muted.').waitFor()
  await page.getByText('To send messages to Slack, Microsoft Teams or a webhook,').waitFor()
  await audit(opened)
  await type(opened, 'Name', 'Critical')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('complementary').getByRole('heading', { name: 'Critical' }).waitFor()
  const [rule] = (await user.get('/alerts/rules')).items
  deepEqual(rule?.at('condition'), { op: 'any', filter: { severity: ['critical'] } })
  silent(opened)
})

test('a rule is made, previewed before it is saved, read, switched off and deleted by keyboard', async () => {
  const user = await scanned()
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await press(opened, 'g', 'w')
  await page.getByRole('heading', { name: 'No alert rules yet' }).waitFor()
  await audit(opened)
  await press(opened, 'n')
  await page.getByRole('heading', { name: 'New alert rule' }).waitFor()
  await type(opened, 'Name', 'Critical and new')
  await tabTo(opened, 'Condition 1')
  await page.keyboard.type('At least')
  await type(opened, 'Number of findings', '2')
  await tabTo(opened, 'Add filter')
  await press(opened, 'Enter')
  await page.getByRole('menuitem', { name: 'Severity' }).waitFor()
  await press(opened, 'Enter')
  await tabTo(opened, 'Critical')
  await press(opened, ' ')
  await tabTo(opened, 'Add a condition')
  await press(opened, 'Enter')
  await page.getByRole('combobox', { name: 'Condition 2', exact: true }).waitFor()
  equal(await page.evaluate(() => document.activeElement?.tagName), 'SELECT')
  await page.keyboard.type('No finding')
  await type(opened, 'Email addresses', 'grace@example.com')
  await press(opened, 'Enter')
  await page.getByRole('button', { name: 'Remove grace@example.com' }).waitFor()
  await audit(opened)

  await tabTo(opened, 'Preview condition')
  await press(opened, 'Enter')
  await page.getByText('Would not fire').waitFor()
  await page.getByText('1 of 2 conditions is met now.').waitFor()
  const first = page.getByRole('group', { name: 'Condition 1' })
  await first.getByText('2 findings').waitFor()
  await first.getByText('Met', { exact: true }).waitFor()
  await audit(opened)
  equal((await user.get('/alerts/rules')).count, 0, 'a preview saves nothing')

  await tabTo(opened, 'The rule fires when')
  await page.keyboard.type('Any')
  await page.getByText('The condition has changed').waitFor()
  await tabTo(opened, 'Preview condition')
  await press(opened, 'Enter')
  await page.getByText('Would fire').waitFor()
  await page.getByRole('link', { name: 'site' }).first().waitFor()

  await tabTo(opened, 'Create rule')
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Critical and new' }).waitFor()
  await panel.getByText('At least 2 findings fail, severity critical').waitFor()
  await panel.getByText('Awaiting confirmation').waitFor()
  await audit(opened)
  const [rule] = (await user.get('/alerts/rules')).items
  deepEqual(rule?.at('condition'), {
    op: 'or',
    conditions: [{ op: 'count_gte', count: 2, filter: { severity: ['critical'] } }, { op: 'none' }],
  })
  deepEqual(rule?.at('recipient_emails'), ['grace@example.com'])

  await tabTo(opened, 'Disable')
  await press(opened, 'Enter')
  await panel.getByRole('button', { name: 'Enable' }).waitFor()
  equal((await user.get(`/alerts/rules/${rule?.id}`)).item.at('enabled'), false)
  await tabTo(opened, 'Edit')
  await press(opened, 'Enter')
  await tabTo(opened, 'Remove condition 2')
  await press(opened, 'Enter')
  await page
    .getByRole('combobox', { name: 'Condition 2', exact: true })
    .waitFor({ state: 'detached' })
  await tabTo(opened, 'Save')
  await press(opened, 'Enter')
  await panel.getByText('At least 2 findings fail, severity critical').waitFor()
  await tabTo(opened, 'Delete')
  await press(opened, 'Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The rule no longer sends alerts').waitFor()
  await audit(opened)
  await tabTo(opened, 'Delete rule')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'No alert rules yet' }).waitFor()
  silent(opened)
})

test('an edited rule keeps what another user changed meanwhile, and is created again if it was deleted', async () => {
  const user = await w.user()
  const { id } = await makeRule(user, { name: 'Before', condition: { op: 'new' } })
  const opened = await w.open(`/alerts?edit=${id}`, user)
  const { page } = opened
  await page.getByLabel('Name', { exact: true }).fill('After')
  const attributes = { description: 'By another user' }
  const body = { data: { type: 'alert-rules', id, attributes } }
  equal((await user.ask('PATCH', `/alerts/rules/${id}`, body)).status, 200)
  await page.getByRole('button', { name: 'Save' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByText('By another user').waitFor()
  await panel.getByRole('heading', { name: 'After' }).waitFor()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Once more')
  equal((await user.ask('DELETE', `/alerts/rules/${id}`)).status, 204)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The rule was deleted meanwhile. Save again to create it.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('heading', { name: 'Once more' }).waitFor()
  silent({ said: opened.said.filter((line) => !/status of 404/.test(line)) })
})

testWhole(
  'what the API has against a rule stands at its field and at its place in the condition',
  async () => {
    const user = await scanned()
    await makeRule(user, { name: 'The first' })
    const opened = await w.open('/alerts?edit=new', user)
    const { page } = opened
    await page.getByLabel('Name').fill('The first')
    await page.getByRole('button', { name: 'Add a group' }).click()
    const group = page.getByRole('group', { name: 'Group 2' })
    await group
      .getByRole('combobox', { name: 'Condition 2.1', exact: true })
      .selectOption('expiring')
    await group.getByLabel('Number of days').fill('400')
    await page.getByRole('button', { name: 'Create rule' }).click()
    await group.locator('.has-error', { hasText: 'Number of days' }).waitFor()
    await page.getByText('The condition has an error').waitFor()
    equal(await group.getByLabel('Number of days').inputValue(), '400', 'what was typed stays')
    await audit(opened)
    await group.getByLabel('Number of days').fill('30')
    await page.getByRole('button', { name: 'Create rule' }).click()
    await page.locator('.has-error', { hasText: 'Name' }).waitFor()
    await page.getByLabel('Name').fill('The second')
    await page.getByLabel('Email addresses').fill('nobody')
    await page.getByRole('button', { name: 'Create rule' }).click()
    await page.locator('.chosen-values.has-error').waitFor()
    await audit(opened)
    equal((await user.get('/alerts/rules')).count, 1)
    silent({ said: expected(opened, 400).said.filter((line) => !/status of 409/.test(line)) })
  },
)

test('a finding that a preview names is opened by its link', async () => {
  const user = await scanned()
  const opened = await w.open('/alerts?edit=new', user)
  const { page } = opened
  await page.getByRole('button', { name: 'Preview condition' }).click()
  await page.getByText('3 matching findings').waitFor()
  await page.getByRole('link', { name: 'site' }).first().click()
  await page.getByRole('complementary').getByText('FAIL').first().waitFor()
  match(page.url(), /\/findings\?group=none&open=/)
  silent(opened)
})

test('an address is asked, asked again and removed; one that wants none is left alone', async () => {
  const user = await scanned()
  await makeRule(user, { recipient_emails: ['ada@example.com'] })
  const opened = await w.open('/alerts?list=recipients', user)
  const { page } = opened
  await page.locator('.grid-row', { hasText: 'ada@example.com' }).waitFor()
  await press(opened, 'n')
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('not an address')
  await press(opened, 'Enter')
  await dialog.locator('.has-error').waitFor()
  await audit(opened)
  await dialog.getByLabel('Email address').fill('grace@example.com')
  await press(opened, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.grid-row', { hasText: 'grace@example.com' }).waitFor()
  await page.getByRole('grid', { name: 'Recipients' }).focus()
  await press(opened, 'Home', 'Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('link', { name: 'What fails' }).waitFor()
  await panel.getByText('A confirmation email was sent').waitFor()
  await audit(opened)
  await panel.getByRole('button', { name: 'Send confirmation again' }).focus()
  await press(opened, 'Enter')
  await page.getByText('Confirmation email to ada@example.com queued again.').waitFor()
  await panel.getByRole('button', { name: 'Remove' }).focus()
  await press(opened, 'Enter')
  await dialog.getByRole('button', { name: 'Remove address' }).focus()
  await press(opened, 'Enter')
  await page.locator('.grid-row', { hasText: 'ada@example.com' }).waitFor({ state: 'detached' })
  deepEqual(
    (await user.get('/alerts/recipients')).items.map((one) => one.at('email')),
    ['grace@example.com'],
  )
  await w.test.administer(
    `update alert_recipients set status = 'unsubscribed' where tenant_id = '${user.tenantId}'`,
  )
  await page.reload()
  await page.locator('.grid-row', { hasText: 'Unsubscribed' }).click()
  const remove = panel.getByRole('button', { name: 'Remove' })
  equal(await remove.getAttribute('aria-disabled'), 'true')
  equal(await panel.getByRole('button', { name: 'Send confirmation again' }).count(), 0)
  await audit(opened)
  silent(expected(opened, 400))
})

test('a refused deletion is reported in its dialog, and a rule that is already deleted leaves the list', async () => {
  const user = await scanned()
  const rule = await makeRule(user)
  const opened = await w.open(`/alerts?open=${rule.id}`, user)
  const { page } = opened
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const path = `**/api/v1/alerts/rules/${rule.id}`
  await page.route(path, (route) =>
    route.fulfill({
      status: 409,
      json: { errors: [{ status: '409', code: 'conflict', detail: 'The rule is in use.' }] },
    }),
  )
  await dialog.getByRole('button', { name: 'Delete rule' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'The rule is in use.' }).waitFor()
  await audit(opened)
  await page.unroute(path)
  equal((await user.ask('DELETE', `/alerts/rules/${rule.id}`)).status, 204)
  await dialog.getByRole('button', { name: 'Delete rule' }).click()
  await page.getByText('No alert rules yet').waitFor()
  equal(await dialog.count(), 0)
  equal(await panel.count(), 0)
  silent({ said: opened.said.filter((line) => !/status of 40[49]/.test(line)) })
})

test('a rule whose author left says why it is silent', async () => {
  const user = await scanned()
  const rule = await makeRule(user)
  await w.test.administer(`update alert_rules set author = null where id = '${rule.id}'`)
  const opened = await w.open(`/alerts?open=${rule.id}`, user)
  const { page } = opened
  const panel = page.getByRole('complementary')
  await panel.getByText('The author left the tenant').waitFor()
  await page.locator('.grid-row', { hasText: 'No author' }).waitFor()
  await audit(opened)
  await panel.getByRole('button', { name: 'Enable' }).click()
  await panel.getByText('the rule uses their visibility').waitFor()
  silent(opened)
})

testWhole(
  'who may not manage alerts reads them, and is told which permission changes take',
  async () => {
    const user = await scanned()
    const rule = await makeRule(user)
    const { client } = await member(w, user, ['unlimited_visibility'])
    const opened = await w.open(`/alerts?open=${rule.id}`, client)
    const { page } = opened
    const panel = page.getByRole('complementary')
    await panel.getByText('Any finding fails').waitFor()
    for (const name of ['Edit', 'Disable', 'Delete'])
      match(
        (await panel.getByRole('button', { name }).getAttribute('title')) ?? '',
        /Requires the Manage alerts permission/,
      )
    const make = page.getByRole('button', { name: 'New rule' })
    equal(await make.getAttribute('aria-disabled'), 'true')
    await page.goto(`${w.address}/alerts?edit=${rule.id}`)
    await page
      .getByText(/^Requires the Manage alerts permission/)
      .first()
      .waitFor()
    ok(await page.getByRole('combobox', { name: 'Condition 1', exact: true }).isDisabled())
    await audit(opened)
    silent(opened)
  },
)

testWhole('a phone shows rules and takes one', async () => {
  const user = await scanned()
  await makeRule(user, {
    name: 'A rule with a name that is longer than a phone is wide, by far',
    condition: {
      op: 'and',
      conditions: [
        {
          op: 'count_gte',
          count: 2,
          filter: { resource_uid: [`arn:aws:s3:::${'x'.repeat(200)}`] },
        },
        { op: 'or', conditions: [{ op: 'new' }, { op: 'not', condition: { op: 'reopened' } }] },
      ],
    },
  })
  const opened = await w.open('/alerts', user, phone)
  const { page } = opened
  const isNarrow = async (): Promise<void> => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    ok(wide <= phone.width, `${wide} px wide`)
  }
  await page.getByRole('row').filter({ hasText: 'longer than a phone' }).click()
  await page.getByRole('complementary').getByText('Fires when').waitFor()
  await isNarrow()
  await audit(opened)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Condition 2.2.1', exact: true }).waitFor()
  await isNarrow()
  await audit(opened)
  silent(opened)
})

test('a rule reaches chats and webhooks, and says before any work that no email is sent', async () => {
  const user = await scanned()
  const { id } = await user.make('/integrations', 'integrations', {
    integration_type: 'webhook',
    configuration: {},
    credentials: { url: 'https://hooks.example.com/plumbline', secret: `whsec_${'A'.repeat(32)}` },
  })
  const opened = await w.open('/alerts?edit=new', user)
  const { page } = opened
  await page.route('**/api/v1/server-info', async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replace('"sends_email":true', '"sends_email":false')
    await route.fulfill({ response, body: text })
  })
  await page.reload()
  await page
    .getByText('This server does not send email. Its operator can configure a mail server.')
    .waitFor()
  equal(await page.getByLabel('Email addresses').isDisabled(), true)
  await type(opened, 'Name', 'To a webhook')
  await page.getByLabel('Webhook: hooks.example.com').check()
  await audit(opened)
  await page.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('link', { name: 'Webhook: hooks.example.com' }).waitFor()
  const [rule] = (await user.get('/alerts/rules')).items
  deepEqual(rule?.linked('integrations'), [id])
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description (optional)').fill('For the team')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('For the team').first().waitFor()
  deepEqual((await user.get('/alerts/rules')).items[0]?.linked('integrations'), [id])
  silent(opened)
})
