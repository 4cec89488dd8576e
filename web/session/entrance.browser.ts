import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, press, silent, testWhole } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('signs in and out with the keyboard alone', async () => {
  const opened = await w.open('/', null)
  const { page } = opened
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await audit(opened)
  await page.keyboard.type(w.acme.email)
  await press(opened, 'Tab')
  await page.keyboard.type('not the password')
  await press(opened, 'Enter')
  await page.getByText('Invalid credentials.').waitFor()
  equal(await page.getByLabel('Email').inputValue(), w.acme.email, 'what was typed stays')
  await type(opened, 'Password', password)
  await press(opened, 'Enter')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  const [cookie] = await opened.context.cookies(`${w.base}/browser-sessions`)
  ok(cookie?.httpOnly && cookie.sameSite === 'Strict', 'scripts do not read the session')
  equal(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), '{}')
  await page.reload()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await tabTo(opened, 'A user,')
  await press(opened, 'Enter', 'End', 'Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('a user who forgot the password is told how to get a link', async () => {
  const opened = await w.open('/', null)
  const { page } = opened
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(w.acme.email)
  await audit(opened)
  await press(opened, 'Enter')
  await page.getByText(/^This server does not send email\. Ask an administrator/).waitFor()
  await page.route('**/api/v1/password-resets', (route) =>
    route.fulfill({
      status: 202,
      contentType: 'application/vnd.api+json',
      body: JSON.stringify({ data: { type: 'password-resets', id: '1', attributes: {} } }),
    }),
  )
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText(`If an account has the address ${w.acme.email}, a link`).waitFor()
  await audit(opened)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  silent({ said: opened.said.filter((line) => !/status of 404/.test(line)) })
})

test('shows no identity provider if none is configured', async () => {
  const opened = await w.open('/', null)
  const { page } = opened
  await page.getByRole('button', { name: 'Continue with single sign-on' }).waitFor()
  equal(await page.getByRole('button', { name: /^Continue with/ }).count(), 1)
  silent(opened)
})

test('signing out removes the session cookie, and leaves no data in the browser', async () => {
  const opened = await w.open('/findings')
  const { page } = opened
  await page.getByRole('button', { name: 'A user' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  deepEqual(await opened.context.cookies(`${w.base}/browser-sessions`), [])
  const stored = await page.evaluate(async () => ({
    ...localStorage,
    ...sessionStorage,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))
  deepEqual(stored, { databases: [], caches: [] })
  silent(opened)
})

for (const [path, purpose] of [
  ['/', 'current-password'],
  ['/sign-up', 'new-password'],
] as const)
  test(`the ${purpose} field is masked, and works with paste and password managers`, async () => {
    const opened = await w.open(path, null)
    const field = opened.page.getByLabel('Password')
    equal(await field.getAttribute('type'), 'password')
    equal(await field.getAttribute('autocomplete'), purpose)
    const isPasted = await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    )
    ok(isPasted, 'no handler prevents the paste')
    silent(opened)
  })

test('a new user creates an account and is inside', async () => {
  const opened = await w.open('/sign-up', null)
  const { page } = opened
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  const field = page.getByLabel('Password')
  await page.locator('.has-error').first().waitFor()
  equal(await field.getAttribute('aria-invalid'), 'true')
  await audit(opened)
  await field.fill('a sentence that only she knows')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  equal(new URL(page.url()).pathname, '/')
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('an account whose first sign-in fails is not created twice: its user signs in', async () => {
  const opened = await w.open('/sign-up', null)
  const { page } = opened
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('lost@example.com')
  await page.getByLabel('Password').fill('a sentence that only she knows')
  await page.route('**/api/v1/users', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/api/v1/users')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('An earlier try may have created your account. Sign in.').waitFor()
  equal(await page.getByLabel('Email').inputValue(), 'lost@example.com')
  await page.reload()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('first@example.com')
  await page.getByLabel('Password').fill('a sentence that only she knows')
  await page.route('**/api/v1/tokens', (route) => route.abort())
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Your account was created. Sign in.').waitFor()
  equal(await page.getByLabel('Email').inputValue(), 'first@example.com')
  await page.unroute('**/api/v1/tokens')
  await page.keyboard.type('a sentence that only she knows')
  await press(opened, 'Enter')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  silent({ said: opened.said.filter((line) => !/ERR_FAILED|status of 400|^verbose/.test(line)) })
})

test('two tabs have one session: who signs out of one is out of the other', async () => {
  const opened = await w.open('/findings')
  await opened.page.getByRole('heading', { name: 'Findings' }).waitFor()
  const second = await opened.context.newPage()
  await second.goto(`${w.address}/findings`)
  await second.getByRole('heading', { name: 'Findings' }).waitFor()
  await second.getByRole('button', { name: 'A user' }).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await opened.page.getByText('You signed out in another tab.').waitFor()
  silent(opened)
})

testWhole('a page that is loaded anew while it renews its session keeps it', async () => {
  const opened = await w.open('/findings', await w.user())
  const { page } = opened
  for (let pauseMs = 0; pauseMs < 400; pauseMs += 40) {
    await page.goto(`${w.address}/findings`, { waitUntil: 'commit' })
    await page.waitForTimeout(pauseMs)
  }
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  silent(opened)
})
