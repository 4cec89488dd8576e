import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, phone, press, silent, testWhole } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

const path = '/scan-configurations'

test('a scan configuration is made, attached and deleted by keyboard alone', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const opened = await w.open(path, who)
  const { page } = opened
  await page.getByText('All scans use the defaults').waitFor()
  await audit(opened)
  await press(opened, 'n')
  await page.getByRole('heading', { name: 'New scan configuration' }).waitFor()
  await page.getByLabel('Retries').waitFor()
  await audit(opened)
  await type(opened, 'Name', 'Patient')
  await type(opened, 'Excluded services', 'kms')
  await press(opened, 'Enter')
  await page.getByRole('button', { name: 'Remove kms' }).waitFor()
  await type(opened, 'Retries', '0')
  await tabTo(opened, '123456789012')
  await press(opened, ' ')
  await tabTo(opened, 'Create scan configuration')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Patient' }).waitFor()
  const [made] = (await who.get(path)).items
  deepEqual(made?.at('configuration'), { aws: { excluded_services: ['kms'], retries: 0 } })
  deepEqual(made?.linked('providers'), [provider])
  await tabTo(opened, 'All configurations')
  await press(opened, 'Enter')
  await page.getByText('Retries, Excluded services').waitFor()
  await audit(opened)
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Patient' }).waitFor()
  await tabTo(opened, 'Delete')
  await press(opened, 'Enter')
  await page.getByText('1 provider use the defaults again').waitFor()
  await tabTo(opened, 'Delete configuration')
  await press(opened, 'Enter')
  await page.getByText('All scans use the defaults').waitFor()
  silent(opened)
})

testWhole('what 0 means, the default and the bounds of a key stand beside it', async () => {
  const opened = await w.open(`${path}?open=new`)
  const { page } = opened
  const retries = page.getByLabel('Retries')
  await retries.waitFor()
  equal(await retries.getAttribute('placeholder'), 'Default: 3')
  const hint = (await retries.getAttribute('aria-describedby')) ?? ''
  match(
    (await page.locator(`[id="${hint}"]`).textContent()) ?? '',
    /0 is a single attempt\. 0 to 20\. retries/,
  )
  await page.getByLabel('Search keys').fill('ebs')
  await retries.waitFor({ state: 'detached' })
  await page.getByLabel('Maximum EBS snapshots').waitFor()
  silent(opened)
})

test('what is wrong with a key is said at the key, in the form and in YAML', async () => {
  const who = await w.user()
  const opened = await w.open(`${path}?open=new`, who)
  const { page } = opened
  await page.getByLabel('Name').fill('Strict')
  await page.getByLabel('Retries').fill('21')
  await page.getByRole('button', { name: 'Create scan configuration' }).click()
  await page.locator('.has-error').waitFor()
  equal(await page.locator('.has-error label').textContent(), 'Retries')
  await audit(opened)
  await page.getByRole('tab', { name: 'YAML' }).click()
  const yaml = page.getByLabel('Configuration as YAML or JSON')
  equal(await yaml.inputValue(), 'aws:\n  retries: 21\n')
  await yaml.fill('aws:\n  regions: [eu-west-1]\n  retries: many\n')
  await page.getByRole('button', { name: 'Create scan configuration' }).click()
  await page.getByText(/^Line 3, aws\.retries: It /).waitFor()
  equal((await who.get(path)).count, 0)
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.getByText('The YAML has unsaved changes.').waitFor()
  await audit(opened)
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

testWhole('each kind of provider has keys and defaults of its own', async () => {
  const who = await w.user()
  const opened = await w.open(`${path}?open=new`, who)
  const { page } = opened
  await page.getByLabel('Name').fill('Gentle')
  await page.getByLabel('Provider type').selectOption('okta')
  equal(await page.getByLabel('Retries').getAttribute('placeholder'), 'Default: 5')
  await page.getByLabel('Maximum requests per second').fill('0')
  await page.getByLabel('Provider type').selectOption('aws')
  await page.getByRole('button', { name: 'Create scan configuration' }).click()
  await page.locator('.has-error').waitFor() // the provider type with an error is shown
  equal(await page.locator('.has-error label').textContent(), 'Maximum requests per second')
  equal(await page.getByLabel('Provider type').inputValue(), 'okta')
  await page.getByLabel('Maximum requests per second').fill('2')
  await page.getByRole('button', { name: 'Create scan configuration' }).click()
  await page.getByRole('heading', { name: 'Gentle' }).waitFor()
  const [made] = (await who.get(path)).items
  deepEqual(made?.at('configuration'), { okta: { max_requests_per_second: 2 } })
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

testWhole('keys that nothing reads are named', async () => {
  const who = await w.user()
  const opened = await w.open(`${path}?open=new`, who)
  const { page } = opened
  await page.getByLabel('Name').fill('With a slip')
  await page.getByRole('tab', { name: 'YAML' }).click()
  await page.getByLabel('Configuration as YAML or JSON').fill('aws:\n  reties: 5\n')
  await page.getByRole('button', { name: 'Create scan configuration' }).click()
  await page.getByText('With a slip saved. Unknown keys: aws.reties.').waitFor()
  await page.getByRole('note').getByText('Scans do not use these keys: aws.reties.').waitFor()
  await page.getByRole('button', { name: 'All configurations' }).click()
  await page.getByText('1 unknown').waitFor()
  silent(opened)
})

testWhole('a phone shows a configuration', async () => {
  const opened = await w.open(`${path}?open=new`, w.acme, phone)
  const { page } = opened
  await page.getByLabel('Retries').waitFor()
  await audit(opened)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  equal(wide, phone.width)
  silent(opened)
})
