import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
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

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** The browser logs error responses that a test provokes. */
const expected = ({ said }: Opened, status: number): Pick<Opened, 'said'> => ({
  said: said.filter((line) => !line.includes(`status of ${status}`)),
})

test('a rule is made with its count before one’s eyes, changed, switched off and deleted by keyboard', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await press(opened, 'g', 'm')
  await page.getByRole('heading', { name: 'No mute rules yet' }).waitFor()
  await audit(opened)
  await press(opened, 'n')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.type('Public site')
  await press(opened, 'Tab')
  await page.keyboard.type('The bucket of the web site is public by decision.')
  await type(opened, 'Check', 's3_bucket_public')
  await dialog.getByText(/Mutes 2 visible findings, 1 of them failing/).waitFor()
  await audit(opened)
  await type(opened, 'Resource', ':::site')
  await dialog.getByText(/Mutes 1 visible finding, 1 of them failing/).waitFor()
  await press(opened, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.grid-row', { hasText: 'Public site' }).waitFor()
  const [rule] = (await user.get('/mute-rules')).items
  equal(rule?.at('name'), 'Public site')
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Home', 'Enter')
  const panel = page.getByRole('complementary')
  await panel.getByText('A user').waitFor()
  await audit(opened)
  await tabTo(opened, 'Disable')
  await press(opened, 'Enter')
  await panel.getByRole('button', { name: 'Enable' }).waitFor()
  await tabTo(opened, 'Edit')
  await press(opened, 'Enter')
  await type(opened, 'Name', 'ab')
  await press(opened, 'Enter')
  await dialog.locator('.has-error').waitFor()
  equal(await dialog.getByLabel('Name').inputValue(), 'ab', 'what was typed stays')
  await type(opened, 'Name', 'Web site')
  await press(opened, 'Enter')
  await panel.getByRole('heading', { name: 'Web site' }).waitFor()
  await tabTo(opened, 'Delete')
  await press(opened, 'Enter')
  await dialog.waitFor()
  await tabTo(opened, 'Delete rule')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'No mute rules yet' }).waitFor()
  silent(expected(opened, 400))
})

test('saving a mute rule that another user deleted says so, and keeps what was typed', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const finding_ids = (await user.get('/findings/latest?filter[status]=FAIL')).ids.slice(0, 1)
  const rule = { name: 'Deleted', reason: 'For a while.', finding_ids }
  const { id } = await user.make('/mute-rules', 'mute-rules', rule)
  const opened = await w.open(`/mute-rules?open=${id}`, user)
  const { page } = opened
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('Still typed')
  equal((await user.ask('DELETE', `/mute-rules/${id}`)).status, 204)
  // The panel behind the dialog is refetched when the user returns to the window.
  await page.clock.install()
  await page.clock.fastForward(60_000)
  const missing = page.waitForResponse((one) => one.url().includes(id) && one.status() === 404)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await missing
  await page.clock.resume()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This mute rule no longer exists.').waitFor()
  await dialog.getByText('You can create it again.').waitFor()
  equal(await dialog.getByLabel('Name').inputValue(), 'Still typed')
  await audit(opened)
  silent(expected(opened, 404))
})

test('the mutelist shows what is wrong at its line, and what it would hide before it does', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/mute-rules?tab=mutelist', user)
  const { page } = opened
  const field = page.getByLabel('Mutelist in YAML')
  await field.waitFor()
  await audit(opened)
  await field.fill(
    'Mutelist:\n  Accounts:\n    "*":\n      Checks:\n        s3_bucket_public_access:\n          Regions: 7\n          Resources:\n            - "*:::site"\n',
  )
  await page.getByRole('button', { name: 'Preview' }).focus()
  await press(opened, 'Enter')
  await page.getByText(/^Line 6: /).waitFor()
  deepEqual(await page.locator('.yaml-editor .is-wrong').allInnerTexts(), ['✕ 6'])
  await audit(opened)
  await field.fill('Mutelist:\n  Accounts: [\n')
  await page.getByRole('button', { name: 'Preview' }).focus()
  await press(opened, 'Enter')
  await page.getByText(/^Line \d: .*one YAML document/).waitFor()
  await field.fill(
    'Mutelist:\n  Accounts:\n    "*":\n      Checks:\n        s3_bucket_public_access:\n          Regions:\n            - "*"\n          Resources:\n            - "*:::site"\n',
  )
  await page.getByRole('button', { name: 'Preview' }).focus()
  await press(opened, 'Enter')
  await page.getByText('1 more would be muted, 1 of them failing').waitFor()
  equal((await user.get('/processors')).items.length, 0, 'a preview changes nothing')
  await page.getByRole('button', { name: 'Save mutelist' }).focus()
  await press(opened, 'Enter')
  await page.getByText('Mutelist saved.').waitFor()
  await page.reload()
  match(await field.inputValue(), /Resources:\n {12}- "\*:::site"/)
  await page.getByRole('button', { name: 'Delete mutelist' }).focus()
  await press(opened, 'Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete mutelist' }).focus()
  await press(opened, 'Enter')
  await page.getByText('No mutelist yet.').waitFor()
  silent(expected(opened, 400))
})

test('a mutelist that another user saved or deleted meanwhile is replaced only on purpose', async () => {
  const user = await w.user()
  const opened = await w.open('/mute-rules?tab=mutelist', user)
  const { page } = opened
  const save = page.getByRole('button', { name: 'Save mutelist' })
  await page.getByLabel('Mutelist in YAML').waitFor()
  const other = 'Mutelist:\n  Accounts: {}\n'
  const { id } = await user.make('/processors', 'processors', {
    processor_type: 'mutelist',
    configuration: other,
  })
  await save.click()
  await page.getByText('Someone else saved the mutelist while you edited it.').waitFor()
  equal((await user.get(`/processors/${id}`)).text.includes('public-website'), false)
  await save.click()
  await page.getByText('Mutelist saved.').waitFor()
  ok((await user.get(`/processors/${id}`)).text.includes('public-website'))
  equal((await user.ask('DELETE', `/processors/${id}`)).status, 204)
  await save.click()
  await page.waitForFunction(() => document.body.innerText.split('Mutelist saved.').length === 3)
  ok((await user.get('/processors')).text.includes('public-website'))
  silent(opened)
})

testWhole('mute rules are read on a phone', async () => {
  const opened = await w.open('/mute-rules', await w.user(), phone)
  await opened.page.getByRole('heading', { name: 'No mute rules yet' }).waitFor()
  await audit(opened)
  silent(opened)
})
