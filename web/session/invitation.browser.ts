import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, password } from '@plumbline/server/testing'
import type { Page } from 'playwright-core'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** Invites an address, and returns the link. */
async function linkFor(owner: Client, email: string): Promise<string> {
  const roles = (await owner.get('/roles')).ids.map((id) => ({ type: 'roles', id }))
  const made = await owner.make('/tenants/invitations', 'invitations', { email }, { roles })
  return made.text('link')
}

/** Invites an address, and returns what follows the address of the server in the link. */
async function invited(owner: Client, email: string): Promise<string> {
  const { pathname, hash } = new URL(await linkFor(owner, email))
  return pathname + hash
}

test('an invitation opens in the app, names what it is, and is accepted by keyboard alone', async () => {
  const link = new URL(await linkFor(w.acme, 'grace@example.com'))
  equal(link.origin, w.address)
  const opened = await w.open(link.pathname + link.hash, null)
  const { page } = opened
  const pages: string[] = []
  page.on('framenavigated', (frame) => pages.push(new URL(frame.url()).pathname))
  const tenant = (await w.acme.get('/tenants')).items[0]?.text('name') ?? ''
  await page.getByRole('heading', { name: `Join ${tenant}` }).waitFor()
  await page.getByText('with the role admin. The invitation is for grace@example.com').waitFor()
  await page.getByText('expires in 6 days').waitFor()
  equal(new URL(page.url()).hash, '', 'the token stays out of the history')
  equal(await page.getByLabel('Email').inputValue(), 'grace@example.com')
  await audit(opened)
  await type(opened, 'Name', 'Grace')
  await type(opened, 'Password', 'a sentence that only she knows')
  await press(opened, 'Enter')
  await page.getByRole('link', { name: 'Users' }).waitFor()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  equal(new URL(page.url()).pathname, '/')
  deepEqual(
    pages.filter((path) => path.startsWith('/api')),
    [],
  )
  const { items } = await w.acme.get('/users')
  equal(
    items.some((user) => user.at('email') === 'grace@example.com'),
    true,
  )
  silent(opened)
})

const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

test('a reload keeps the invitation for this tab, until it is used', async () => {
  const link = await invited(w.acme, 'joan@example.com')
  const opened = await w.open(link, null)
  const { page, context } = opened
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.getByText('invites you to join').waitFor()
  await page.reload()
  await page.getByText('invites you to join').waitFor()
  equal(new URL(page.url()).hash, '')
  const token = new URLSearchParams(new URL(link, w.address).hash.slice(1)).get('token') ?? ''
  ok(token !== '' && !requested.join().includes(token), 'no address carries it')
  const other = await context.newPage()
  await other.goto(`${w.address}/invitation`)
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  equal(await stored(other), '{}', 'another tab has none')
  await other.close()
  await page.getByLabel('Name').fill('Joan')
  await page.getByLabel('Password').fill('short')
  await press(opened, 'Enter')
  await page.getByText('at least 12 characters.').last().waitFor()
  await page.reload()
  await page.getByText('invites you to join').waitFor()
  await page.getByLabel('Name').fill('Joan')
  await page.getByLabel('Password').fill('a sentence that only she knows')
  await press(opened, 'Enter')
  await page.getByRole('link', { name: 'Users' }).waitFor()
  equal(await stored(page), '{}')
})

test('an invitation that is refused or left is forgotten', async () => {
  const { ids } = await w.acme.get('/tenants/invitations?filter[state]=pending')
  const opened = await w.open(await invited(w.acme, 'edith@example.com'), null)
  const { page } = opened
  await page.getByText('invites you to join').waitFor()
  const made = await w.acme.get('/tenants/invitations?filter[state]=pending')
  const id = made.ids.find((one) => !ids.includes(one))
  await w.acme.ask('DELETE', `/tenants/invitations/${id}`)
  await page.getByLabel('Name').fill('Edith')
  await page.getByLabel('Email').fill('edith@example.com')
  await page.getByLabel('Password').fill('a sentence that only she knows')
  await press(opened, 'Enter')
  await page.getByText('no longer pending. If you have an account, sign in.').waitFor()
  equal(await page.getByText('invites you to join').count(), 0, 'it is not offered again')
  equal(await page.getByLabel('Email').inputValue(), 'edith@example.com')
  equal(await stored(page), '{}')

  const second = await w.open(await invited(w.acme, 'mary@example.com'), null)
  await second.page.getByText('invites you to join').waitFor()
  await second.page.goto(w.address)
  await second.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  equal(await stored(second.page), '{}')
})

