import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { patienceMs } from '@plumbline/server/testing'
import { chromium } from 'playwright-core'
import { desk, violationsOn } from '../testing/app.ts'
import { serveKitPage } from './serve.ts'

test('every component is accessible in both themes, and the console stays silent', async () => {
  const server = await serveKitPage(0)
  const browser = await chromium.launch({
    executablePath: process.env['PLUMBLINE_TEST_CHROMIUM'] || 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: desk, reducedMotion: 'reduce' })
    page.setDefaultTimeout(patienceMs)
    const said: string[] = []
    const asked: string[] = []
    page.on('console', (message) => {
      // Development builds of Vite and React log messages at startup.
      if (!['debug', 'info'].includes(message.type()))
        said.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => said.push(`error: ${error.message}`))
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/v1')) asked.push(request.url())
    })
    await page.goto(server.address)
    await page.getByRole('grid', { name: 'Resources' }).getByText('customer-invoices').waitFor()
    for (const theme of ['Dark', 'Light']) {
      await page.getByRole('button', { name: theme }).click()
      equal(await violationsOn(page), '', theme)
    }
    for (const name of ['Form', 'Confirmation', 'Wide']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      equal(await violationsOn(page), '', name)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    deepEqual(asked, [], 'requests to the API')
    deepEqual(said, [])
  } finally {
    await browser.close()
    await server.close()
  }
})
