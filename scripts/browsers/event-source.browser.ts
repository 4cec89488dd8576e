import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './chromium.ts'
import { type Example, say, startExample } from './example.ts'

let example: Example
let browser: Browser
before(async () => {
  example = await startExample({
    EVENTSTREAM_PER_USER: '50',
    EVENTSTREAM_CONNECTS_PER_MINUTE: '1000',
  })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await example?.stop()
})

/** A page of the example; `native` listens with the browser's own EventSource. */
async function open(context: BrowserContext, native: boolean): Promise<Page> {
  const page = await context.newPage()
  const given = new URLSearchParams({ api: example.api, token: example.token })
  if (native) given.set('native', '')
  await page.goto(`${example.page}/#${given}`)
  return page
}
const isOpen = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('#state')?.textContent === 'open')
const shown = (page: Page): Promise<string[]> => page.locator('#notices li').allTextContents()
const hears = (page: Page, words: string): Promise<void> =>
  page.locator('#notices li', { hasText: words }).first().waitFor({ timeout: 10_000 })

/** Whether the API answers a request of the page in time. */
const answers = (page: Page, withinMs: number): Promise<boolean> =>
  page.evaluate(
    async ([api, token, ms]) => {
      const headers = { Authorization: `Bearer ${token}` }
      try {
        const answer = await fetch(`${api}/users/me`, { headers, signal: AbortSignal.timeout(ms) })
        return answer.status === 200
      } catch {
        return false
      }
    },
    [example.api, example.token, withinMs] as const,
  )

test("a browser's own EventSource connects by access_token and hears events by their names", async () => {
  const context = await browser.newContext()
  const page = await open(context, true)
  await isOpen(page)
  await say(example.api, example.token, 'Lunch is ready.')
  await hears(page, 'Lunch is ready.')
  assert.deepEqual(await shown(page), ['Lunch is ready.'])
  await context.close()
})

test('an EventSource with a bad token closes for good and never asks again', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  let asked = 0
  page.on('request', (request) => void (request.url().includes('event-stream') && (asked += 1)))
  await page.goto(
    `${example.page}/#${new URLSearchParams({ api: example.api, token: 'no', native: '' })}`,
  )
  await page.waitForFunction(() => document.querySelector('#state')?.textContent === 'closed')
  await page.waitForTimeout(6_000) // longer than any retry time that the server sends
  assert.equal(asked, 1)
  await context.close()
})

test('six streams of a browser on one origin leave no connection for anything else', async () => {
  const context = await browser.newContext()
  const pages: Page[] = []
  for (let count = 0; count < 6; count += 1) {
    const page = await open(context, true)
    await isOpen(page)
    pages.push(page)
  }
  const [first] = pages
  assert.ok(first)
  assert.equal(await answers(first, 2_000), false)
  await pages.at(-1)?.close()
  assert.equal(await answers(first, 5_000), true)
  await context.close()
})

test('eight pages with the client share one stream: all hear, and the API still answers', async () => {
  const context = await browser.newContext()
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('event-stream'))
      streams.push(request.url())
  })
  const pages: Page[] = []
  for (let count = 0; count < 8; count += 1) pages.push(await open(context, false))
  for (const page of pages) await isOpen(page)
  await say(example.api, example.token, 'Tea is ready.')
  for (const page of pages) await hears(page, 'Tea is ready.')
  assert.equal(streams.length, 1)
  const [leader, ...others] = pages
  assert.ok(leader && others[0])
  assert.equal(await answers(others[0], 5_000), true)
  await leader.close()
  for (let attempt = 0; streams.length < 2; attempt += 1) {
    assert.ok(attempt < 100, 'nobody took over')
    await others[0].waitForTimeout(100)
  }
  await others[0].waitForTimeout(500)
  await say(example.api, example.token, 'Cake is ready.')
  for (const page of others) await hears(page, 'Cake is ready.')
  await context.close()
})
