import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoCredentials, smallAccount } from '@plumbline/scanner/testing'
import type { Client } from '@plumbline/server/testing'
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
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

const account = smallAccount().id
const connectedText = `${account} is connected`

/** The connect page with complete input. */
async function typed(
  who: Client,
  secretKey: string = demoCredentials.aws_secret_access_key,
): Promise<Opened> {
  const opened = await w.open('/providers/connect', who)
  const { page } = opened
  await page.getByLabel('AWS access key', { exact: true }).check()
  await page.getByLabel('Account ID').fill(account)
  await page.getByLabel('AWS access key id').fill(demoCredentials.aws_access_key_id)
  await page.getByLabel('AWS secret access key').fill(secretKey)
  return opened
}
const connect = ({ page }: Opened): Promise<void> =>
  page.getByRole('button', { name: 'Connect and test' }).click()
const providersOf = async (who: Client): Promise<number> => (await who.get('/providers')).count

test('an account is connected, and its first scan started, by keyboard alone', async () => {
  const who = await w.user()
  const opened = await w.open('/providers', who)
  const { page } = opened
  await page.getByText('No provider is connected yet').waitFor()
  await audit(opened)
  await press(opened, 'n')
  await page.getByRole('heading', { name: 'Connect a provider' }).waitFor()
  await type(opened, 'Account ID', account)
  await type(opened, 'Alias (optional)', 'production')
  await tabTo(opened, 'AWS role')
  await press(opened, 'ArrowUp')
  await page.getByLabel('AWS access key', { exact: true }).and(page.locator(':checked')).waitFor()
  await tabTo(opened, 'Least-privilege policy')
  await press(opened, 'Enter')
  // An access key is of a user, whose inline policies have 2,048 characters together.
  await page
    .getByText(/^Only the permissions .* and attach (it|all of them) to the user\.$/)
    .waitFor()
  for (const text of await page.locator('.policy pre').allInnerTexts())
    ok(JSON.stringify(JSON.parse(text)).length <= 6_144)
  await type(opened, 'AWS access key id', demoCredentials.aws_access_key_id)
  await type(opened, 'AWS secret access key', demoCredentials.aws_secret_access_key)
  await audit(opened)
  await tabTo(opened, 'Connect and test')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'production is connected' }).waitFor()
  await audit(opened)
  await tabTo(opened, 'Start scan')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Scans', exact: true }).waitFor()
  equal(new URL(page.url()).pathname, '/scans')
  const [schedule] = (await who.get('/schedules?filter[configured]=true')).items
  equal(schedule?.at('scan_frequency'), 'DAILY')
  silent(opened)
})

test('connection refused while adding a provider: the form stays open with the reason returned by the API', async () => {
  const who = await w.user()
  const opened = await typed(who, 'wrong')
  const { page } = opened
  await connect(opened)
  const secret = page.getByLabel('AWS secret access key')
  await secret.and(page.locator('[aria-invalid]:focus')).waitFor()
  const [task] = (await who.get('/tasks?filter[name]=provider-connection-check')).items
  const reason = page.getByText(task?.text('result', 'error') ?? '')
  equal(await reason.count(), 1, 'at the field only')
  equal(await page.locator('.has-error', { has: reason }).locator('input').inputValue(), 'wrong')
  equal(await page.getByLabel('Account ID').inputValue(), account, 'what was typed stays')
  equal(await page.getByLabel('AWS secret access key').inputValue(), 'wrong')
  await audit(opened)
  await page.getByLabel('AWS secret access key').fill(demoCredentials.aws_secret_access_key)
  await connect(opened)
  await page.getByRole('heading', { name: connectedText }).waitFor()
  equal(await providersOf(who), 1, 'a second attempt makes nothing twice')
  silent(opened)
})

testWhole(
  'what the API says against a field stands at the field, with everything that was typed',
  async () => {
    const who = await w.user()
    const opened = await typed(who)
    const { page } = opened
    await page.getByLabel('Account ID').fill('12345')
    await connect(opened)
    await page.locator('.has-error').getByText('Must be an AWS account ID of 12 digits.').waitFor()
    equal(await page.getByText('Must be an AWS account ID of 12 digits.').count(), 1)
    equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'uid')
    equal(await page.getByLabel('Account ID').inputValue(), '12345')
    equal(
      await page.getByLabel('AWS secret access key').inputValue(),
      demoCredentials.aws_secret_access_key,
    )
    equal(await providersOf(who), 0)
    silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
  },
)

