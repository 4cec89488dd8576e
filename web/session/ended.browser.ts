/** A session that ends, or a server that does not answer, while the app is open. */
import { equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, type Opened, press, silent } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** Types a new name on the profile, and saves it when the session has ended. */
async function saveTooLate(
  opened: Opened,
  end: () => Promise<{ readonly status: number }>,
): Promise<void> {
  await opened.page.getByLabel('Name', { exact: true }).waitFor()
  await type(opened, 'Name', 'Ada Lovelace')
  equal((await end()).status, 204)
  await press(opened, 'Enter')
  await opened.page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
}

/** The email address is known, so the password has the focus. */
async function signInAgain(opened: Opened): Promise<void> {
  await opened.page.keyboard.type(password)
  await press(opened, 'Enter')
}

test('a session that ends loses nothing that was typed: it is saved after the next sign-in, by keyboard alone', async () => {
  const owner = await w.user()
  const opened = await w.open('/profile', owner)
  const { page } = opened
  await saveTooLate(opened, () => owner.ask('DELETE', '/users/me/sessions'))
  await audit(opened)
  await press(opened, 'Escape', 'Escape')
  ok(await page.getByText('Your session has ended.').isVisible())
  equal(await page.getByRole('dialog').getByLabel('Email').inputValue(), owner.email)
  await signInAgain(opened)
  await page.getByText('Saved.').waitFor()
  equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ada Lovelace')
  await page.locator('input[name=name]:focus').waitFor()
  silent({ said: opened.said.filter((line) => !/^verbose|status of 40[14]/.test(line)) })
})

test('what waits for a sign-in is never sent for another user', async () => {
  const owner = await w.user()
  const other = await w.user()
  const opened = await w.open('/profile', owner)
  const { page } = opened
  await saveTooLate(opened, () => owner.ask('DELETE', '/users/me/sessions'))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.getByRole('dialog').getByLabel('Email').fill(other.email)
  await press(opened, 'Tab')
  await signInAgain(opened)
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' })
  await page.getByText(other.email).first().waitFor()
  ok(!sent.includes('PATCH'))
  equal((await other.get('/users/me')).item.text('name'), 'A user')
  silent({ said: opened.said.filter((line) => !/^verbose|status of 40[014]/.test(line)) })
})

test('a user who was deleted with the tenant leaves the page that cannot be saved', async () => {
  const owner = await w.user()
  const opened = await w.open('/profile', owner)
  const { page } = opened
  await saveTooLate(opened, () => owner.ask('DELETE', `/tenants/${owner.tenantId}`))
  await signInAgain(opened)
  await page.getByText('Invalid credentials.').waitFor()
  await page.getByRole('button', { name: 'Leave this page without saving' }).click()
  await page.waitForURL(`${w.address}/`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  equal(await page.getByRole('dialog').count(), 0)
  silent({ said: opened.said.filter((line) => !/^verbose|status of 40[014]/.test(line)) })
})

test('a server that cannot be reached is named, and tried again', async () => {
  const opened = await w.open('/findings')
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/api/**')
  await tabTo(opened, 'Try again')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  silent({ said: opened.said.filter((line) => !/ERR_FAILED/.test(line)) })
})

test('a form stays as it was typed when its data cannot be read again', async () => {
  const opened = await w.open('/mute-rules?tab=mutelist')
  const { page } = opened
  const editor = page.getByRole('textbox', { name: /Mutelist/ })
  await editor.fill('# typed by hand')
  await page.route('**/api/**', (route) => route.abort())
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 20_000 // past staleTime, so the page reads again
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByText('The page may show earlier data.').waitFor()
  equal(await editor.inputValue(), '# typed by hand')
  silent({ said: opened.said.filter((line) => !/ERR_FAILED/.test(line)) })
})

test('a screen that did not load is loaded by the next try', async () => {
  const opened = await w.open('/findings')
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await page.route('**/roles-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Roles' }).click()
  await page.getByText('Part of the app did not load.').waitFor()
  await page.unroute('**/roles-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Roles' }).waitFor()
  silent({ said: opened.said.filter((line) => !/ERR_FAILED|did not load/.test(line)) })
})
