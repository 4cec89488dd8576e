import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '@plumbline/server/testing'
import {
  type AppWorld,
  appWorld,
  audit,
  type Opened,
  phone,
  press,
  silent,
} from '../testing/app.ts'
import { focused, tabTo } from '../testing/keyboard.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
  await bring(w.acme, [
    { uid: 'one', region: 'eu-north-1' },
    { uid: 'two', region: 'eu-west-1' },
  ])
})
after(() => w.close())

async function open(opened: Opened): Promise<void> {
  await opened.page.getByRole('button', { name: 'Saved views' }).waitFor()
  await tabTo(opened, 'Saved views')
  await press(opened, 'Enter')
}

/** Chooses from the open menu by its first letters. */
async function choose(opened: Opened, name: string): Promise<void> {
  const item = opened.page.getByRole('menu', { name: 'Saved views' }).getByText(name)
  await item.waitFor()
  for (let presses = 0; presses < 20 && !(await focused(opened)).startsWith(name); presses += 1)
    await press(opened, 'ArrowDown')
  await press(opened, 'Enter')
}

test('a view is saved under a name, found again, renamed, shared and deleted, by keyboard alone', async () => {
  const opened = await w.open('/findings?group=none&filter[region]=eu-north-1', w.acme)
  const { page } = opened
  await page.locator('.said-view', { hasText: /^1 finding:/ }).waitFor()
  await open(opened)
  await choose(opened, 'Save this view')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByText('region eu-north-1.').waitFor()
  await audit(opened)
  await press(opened, 'Enter')
  await dialog.locator('.has-error').waitFor()
  await page.keyboard.type('The north')
  await press(opened, 'Enter')
  await page.getByText('View saved as “The north”.').waitFor()
  const [kept] = (await w.acme.get('/saved-views')).items
  deepEqual(
    [kept?.at('screen'), kept?.at('query'), kept?.at('is_shared')],
    ['/findings', 'group=none&filter[region]=eu-north-1', false],
  )
  await page.goto(`${w.address}/findings?group=none`)
  await page.locator('.said-view', { hasText: /^2 findings:/ }).waitFor()
  await open(opened)
  const item = page.getByRole('menuitemradio', { name: 'The north' })
  equal(await item.getAttribute('aria-checked'), 'false')
  await audit(opened)
  await choose(opened, 'The north')
  await page.locator('.said-view', { hasText: /^1 finding:/ }).waitFor()
  equal(new URL(page.url()).searchParams.get('filter[region]'), 'eu-north-1')
  await open(opened)
  equal(await item.getAttribute('aria-checked'), 'true')
  await choose(opened, 'Edit or delete')
  const form = page.getByRole('form', { name: 'The north' })
  await form.waitFor()
  await press(opened, 'ControlOrMeta+a')
  await page.keyboard.type('North')
  await tabTo(opened, 'Shared')
  await press(opened, 'Space', 'Enter')
  await page.getByText('View “North” saved.').waitFor()
  await audit(opened)
  const { client } = await member(w, w.acme, ['unlimited_visibility'])
  const other = await w.open('/findings?group=none', client, phone)
  await open(other)
  await other.page.getByRole('menuitemradio', { name: /^North by / }).waitFor()
  await choose(other, 'North')
  await other.page.locator('.said-view', { hasText: /^1 finding:/ }).waitFor()
  await open(other)
  equal(await other.page.getByRole('menuitem', { name: 'Edit or delete' }).count(), 0)
  silent(other)
  await tabTo(opened, 'Delete')
  await press(opened, 'Enter')
  await page.getByText('You have no saved views.').waitFor()
  equal((await w.acme.get('/saved-views')).count, 0)
  await press(opened, 'Escape')
  await tabTo(opened, 'Undo')
  await press(opened, 'Enter')
  await open(opened)
  await page.getByRole('menuitemradio', { name: /^North/ }).waitFor()
  equal((await w.acme.get('/saved-views')).count, 1)
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('a saved view takes the filters of now, and another of the same name is refused in place', async () => {
  const who = await w.user()
  await bring(who, [{ uid: 'one' }])
  const view = { name: 'Mine', screen: '/findings', query: 'group=none', is_shared: false }
  await who.make('/saved-views', 'saved-views', view)
  const opened = await w.open('/findings?group=none&filter[status]=FAIL', who)
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  await open(opened)
  await choose(opened, 'Save this view')
  await page.getByRole('dialog').getByLabel('Name').fill('Mine')
  await press(opened, 'Enter')
  await page.getByRole('dialog').locator('.has-error .error').waitFor()
  ok(await page.getByRole('dialog').isVisible())
  await press(opened, 'Escape')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await open(opened)
  await choose(opened, 'Edit or delete')
  await page.getByRole('button', { name: 'Use current filters' }).press('Enter')
  await page.getByText('View “Mine” now has the current filters.').waitFor()
  equal((await who.get('/saved-views')).item.at('query'), 'group=none&filter[status]=FAIL')
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('a list that appears while a menu is open leaves the keys to the menu', async () => {
  const opened = await w.open('/scans')
  const { page } = opened
  const loaded = Promise.withResolvers<void>()
  await page.route('**/api/v1/findings/latest?*', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto(`${w.address}/findings?group=none`)
  await open(opened)
  await page.getByRole('menuitem', { name: 'Save this view' }).and(page.locator(':focus')).waitFor()
  loaded.resolve()
  await page.locator('.grid-row .severity').first().waitFor()
  await press(opened, 'Enter')
  await page.getByRole('dialog', { name: 'Save this view' }).waitFor()
  silent(opened)
})