testWhole(
  'another id after a refusal takes the place of the account that was never connected',
  async () => {
    const who = await w.user()
    const opened = await typed(who)
    const { page } = opened
    await page.getByLabel('Account ID').fill('999999999999')
    await connect(opened)
    match((await page.getByRole('alert').textContent()) ?? '', /999999999999/)
    await page.getByLabel('Account ID').fill(account)
    await connect(opened)
    await page.getByRole('heading', { name: connectedText }).waitFor()
    deepEqual(
      (await who.get('/providers')).items.map((one) => one.text('uid')),
      [account],
    )
  },
)

test("a connection test of a provider exceeding 30 seconds does not fail with Max retries exceeded: the caller waits the full task limit and then shows the provider's current connection state", async () => {
  const who = await w.user()
  const opened = await typed(who)
  const { page } = opened
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hold' })
  try {
    await page.clock.install()
    await connect(opened)
    await page.getByText(/Testing AWS for/).waitFor()
    await page.clock.fastForward(45_000) // for the page; the server waits a moment
    await page.getByText(/Testing AWS for 4\d s|Testing AWS for 5\d s/).waitFor()
    equal(await page.getByRole('alert').count(), 0)
    restore()
    await page.getByRole('heading', { name: connectedText }).waitFor()
    match((await page.locator('.connect .status').textContent()) ?? '', /Connected$/)
    equal(await page.getByText(/retries/i).count(), 0)
  } finally {
    restore()
  }
  silent(opened)
})

testWhole('a test goes on when its page is left, and its result is told', async () => {
  const opened = await typed(await w.user())
  const { page } = opened
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hold' })
  try {
    await connect(opened)
    await page.getByText(/Testing AWS for/).waitFor()
    await page.getByRole('link', { name: 'All providers' }).click()
    await page.getByRole('heading', { name: 'Providers' }).waitFor()
    restore()
    await page.getByText(`${account} is connected.`).waitFor()
  } finally {
    restore()
  }
  silent(opened)
})

test('provider types that cannot be scanned are folded under the import, and the first credentials are a role', async () => {
  const opened = await w.open('/providers/connect')
  const { page } = opened
  await page.getByLabel('External id').waitFor()
  equal(await page.getByLabel('External id').inputValue(), w.acme.tenantId)
  const others = page.locator('details', { hasText: 'Import results from other clouds' })
  equal(await page.getByText('Azure', { exact: true }).isVisible(), false)
  equal(await page.getByRole('radio', { disabled: true }).count(), 0)
  await page.getByText('Import results from other clouds').click()
  await page.getByText('Azure', { exact: true }).waitFor()
  await audit(opened)
  const sentence =
    'Plumbline cannot scan this kind of account yet. You can import OCSF findings from other scanners.'
  equal(await others.getByText(sentence).count(), 1)
  equal(
    await page.getByRole('link', { name: 'Import findings' }).getAttribute('href'),
    '/ingestions',
  )
  silent(opened)
})

test('a provider is renamed, put into a group and deleted, by keyboard alone', async () => {
  const who = await w.user()
  const provider = await who.provider(account)
  const opened = await w.open('/providers', who)
  const { page } = opened
  await page.getByRole('gridcell', { name: account }).waitFor()
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: account }).waitFor()
  await tabTo(opened, 'Rename')
  await press(opened, 'Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('staging')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'staging' }).waitFor()
  await tabTo(opened, 'Summary')
  await press(opened, 'ArrowRight', 'ArrowRight')
  await type(opened, 'New group with this provider', 'europe')
  await press(opened, 'Enter')
  await page.getByRole('checkbox', { name: 'europe' }).waitFor()
  await audit(opened)
  ok(await page.getByRole('checkbox', { name: 'europe' }).isChecked())
  await tabTo(opened, 'Groups')
  await press(opened, 'ArrowLeft', 'ArrowLeft')
  await tabTo(opened, 'Delete')
  await press(opened, 'Enter')
  await page.getByText('The following data is permanently deleted').waitFor()
  for (const going of [
    'with their earlier versions, evidence, notes',
    'including imported files',
    'its data in the overview',
    'its findings in mute rules, and its deliveries to integrations',
  ])
    await page.getByRole('listitem').getByText(going).waitFor()
  await audit(opened)
  await tabTo(opened, 'Delete provider')
  await press(opened, 'Enter')
  await page.getByText('No provider is connected yet').waitFor()
  equal((await who.get(`/providers/${provider}`)).status, 404)
  silent(opened)
})

testWhole('a phone shows providers and one of them', async () => {
  const who = await w.user()
  await who.provider(account)
  const opened = await w.open('/providers', who, phone)
  const { page } = opened
  await page.getByRole('gridcell', { name: account }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText(`${account} is connected.`).waitFor()
  await audit(opened)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  ok(wide <= phone.width, `${wide} px wide`)
  silent(opened)
})