test('who has an account signs in, and joins, though the first try to accept fails', async () => {
  const other = await w.user()
  const opened = await w.open(await invited(w.acme, other.email), null)
  const { page } = opened
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password').fill(password)
  await page.route('**/api/v1/invitations/accept', (route) => route.abort())
  await press(opened, 'Enter')
  await page.getByText(`You join the tenant as ${other.email}.`).waitFor()
  await page.unroute('**/api/v1/invitations/accept')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`${w.address}/`)
  await page.goto(`${w.address}/users`)
  await page.getByRole('row').filter({ hasText: w.acme.email }).waitFor()
  silent({ said: opened.said.filter((line) => !/ERR_FAILED/.test(line)) })
})

test('who has an account is let in though the invitation cannot be used, and reads why', async () => {
  const other = await w.user()
  const opened = await w.open(await invited(w.acme, 'another@example.com'), null)
  const { page } = opened
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter your password.').waitFor()
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password').fill(password)
  await press(opened, 'Enter')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await page.getByText('The invitation was not accepted.').waitFor()
  equal(new URL(page.url()).pathname, '/')
  silent({ said: opened.said.filter((line) => !/status of 40[04]|^verbose/.test(line)) })
})

test('who is signed in already joins by a press, and reads after a lost answer how to switch', async () => {
  const other = await w.user()
  const link = await invited(w.acme, other.email)
  const opened = await w.open(link, other)
  const { page } = opened
  await page.getByText(`You join the tenant as ${other.email}.`).waitFor()
  await audit(opened)
  await page.route('**/api/v1/invitations/accept', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/api/v1/invitations/accept')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('If you accepted it before, you are already a member.').waitFor()
  equal(await page.getByRole('button', { name: 'Join' }).count(), 0)
  await page.getByRole('button', { name: 'Your tenants' }).click()
  const others = page.getByRole('listitem').filter({ has: page.getByText('Switch') })
  const joined = await others.locator('bdi').innerText()
  await page.getByRole('button', { name: 'Switch' }).click()
  await page.getByRole('listitem').filter({ hasText: joined }).getByText('Current').waitFor()
  silent({ said: opened.said.filter((line) => !/ERR_FAILED|status of 40[04]|^verbose/.test(line)) })
})

test('a link that is no longer valid says so, and leads to the sign-in', async () => {
  const link = await invited(w.acme, 'late@example.com')
  await w.test.administer(`
    update invitations set expires_at = now() - interval '1 hour' where email = 'late@example.com'`)
  for (const [path, said] of [
    [link, 'The invitation has expired. Ask for a new one.'],
    ['/invitation#token=unknown', 'This invitation link is not valid. Ask for a new one.'],
  ] as const) {
    const { page } = await w.open(path, null)
    await page.getByText(`${said} If you have an account, sign in.`).waitFor()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    equal(await stored(page), '{}')
  }
})

test('a user who is signed in with another address signs out to join', async () => {
  const opened = await w.open(await invited(w.acme, 'two@example.com'), await w.user())
  const { page } = opened
  await page.getByText('To join, sign out and use the invited address.').waitFor()
  equal(await page.getByRole('button', { name: 'Join' }).count(), 0)
  await audit(opened)
  await page.getByRole('button', { name: 'Sign out' }).last().click()
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  equal(await page.getByLabel('Email').inputValue(), 'two@example.com')
})
