/** Two tabs of one browser share a session: one tab must not undo or misinterpret actions of the other. */
import { equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@plumbline/server/testing'
import type { Page } from 'playwright-core'
import { type AppWorld, appWorld, type Opened, press, silent } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

interface InTwo {
  readonly who: Client
  /** The name of the first tenant, and the id of the second. */
  readonly first: string
  readonly second: string
}

async function inTwo(): Promise<InTwo> {
  const who = await w.user()
  const first = (await who.get(`/tenants/${who.tenantId}`)).item.text('name')
  const second = await who.make('/tenants', 'tenants', { name: 'Subsidiary' })
  return { who, first, second: second.id }
}

async function another({ context, said }: Opened, path: string): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => (said as string[]).push(error.message))
  await page.goto(w.address + path)
  return page
}

async function goToSecond(page: Page, first: string): Promise<void> {
  await page.getByRole('button', { name: first, exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Subsidiary' }).click()
  await page.getByRole('button', { name: 'Subsidiary' }).waitFor()
}

test('a tab whose tenant was switched in another one shows nothing of the old tenant and writes nothing into either', async () => {
  const { who, first } = await inTwo()
  await bring(who, [{ uid: 'of-the-first' }])
  const opened = await w.open('/findings?group=none', who)
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  const other = await another(opened, '/providers')
  await press(opened, 'x', 't')
  await page.getByRole('dialog').getByLabel('Note (optional)').fill('For the first tenant.')
  const written: string[] = []
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method())) written.push(new URL(request.url()).pathname)
  })
  await goToSecond(other, first)
  await page.getByRole('button', { name: 'Subsidiary' }).waitFor()
  equal(await page.getByRole('dialog').count(), 0)
  await page.getByText('of-the-first').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Findings', exact: true }).waitFor()
  await press(opened, 'x', 't')
  ok(
    written.every((path) => path.includes('/browser-sessions/refresh')),
    written.join(' '),
  )
  equal((await who.get('/findings/latest?filter[triage_status]=open')).count, 1)
  silent(opened)
})

test('a tab that did not hear of the switch goes along at its next renewal, and what was typed goes nowhere', async () => {
  const { who, first, second } = await inTwo()
  const opened = await w.open('/providers', who)
  await opened.page.getByRole('heading', { name: 'Providers' }).waitFor()
  const { context } = opened
  const deaf = await context.newPage()
  await deaf.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
  })
  await deaf.goto(`${w.address}/roles?open=new`)
  const panel = deaf.getByRole('complementary', { name: 'New role' })
  await panel.getByLabel('Name').fill('Typed for the first tenant')
  await goToSecond(opened.page, first)
  // Its token is still valid for the first tenant, whose data it shows; now the token expires.
  const ended = { status: 401, json: { errors: [{ status: '401', detail: 'It has expired.' }] } }
  await deaf.route('**/api/v1/roles', (route) => route.fulfill(ended), { times: 1 })
  await panel.getByRole('button', { name: 'Create role' }).click()
  await deaf.getByRole('button', { name: 'Subsidiary' }).waitFor()
  await deaf.unrouteAll()
  const inSecond = await who.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: second })
  const answer = await fetch(`${who.base}/roles`, {
    headers: { Authorization: `Bearer ${inSecond.text('access')}` },
  })
  ok(!(await answer.text()).includes('Typed for the first tenant'))
  equal((await who.get('/roles?filter[name]=Typed for the first tenant')).count, 0)
  silent(opened)
})
