import { equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@plumbline/server/testing'
import { connectJira, Sites } from '@plumbline/server/testing/sites'
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
import { bring } from '../testing/imported.ts'
import { tabTo } from '../testing/keyboard.ts'

const sites = new Sites()
type Jira = Awaited<ReturnType<Sites['jira']>>
let w: AppWorld
let jira: Jira
/** A user with 63 findings of one check, 120 of another, 2 of a third and one that passes, and a Jira site. */
let user: Client
before(async () => {
  jira = await sites.jira('acme')
  w = await appWorld({ egress: sites.egress })
  user = await w.user()
  const many = (check: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ uid: `${check}-${n}`, check }))
  await bring(user, [
    ...many('bucket_is_open', 63),
    ...many('disk_is_plain', 120),
    ...many('key_is_old', 2),
    { uid: 'passes', check: 'key_is_old', status: 'PASS' },
  ])
  await connectJira(user, jira, 'acme')
})
after(async () => {
  await w.close()
  await sites.close()
})

async function openDialog(query: string, size?: typeof phone): Promise<Opened> {
  const opened = await w.open(`/findings?${query}`, user, size)
  await opened.page.locator('.grid-row').first().waitFor()
  return opened
}

test('Limits: all that match are sent as one issue a check, and the dialog says beforehand whom each names', async () => {
  const opened = await openDialog('group=none')
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  await press(opened, 'x')
  await page.getByRole('button', { name: 'Select all 186 matching' }).click()
  await page.getByText('186 findings selected').waitFor()
  await page.locator('.grid').focus()
  await press(opened, 'i')
  const dialog = page.getByRole('dialog', { name: 'Send 185 findings to a tracker' })
  const said = dialog.getByRole('list', { name: 'Issues by check' })
  await said.getByText('bucket_is_open: first 50 of 63 listed in the issue').waitFor()
  await said.getByText('disk_is_plain: first 50 of 120 listed in the issue').waitFor()
  await said.getByText('key_is_old: all 2 listed in the issue').waitFor()
  await dialog.getByText('1 other is not sent').waitFor()
  await dialog.getByLabel('Issue type').waitFor()
  await audit(opened)
  await tabTo(opened, 'Send')
  await press(opened, 'Enter')
  await dialog.getByText('3 issues created.').waitFor()
  const issues = dialog.getByRole('list', { name: 'Issues by check' })
  equal(await issues.getByRole('listitem').count(), 3)
  match(
    (await issues.getByRole('link').first().getAttribute('href')) ?? '',
    /^https:\/\/acme\.atlassian\.net\/browse\/OPS-\d+$/,
  )
  await audit(opened)
  equal(jira.issues.length, 3)
  const text = JSON.stringify(jira.issues.map(({ fields }) => fields))
  match(text, /63 resources fail/)
  match(text, /and 13 more/)
  match(text, /120 resources fail/)
  await press(opened, 'Escape')
  equal(await page.getByRole('dialog').count(), 0)
  silent(opened)
})

test('a check that Jira refuses says so in its words beside the issues that were made', async () => {
  const opened = await openDialog('group=check&filter[status]=FAIL')
  const { page } = opened
  await page.getByRole('row').filter({ hasText: 'key_is_old' }).waitFor()
  const before = jira.issues.length
  jira.fail('POST /rest/api/3/issue', {
    status: 400,
    body: { errorMessages: [], errors: { summary: 'A summary is not allowed today.' } },
  })
  const row = page.getByRole('row').filter({ hasText: 'key_is_old' })
  await row.locator('.grid-select').click()
  await page.getByText('2 findings selected').waitFor()
  await page.getByRole('button', { name: 'Send to a tracker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 2 findings to a tracker' })
  await dialog.getByLabel('One issue per finding').check()
  await dialog.getByLabel('Issue type').waitFor()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('1 issue created, 1 failed.').waitFor()
  const failed = dialog.getByRole('region', { name: 'Not sent' })
  await failed.getByText('key_is_old').waitFor()
  await failed.getByText('A summary is not allowed today.').waitFor()
  await audit(opened)
  equal(jira.issues.length, before + 1)
  await dialog.getByRole('link', { name: 'Delivery log' }).click()
  await page.getByRole('heading', { name: /^Deliveries to Jira/ }).waitFor()
  silent(opened)
})

testWhole('whoever closes the dialog while it is sent hears of the end by a message', async () => {
  const opened = await openDialog('group=none&filter[check_id]=key_is_old&filter[status]=FAIL')
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  await press(opened, 'i')
  const dialog = page.getByRole('dialog', { name: 'Send 1 finding to a tracker' })
  await dialog.getByText('1 listed in the issue').waitFor()
  await dialog.getByLabel('Issue type').waitFor()
  const closed = Promise.withResolvers<void>()
  await page.route('**/api/v1/tasks/*', async (route) => {
    await closed.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('You can close this dialog. A message shows the result.').waitFor()
  await audit(opened)
  await press(opened, 'Escape')
  equal(await page.getByRole('dialog').count(), 0)
  closed.resolve()
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/^Jira: 1 issue/)
    .waitFor()
  silent(opened)
})

test('without a tracker the dialog leads to the place where one is connected; it fits a phone', async () => {
  const other = await w.user()
  await bring(other, [{ uid: 'one', check: 'bucket_is_open' }])
  const opened = await w.open('/findings?group=none', other, phone)
  const { page } = opened
  await page.locator('.grid-row').first().waitFor()
  await press(opened, 'i')
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('link', { name: 'Connect Jira' })
  await link.waitFor()
  await audit(opened)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  ok(width <= phone.width, String(width))
  await link.click()
  await page.getByRole('complementary', { name: 'New: Jira' }).waitFor()
  silent({ said: opened.said.filter((line) => !/Password forms/.test(line)) })
})
