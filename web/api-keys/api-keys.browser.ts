import { equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('a key is made, used and revoked, by keyboard alone; it is shown once', async () => {
  const opened = await w.open('/api-keys', await w.user())
  const { page } = opened
  await page.getByText('No API keys yet').waitFor()
  await audit(opened)
  await tabTo(opened, 'New key')
  await press(opened, 'Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await press(opened, 'Escape')
  await page.getByRole('button', { name: 'New key' }).and(page.locator(':focus')).waitFor()
  await press(opened, 'Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.type('pipeline')
  await press(opened, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'API key pipeline' })
  await dialog.waitFor()
  const key = (await dialog.locator('pre').textContent()) ?? ''
  match(key, /^pk_/)
  await press(opened, 'Escape', 'Escape')
  await dialog.getByText('It cannot be shown again. Have you stored it?').waitFor()
  await audit(opened)
  await tabTo(opened, 'I have stored it')
  await press(opened, 'Enter')
  const row = page.getByRole('row').filter({ hasText: 'pipeline' })
  await row.filter({ hasText: 'Never' }).waitFor()

  const use = () =>
    w.anonymous.ask('GET', '/users/me', undefined, { Authorization: `Api-Key ${key}` })
  equal((await use()).status, 200)
  await page.reload()
  await row.filter({ hasText: 'Within a minute' }).waitFor()
  await press(opened, 'Enter')
  await tabTo(opened, 'Revoke')
  await press(opened, 'Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(opened, 'Revoke')
  await audit(opened)
  await press(opened, 'Enter')
  await page.getByText('This key is revoked.').waitFor()
  equal((await use()).status, 401)
  equal((await page.content()).includes(key), false)
  silent(opened)
})

test('Escape in a dialog asks before it discards what was typed, by keyboard alone', async () => {
  const opened = await w.open('/api-keys', await w.user())
  const { page } = opened
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  const focusedName = dialog.getByLabel('Name').and(page.locator(':focus'))
  await page.getByText('No API keys yet').waitFor()
  await tabTo(opened, 'New key')
  await press(opened, 'Enter')
  await focusedName.waitFor()
  await page.keyboard.type('pipeline')
  await press(opened, 'Escape')
  await question.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor()
  await audit(opened)
  await press(opened, 'Enter')
  await focusedName.waitFor()
  await press(opened, 'Escape', 'Escape', 'Escape')
  await question.waitFor()
  await press(opened, 'Escape')
  await focusedName.waitFor()
  equal(await focusedName.inputValue(), 'pipeline')
  await press(opened, 'Escape')
  await tabTo(opened, 'Discard')
  await press(opened, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New key' }).and(page.locator(':focus')).waitFor()
  silent(opened)
})
