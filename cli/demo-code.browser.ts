/** The address that the demo prints, opened in a browser. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, type World, world } from '@plumbline/server/testing'
import { type Browser, chromium, type Page } from 'playwright-core'
import { DemoCode } from './demo-code.ts'
import { openApp } from './web-app.ts'

const code = new DemoCode()
let w: World
let browser: Browser
before(async () => {
  const app = await openApp(() => {})
  assert.ok(app)
  w = await world({ settings: { WORKER: 'false' }, app, more: [code.endpoint] })
  browser = await chromium.launch({
    executablePath: process.env['PLUMBLINE_TEST_CHROMIUM'] || 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
})
after(async () => {
  await browser.close()
  await w.close()
  await w.test.close()
})

const issued = (): string =>
  code.issue(async () => {
    const login = { email: w.acme.email, password }
    return (await w.anonymous.make('/tokens', 'tokens', login)).text('refresh')
  })
const inside = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).waitFor()

test('it signs in, leaves no code in the address, and whoever opens it again in that browser is still inside', async () => {
  const address = `${w.address}/#demo=${issued()}`
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await inside(page)
  assert.ok(!page.url().includes('demo='), page.url())
  const again = await context.newPage()
  await again.goto(address)
  await inside(again)
  await context.close()
})

test('another browser is told why it is not let in by the same address', async () => {
  const address = `${w.address}/#demo=${issued()}`
  for (const isFirst of [true, false]) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(address)
    if (isFirst) await inside(page)
    else await page.getByText('This address was opened before').waitFor()
    await context.close()
  }
})
