/** A busy server, as during a scan: the app retries after Retry-After, and shows no error. */
import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, type Opened, silent } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
  await bring(w.acme, [{ uid: 'one' }, { uid: 'two' }])
})
after(() => w.close())

/** Browsers log each error response. */
const expected = ({ said }: Opened): void =>
  silent({ said: said.filter((line) => !/status of 503/.test(line)) })

const busy = {
  status: 503,
  headers: { 'Retry-After': '1' },
  json: { errors: [{ status: '503', code: 'database_unavailable', detail: 'Too busy.' }] },
}

test('what is refused because the server is busy is asked again after the time that it names', async () => {
  const opened = await w.open('/scans')
  const { page } = opened
  await page.getByRole('heading', { name: 'Scans' }).waitFor()
  let refused = 0
  await page.route('**/api/v1/finding-groups/latest?*', async (route) => {
    if (refused === 2) return route.continue()
    refused += 1
    await route.fulfill(busy)
  })
  await page.getByRole('link', { name: 'Findings', exact: true }).first().click()
  await page.locator('.grid-row .severity').first().waitFor()
  equal(refused, 2)
  equal(await page.getByRole('alert').count(), 0)
  expected(opened)
})

test('a session is asked for again too, so that a page which opens meanwhile does not sign out', async () => {
  const opened = await w.open('/findings')
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  let refused = 0
  await page.route('**/api/v1/browser-sessions/refresh?*', async (route) => {
    if (refused === 1) return route.continue()
    refused += 1
    await route.fulfill(busy)
  })
  await page.reload()
  await page.locator('.grid-row .severity').first().waitFor()
  equal(refused, 1)
  expected(opened)
})
