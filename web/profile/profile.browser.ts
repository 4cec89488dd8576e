import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, member, password } from '@plumbline/server/testing'
import {
  type AppWorld,
  appWorld,
  audit,
  desk,
  type Opened,
  phone,
  press,
  silent,
} from '../testing/app.ts'
import { codeAt } from '../testing/authenticator.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
let clock = 0
before(async () => {
  w = await appWorld({ now: () => Date.now() + clock, settings: { WORKER: 'false' } })
})
after(() => w.close())

/** Browsers log what is refused. */
const expected = (opened: Opened, ...statuses: readonly number[]): void =>
  silent({
    said: opened.said.filter(
      (line) =>
        !line.startsWith('verbose') &&
        !statuses.some((status) => line.includes(`status of ${status}`)),
    ),
  })

/** What an authenticator app shows for a secret in base32. */
const codeOf = (secret: string): string => codeAt(secret, Date.now() + clock)

test('name and password are changed; what is refused stands at its field', async () => {
  const owner = await w.user()
  const opened = await w.open('/profile', owner)
  const { page } = opened
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByRole('form', { name: 'You' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  equal((await owner.get('/users/me')).item.text('name'), 'Ada Lovelace')
  const form = page.getByRole('form', { name: 'Password' })
  await form.getByLabel('New password').fill('a sentence that only she knows')
  await form.getByLabel('Current password').fill('not the password')
  await press(opened, 'Enter')
  await form.getByText('The current password is incorrect.').waitFor()
  await audit(opened)
  await form.getByLabel('Current password').fill(password)
  await press(opened, 'Enter')
  await page.getByText('Password changed. Your other sessions were signed out.').waitFor()
  const now = { email: owner.email, password: 'a sentence that only she knows' }
  ok((await w.anonymous.make('/tokens', 'tokens', now)).text('refresh'))
  expected(opened, 400)
})

test('a second factor is set up, by keyboard alone; recovery codes do not go away unasked', async () => {
  const owner = await w.user()
  const opened = await w.open('/profile', owner)
  const { page } = opened
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  await tabTo(opened, 'Set up')
  await press(opened, 'Enter')
  await page.getByRole('dialog').getByLabel('Password').waitFor()
  await page.keyboard.type(password)
  await press(opened, 'Enter')
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
  const secret = page.getByRole('dialog').locator('pre')
  await secret.waitFor()
  await audit(opened)
  const link = await page.getByRole('link', { name: 'open the app' }).getAttribute('href')
  ok(link?.startsWith('otpauth://totp/'))
  const text = ((await secret.textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from the app').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(codeOf(text))
  await press(opened, 'Enter')
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await codes.waitFor()
  await page.setViewportSize(phone)
  const [lines, hiddenPx] = await codes.locator('pre').evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const tops = new Set([...range.getClientRects()].map(({ top }) => top))
    return [tops.size, element.scrollWidth - element.clientWidth]
  })
  deepEqual({ lines, hiddenPx }, { lines: 10, hiddenPx: 0 }, 'each code is on one line')
  await page.setViewportSize(desk)
  await press(opened, 'Escape', 'Escape')
  await codes.getByText('It cannot be shown again. Have you stored it?').waitFor()
  await audit(opened)
  await tabTo(opened, 'I have stored it')
  await press(opened, 'Enter')
  await page.getByText('recovery codes left').waitFor()
  equal((await owner.get('/users/me')).status, 401, 'all other sessions are ended')
  expected(opened)
})

test('times name their zone, and are in UTC if the user chooses it, also in other tabs', async () => {
  const opened = await w.open('/profile', await w.user())
  const { page } = opened
  const debug = await opened.context.newCDPSession(page)
  await debug.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' })
  await page.reload()
  const time = page.getByRole('row').filter({ hasText: 'This session' }).locator('time').first()
  const at = new Date((await time.getAttribute('datetime')) ?? '')
  match((await time.getAttribute('title')) ?? '', /^\w{3} \d+, \d{4}, \d\d:\d\d:\d\d GMT\+5:30$/)
  const other = await opened.context.newPage()
  await other.goto(`${w.address}/profile`)
  await other.getByText('This session').waitFor()
  await other.getByLabel('Show times in').selectOption({ label: 'UTC' })
  const shown = page.locator(`time[title$=", ${at.toISOString().slice(11, 19)} UTC"]`).first()
  await shown.waitFor()
  await page.reload()
  await shown.waitFor()
  await page.getByLabel('Show times in').selectOption({ label: 'Local time' })
  await page.locator('time[title$="GMT+5:30"]').first().waitFor()
  expected(opened)
})

test('a request that needs a recent sign-in asks for the password, and is then sent', async () => {
  const owner = await w.user()
  await w.anonymous.make('/tokens', 'tokens', { email: owner.email, password })
  const opened = await w.open('/profile', owner)
  const { page } = opened
  await page.getByText('This session').waitFor()
  clock += 11 * 60_000
  await page.getByRole('button', { name: 'End all others' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel('Password').waitFor()
  await press(opened, 'Enter')
  await dialog.getByText('Enter your password.').waitFor()
  await page.keyboard.type('not the password')
  await press(opened, 'Enter')
  await dialog.getByText('Wrong password.').waitFor()
  await audit(opened)
  await dialog.getByLabel('Password').fill(password)
  await press(opened, 'Enter')
  await page.getByText('All other sessions ended.').waitFor()
  equal(await page.getByRole('button', { name: 'End', exact: true }).count(), 0)
  expected(opened, 400, 403)
})

test('a request that waits for the password is never sent to another tenant of the user', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account', 'manage_integrations'])
  const opened = await w.open('/saml', client)
  const { page } = opened
  await page.getByText('Enter the domain below').waitFor()
  await type(opened, 'Email domain', 'example.com')
  await type(opened, 'Identity provider metadata', '<md/>')
  clock += 11 * 60_000
  await tabTo(opened, 'Turn on')
  await press(opened, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.waitFor()
  const others = { email: owner.email, password }
  const again = await w.anonymous.make('/tokens', 'tokens', others)
  const now = new Client(w.base, { ...owner, authorization: `Bearer ${again.text('access')}` })
  const memberships = `/tenants/${owner.tenantId}/memberships`
  const { id } = (await now.get(`${memberships}?filter[user]=${client.userId}`)).item
  equal((await now.ask('DELETE', `${memberships}/${id}`)).status, 204)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.keyboard.type(password)
  await press(opened, 'Enter')
  await dialog.getByText('You are not a member of this tenant.').waitFor()
  ok(!sent.some((url) => url.includes('saml-config')))
  expected(opened, 400, 401, 403)
})

test('the tenant is renamed and deleted by keyboard alone, and deleting requires its name', async () => {
  const who = await w.user()
  const opened = await w.open('/profile', who)
  const { page } = opened
  const long = `Long ${'w'.repeat(95)}`
  await page.getByRole('button', { name: 'Rename' }).waitFor()
  await tabTo(opened, 'Rename')
  await press(opened, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Rename the tenant' })
  await dialog.waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(long)
  await press(opened, 'Enter')
  await page.getByText('Tenant renamed.').waitFor()
  equal((await who.get(`/tenants/${who.tenantId}`)).item.at('name'), long)
  await page.setViewportSize(phone)
  equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  const row = page.getByRole('listitem').filter({ hasText: long })
  equal(await row.evaluate((element) => element.scrollWidth > element.clientWidth), false)
  await page.setViewportSize(desk)
  await tabTo(opened, 'Delete')
  await press(opened, 'Enter')
  const deleting = page.getByRole('dialog', { name: 'Delete the tenant' })
  await deleting.waitFor()
  await page.keyboard.type('Another')
  await press(opened, 'Enter')
  await deleting.getByText(`Enter ${long}.`).waitFor()
  await audit(opened)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(long)
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText(`Tenant ${long} was deleted, and your user with it.`).waitFor()
  equal((await who.ask('GET', '/users/me')).status, 401)
  expected(opened, 401)
})

test('a user whose deleted tenant is not confirmed reads that it may be deleted, not a prompt to sign in', async () => {
  const opened = await w.open('/profile', await w.user())
  const { page } = opened
  const name = await page.locator('.tenant-name bdi').innerText()
  await page.route('**/api/v1/tenants/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    equal((await route.fetch()).status(), 204)
    return route.abort()
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByLabel('Name of the tenant', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Delete tenant' }).click()
  await page.getByText(`Tenant ${name} may be deleted, and your user with it`).waitFor()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  equal(await page.getByRole('dialog').count(), 0)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  silent({ said: opened.said.filter((line) => !/ERR_FAILED|status of 40[14]|^verbose/.test(line)) })
})

test('after a switch of the tenant, the old page sends nothing more while it is loaded again', async () => {
  const who = await w.user()
  await who.make('/tenants', 'tenants', { name: 'Subsidiary' })
  const opened = await w.open('/profile', who)
  const { page } = opened
  await page.getByRole('button', { name: 'Switch' }).waitFor()
  const loaded = Promise.withResolvers<void>()
  await page.route(`${w.address}/profile`, async (route) => {
    await loaded.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/tenants')) sent.push(request.url())
  })
  const reload = page.waitForRequest(`${w.address}/profile`)
  // Within the page: Playwright waits for the load that is held back.
  const closing = page.evaluate(async () => {
    const press = (text: string): void =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === text)?.click()
    press('Switch')
    while (!document.body.textContent.includes('This page is closing.')) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (document.querySelector('.tenant-name')) press('Create tenant')
    }
  })
  await reload
  const before = sent.length
  await closing
  equal(sent.length, before)
  loaded.resolve()
  await page.getByRole('listitem').filter({ hasText: 'Subsidiary' }).getByText('Current').waitFor()
  expected(opened, 400)
})

test('a tenant is made and entered; the last owner of one does not leave it', async () => {
  const opened = await w.open('/profile', await w.user())
  const { page } = opened
  await page.getByLabel('Name of the new tenant').fill('Subsidiary')
  await page.getByRole('button', { name: 'Create tenant' }).click()
  await page.getByText('Tenant Subsidiary created. You are its owner.').waitFor()
  await page.getByRole('button', { name: 'Switch' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Subsidiary' }).getByText('Current').waitFor()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await audit(opened)
  await page.getByRole('button', { name: 'Leave Subsidiary' }).click()
  await page.getByText('The last owner cannot leave. Delete the tenant instead.').waitFor()
  expected(opened, 403)
})
