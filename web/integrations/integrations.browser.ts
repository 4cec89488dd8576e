import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '@plumbline/server/testing'
import { connectJira, jiraCredentials, Sites } from '@plumbline/server/testing/sites'
import { FakeReceiver } from '@plumbline/server/testing/webhook'
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
import { tabTo, type } from '../testing/keyboard.ts'
import { typeNames, types } from './types.ts'

const sites = new Sites()
type Jira = Awaited<ReturnType<Sites['jira']>>
let w: AppWorld
let jira: Jira
let receiver: FakeReceiver
before(async () => {
  jira = await sites.jira('acme')
  receiver = await FakeReceiver.start()
  sites.add('receiver.example', receiver.origin)
  w = await appWorld({ egress: sites.egress, settings: { CONNECTION_TEST_SECONDS: '5' } })
})
after(async () => {
  await w.close()
  await sites.close()
  await receiver.close()
})

/** Console messages other than those about responses above 399 and a lone password field. */
const others = ({ said }: Opened): Pick<Opened, 'said'> => ({
  said: said.filter((line) => !/status of 4\d\d|Password forms/.test(line)),
})

test('Jira is connected by keyboard: a token that is refused says why, and another one connects', async () => {
  const user = await w.user()
  const opened = await w.open('/integrations', user)
  const { page } = opened
  await page.getByText('No integrations yet').waitFor()
  await audit(opened)
  await tabTo(opened, 'New integration')
  await press(opened, 'Enter')
  await page.getByRole('complementary', { name: 'New integration' }).waitFor()
  await audit(opened)
  await tabTo(opened, 'Jira')
  await press(opened, 'Enter')
  const { api_token, user_mail } = jiraCredentials(jira, 'acme')
  await page.getByLabel('Site').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('acme')
  await type(opened, 'Account email', user_mail)
  await type(opened, 'API token', 'a wrong token')
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary', { name: 'Jira, acme.atlassian.net' })
  const connection = panel.getByRole('region', { name: 'Connection' })
  await connection.getByText('does not take the mail address and the API token').waitFor()
  await connection.getByText('Not connected').waitFor()
  await page.getByRole('row').filter({ hasText: 'Not connected' }).waitFor()
  await audit(opened)

  await tabTo(opened, 'Summary')
  await press(opened, 'ArrowRight')
  const token = panel.getByLabel('API token')
  equal(await token.inputValue(), '', 'a secret is never shown')
  equal(await panel.getByLabel('Site').inputValue(), 'acme')
  await audit(opened)
  await type(opened, 'Account email', user_mail)
  await type(opened, 'API token', api_token)
  await press(opened, 'Enter')
  await page.getByText('Jira, acme.atlassian.net is connected.').waitFor()
  await tabTo(opened, 'Settings')
  await press(opened, 'ArrowLeft')
  await connection.locator('.status.pass').getByText('Connected').waitFor()
  await panel.getByText('OPS: Operations').waitFor()
  silent(others(opened))
})

testWhole(
  'each type has its form, and what the API says against it stands at the field',
  async () => {
    const user = await w.user()
    await user.provider('300000000001')
    const opened = await w.open('/integrations', user)
    const { page } = opened
    for (const name of typeNames) {
      await page.goto(`${w.address}/integrations?open=new&type=${name}`)
      const panel = page.getByRole('complementary', { name: `New: ${types[name].name}` })
      await panel.getByRole('button', { name: 'Save and test' }).click()
      const wrong = panel.locator('.has-error, [aria-invalid]').first()
      if (name === 'amazon_s3') {
        await panel
          .getByLabel('Bucket', { exact: true })
          .and(page.locator('[aria-invalid]'))
          .waitFor()
        await panel.getByLabel('Bucket', { exact: true }).fill('acme-findings')
        await panel.getByLabel('Role ARN').fill('arn:aws:iam::123456789012:role/writer')
        await panel.getByRole('button', { name: 'Save and test' }).click()
        const external = panel.getByLabel('External ID (optional)')
        await external.and(page.locator('[aria-invalid]')).waitFor()
        await panel.getByText('Required together with role_arn.').waitFor()
        equal(
          await panel.getByLabel('Bucket', { exact: true }).inputValue(),
          'acme-findings',
          'what was typed stays',
        )
      } else await wrong.waitFor()
      await audit(opened)
    }
    equal((await user.get('/integrations')).count, 0)
    silent(others(opened))
  },
)

testWhole(
  'an integration is changed without its secrets, disabled, and deleted after a question',
  async () => {
    const user = await w.user()
    const first = await user.provider('300000000011')
    const made = await user.make(
      '/integrations',
      'integrations',
      {
        integration_type: 'webhook',
        configuration: {},
        credentials: { url: 'https://receiver.example/hook', secret: receiver.secret },
      },
      { providers: [] },
    )
    const opened = await w.open(`/integrations?open=${made.id}&tab=settings`, user)
    const { page } = opened
    const panel = page.getByRole('complementary', { name: 'Webhook, receiver.example' })
    const writes: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes.push(request.postDataJSON().data)
    })
    await panel.getByLabel('300000000011').check()
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    deepEqual(writes, [
      {
        type: 'integrations',
        id: made.id,
        attributes: {},
        relationships: { providers: { data: [{ type: 'providers', id: first }] } },
      },
    ])
    await panel.getByRole('tab', { name: 'Summary' }).click()
    await panel.getByRole('link', { name: '300000000011' }).waitFor()
    await panel.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('row').filter({ hasText: 'Disabled' }).waitFor()
    await panel.getByRole('button', { name: 'Enable' }).waitFor()
    equal((await user.get(`/integrations/${made.id}`)).item.at('enabled'), false)
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog')
      .getByText('delivery log and pending deliveries are also deleted')
      .waitFor()
    await audit(opened)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No integrations yet').waitFor()
    equal((await user.get(`/integrations/${made.id}`)).status, 404)
    silent(others(opened))
  },
)

