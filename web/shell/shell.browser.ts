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
  violationsOn,
} from '../testing/app.ts'
import { focused, tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

const heading = ({ page }: Opened, name: string): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()

async function overview(): Promise<Opened> {
  const opened = await w.open('/')
  await heading(opened, 'Overview')
  return opened
}

async function openPalette(opened: Opened): Promise<void> {
  await press(opened, 'ControlOrMeta+k')
  await opened.page
    .getByRole('combobox', { name: 'Search pages, commands, findings, resources' })
    .waitFor()
}

const pathOf = ({ page }: Opened): string => new URL(page.url()).pathname

test('the command palette finds, runs and closes by keyboard alone', async () => {
  const opened = await overview()
  const { page } = opened
  await tabTo(opened, 'Compliance')
  await openPalette(opened)
  await audit(opened)
  const options = page.getByRole('option')
  const all = await options.count()
  ok(
    await page.getByRole('listbox').evaluate((list) => list.scrollHeight > list.clientHeight),
    'the list scrolls',
  )
  await press(opened, 'ArrowUp')
  const last = page.getByRole('option', { selected: true })
  const [box, listBox] = [await last.boundingBox(), await page.getByRole('listbox').boundingBox()]
  ok(box && listBox && box.y + box.height <= listBox.y + listBox.height, 'the option is visible')
  await page.keyboard.type('scan')
  ok((await options.count()) < all)
  deepEqual(
    (await options.allInnerTexts()).filter((text) => !/scan/i.test(text)),
    [],
  )
  await press(opened, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  equal(await focused(opened), 'Compliance')
  await openPalette(opened)
  await page.keyboard.type('no such page')
  await page.getByRole('status').getByText('Nothing matches “no such page”.').waitFor()
  equal(await options.count(), 0)
  await press(opened, 'ArrowDown', 'Enter')
  await audit(opened)
  await press(opened, 'ControlOrMeta+a')
  await page.keyboard.type('go to scan')
  await press(opened, 'ArrowDown')
  match(await page.getByRole('option', { selected: true }).innerText(), /^Go to Scan config/)
  await press(opened, 'Enter')
  await heading(opened, 'Scan configurations')
  equal(pathOf(opened), '/scan-configurations')
  silent(opened)
})

test('the shortcut sheet lists the shortcuts of the current screen', async () => {
  const opened = await overview()
  const { page } = opened
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await press(opened, '?')
  await sheet.getByRole('heading', { name: 'All pages' }).waitFor()
  equal(await sheet.getByRole('heading', { name: 'Findings' }).count(), 0)
  await press(opened, 'Escape', 'g', 'f')
  await heading(opened, 'Findings')
  await press(opened, '?')
  await sheet.getByRole('heading', { name: 'Findings' }).waitFor()
  for (const [label, keys] of [
    ['Triage', 'T'],
    ['Go to Findings', 'G\nF'],
  ] as const) {
    const term = sheet.locator('dl > div', { has: page.getByText(label, { exact: true }) })
    equal((await term.locator('dd').innerText()).trim(), keys)
  }
  await audit(opened)
  silent(opened)
})

test('single-key shortcuts are turned off and on again, and the choice survives a reload', async () => {
  const opened = await overview()
  const { page } = opened
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const choice = 'Enable single-key shortcuts'
  await press(opened, '?')
  await sheet.waitFor()
  equal(await focused(opened), choice)
  await press(opened, 'Space', 'Escape')
  for (const state of ['turned off', 'reloaded']) {
    if (state === 'reloaded') await page.reload()
    await heading(opened, 'Overview')
    await press(opened, 'g', 'f', '?')
    await openPalette(opened)
    equal(pathOf(opened), '/', state)
    equal(await sheet.count(), 0, state)
    await press(opened, 'Escape')
  }
  await openPalette(opened)
  await page.keyboard.type('keyboard')
  await press(opened, 'Enter')
  await sheet.waitFor()
  equal(await page.getByLabel(choice).isChecked(), false)
  await press(opened, 'Space', 'Escape', 'g', 'f')
  await heading(opened, 'Findings')
  silent(opened)
})

/** The theme of the page, detected by its background. */
const painted = ({ page }: Opened): Promise<string> =>
  page.evaluate(() => {
    const [red = '255'] =
      /\d+/.exec(getComputedStyle(document.documentElement).backgroundColor) ?? []
    return Number(red) < 128 ? 'dark' : 'light'
  })

/** Selects an item of the user menu by its first letter. */
async function choose(opened: Opened, item: string): Promise<void> {
  const name = `A user, ${w.acme.email}`
  if ((await focused(opened)) !== name) await tabTo(opened, name)
  await press(opened, 'Enter')
  await opened.page.getByRole('menuitemradio', { name: item }).waitFor()
  await press(opened, item.charAt(0).toLowerCase())
  equal(await focused(opened), item)
  await press(opened, 'Enter')
  equal(await focused(opened), name, 'the menu returns the focus to its button')
}

test('light and dark themes are chosen by keyboard, survive a reload and pass axe', async () => {
  const opened = await overview()
  const { page } = opened
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await choose(opened, theme === 'light' ? 'Light theme' : 'Dark theme')
    equal(await painted(opened), theme)
    equal(await violationsOn(page), '', theme)
    await press(opened, 'Enter')
    const chosen = page.getByRole('menuitemradio', { name: `${theme} theme`, checked: true })
    await chosen.waitFor()
    equal(await violationsOn(page), '', `${theme}, menu`)
    await press(opened, 'Escape')
    await openPalette(opened)
    equal(await violationsOn(page), '', `${theme}, palette`)
    await press(opened, 'Escape', '?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    equal(await violationsOn(page), '', `${theme}, shortcuts`)
    await page.reload()
    await heading(opened, 'Overview')
    equal(await painted(opened), theme, 'after a reload')
  }
  silent(opened)
})

test('the system theme follows the operating system', async () => {
  const opened = await overview()
  const { page } = opened
  await page.emulateMedia({ colorScheme: 'light' })
  await choose(opened, 'Dark theme')
  equal(await painted(opened), 'dark')
  await choose(opened, 'System theme')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    equal(await painted(opened), colorScheme)
  }
  await page.reload()
  await heading(opened, 'Overview')
  equal(await painted(opened), 'dark')
  silent(opened)
})

test('the navigation of a phone opens and closes by keyboard alone', async () => {
  const opened = await w.open('/users', w.acme, phone)
  const { page } = opened
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await tabTo(opened, 'Navigation')
  await press(opened, 'Enter')
  await page.locator('nav a:focus', { hasText: 'Overview' }).waitFor()
  await press(opened, 'Escape')
  await page.locator('.nav-toggle[aria-expanded=false]:focus').waitFor()
  await press(opened, 'Enter', 'Tab', 'Enter')
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  silent(opened)
})

test('the focus stays in the page when the element that has it is removed, by keyboard alone', async () => {
  const opened = await w.open('/users?filter[search]=no-such-user')
  const { page } = opened
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  await tabTo(opened, 'Clear all filters')
  await press(opened, 'Enter')
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary')
  await panel.waitFor()
  await tabTo(opened, 'Close the panel')
  await press(opened, 'Enter')
  await page.locator('.grid:focus').waitFor()
  await page.goto(`${w.address}/findings?filter[status]=FAIL&filter[severity]=critical`)
  const remove = page.getByRole('button', { name: /^Remove/ })
  await remove.first().waitFor()
  await tabTo(opened, /^Remove/)
  await press(opened, 'Enter')
  await page.waitForFunction(() => document.querySelectorAll('.chip').length === 1)
  await page.locator('#main:focus').waitFor()
  silent(opened)
})

test('parameters that no screen knows are reported by the API or ignored, and break nothing', async () => {
  const opened = await w.open('/findings?filter[__proto__]=1')
  const { page } = opened
  await page.getByRole('heading', { name: 'Invalid request' }).waitFor()
  await page.getByRole('button', { name: 'Remove filter __proto__: 1' }).click()
  await page.getByRole('heading', { name: 'No scan yet' }).waitFor()
  await page.goto(`${w.address}/findings?filter[status__constructor]=1`)
  await page.getByRole('heading', { name: 'Invalid request' }).waitFor()
  await page.goto(`${w.address}/compliance?order=__proto__`)
  await page.getByRole('heading', { name: 'No full scan has completed yet' }).waitFor()
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})