test('the log of deliveries says what failed and why, and sends it again', async () => {
  const user = await w.user()
  await bring(user, [
    { uid: 'one', check: 'bucket_is_open' },
    { uid: 'two', check: 'key_is_old' },
  ])
  const made = await connectJira(user, jira, 'acme')
  jira.fail('POST /rest/api/3/issue', {
    status: 400,
    body: { errorMessages: [], errors: { summary: 'A summary is not allowed today.' } },
  })
  const path = `/integrations/${made.id}/jira/dispatches`
  const query = 'filter[check_id__in]=bucket_is_open,key_is_old'
  const task = await user.make(`${path}?${query}`, 'integrations-jira-dispatches', {
    project_key: 'OPS',
    issue_type: 'Task',
    dispatch_mode: 'grouped',
  })
  await user.finished(task.id)
  const opened = await w.open(`/integrations?open=${made.id}`, user)
  const { page } = opened
  await page.getByRole('link', { name: '1 failed' }).click()
  await page.getByRole('heading', { name: 'Deliveries to Jira, acme.atlassian.net' }).waitFor()
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  await rows.filter({ hasText: 'A summary is not allowed today.' }).waitFor()
  equal(await rows.count(), 1)
  await audit(opened)
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary', { name: 'Issue' })
  await panel.getByText('A summary is not allowed today.').waitFor()
  await audit(opened)
  await panel.getByRole('button', { name: 'Send again' }).focus()
  await press(opened, 'Enter')
  await panel.getByText('Delivered', { exact: true }).waitFor()
  const link = panel.getByRole('link', { name: /^OPS-\d+/ })
  match(
    (await link.getAttribute('href')) ?? '',
    /^https:\/\/acme\.atlassian\.net\/browse\/OPS-\d+$/,
  )
  await panel.getByText('2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear all filters' }).first().click()
  await page.getByText('2 deliveries').waitFor()
  equal((await user.get(`/integrations/${made.id}/deliveries?filter[state]=failed`)).count, 0)
  silent(others(opened))
})

test('without Manage integrations there is no such screen, and nothing is sent to a tracker', async () => {
  const owner = await w.user()
  await bring(owner, [{ uid: 'one', check: 'bucket_is_open' }])
  const { client } = await member(w, owner, ['manage_scans', 'unlimited_visibility'])
  const opened = await w.open('/integrations', client)
  const { page } = opened
  await page.getByText('Integrations requires the Manage integrations permission').waitFor()
  equal(await page.getByRole('link', { name: 'Integrations' }).count(), 0)
  await page.goto(`${w.address}/findings?group=none`)
  await page.locator('.grid-row .severity').first().waitFor()
  await press(opened, 'x')
  const button = page.getByRole('button', { name: 'Send to a tracker' })
  equal(await button.getAttribute('aria-disabled'), 'true')
  match((await button.getAttribute('title')) ?? '', /Manage integrations/)
  await press(opened, 'i')
  equal(await page.getByRole('dialog').count(), 0)
  silent(opened)
})

testWhole('on a phone nothing of it scrolls sideways', async () => {
  const user = await w.user()
  await bring(user, [{ uid: 'one', check: 'a_check_with_a_name_that_is_quite_long_for_a_phone' }])
  const made = await connectJira(user, jira, 'acme')
  const path = `/integrations/${made.id}/jira/dispatches`
  const query = 'filter[check_id]=a_check_with_a_name_that_is_quite_long_for_a_phone'
  const task = await user.make(`${path}?${query}`, 'integrations-jira-dispatches', {
    project_key: 'OPS',
    issue_type: 'Task',
  })
  await user.finished(task.id)
  const [delivery] = (await user.get(`/integrations/${made.id}/deliveries`)).ids
  const opened = await w.open('/integrations', user, phone)
  const { page } = opened
  const paths = [
    '/integrations',
    `/integrations?open=${made.id}`,
    `/integrations?open=${made.id}&tab=settings`,
    '/integrations?open=new',
    '/integrations?open=new&type=amazon_s3',
    `/integrations/${made.id}/deliveries`,
    `/integrations/${made.id}/deliveries?open=${delivery}`,
  ]
  for (const one of paths) {
    await page.goto(w.address + one)
    await page.locator('#main h1').first().waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    await page.locator('.grid-row').first().waitFor()
    const [width, inner] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ])
    equal(width, inner, one)
    await audit(opened)
  }
  silent(others(opened))
})
