import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, password } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** Invites an address and returns the path of the app's page for it. */
async function invited(owner: Client, email: string): Promise<string> {
  const roles = (await owner.get('/roles')).ids.map((id) => ({ type: 'roles', id }))
  const made = await owner.make('/tenants/invitations', 'invitations', { email }, { roles })
  return `/invitation#token=${made.text('token')}`
}

test('who is invited signs up by the link, by keyboard alone, and is inside', async () => {
  const opened = await w.open(await invited(w.acme, 'grace@example.com'), null)
  const { page } = opened
  await page.getByText('You have an invitation.').waitFor()
  equal(new URL(page.url()).hash, '', 'the token stays out of the history')
  await audit(opened)
  await type(opened, 'Name', 'Grace')
  await type(opened, 'Email', 'grace@example.com')
  await type(opened, 'Password', 'a sentence that only she knows')
  await press(opened, 'Enter')
  await page.getByRole('link', { name: 'Users' }).waitFor()
  equal(new URL(page.url()).pathname, '/')
  const { items } = await w.acme.get('/users')
  equal(
    items.some((user) => user.at('email') === 'grace@example.com'),
    true,
  )
  silent(opened)
})

test('who has an account signs in, and joins', async () => {
  const other = await w.user()
  const opened = await w.open(await invited(w.acme, other.email), null)
  const { page } = opened
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password').fill(password)
  await press(opened, 'Enter')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await page.goto(`${w.address}/users`)
  await page.getByRole('row').filter({ hasText: w.acme.email }).waitFor()
  silent(opened)
})

test('who has an account is let in though the invitation cannot be used, and reads why', async () => {
  const other = await w.user()
  const opened = await w.open(await invited(w.acme, 'another@example.com'), null)
  const { page } = opened
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter your email address.').waitFor()
  await page.getByText('Enter your password.').waitFor()
  await page.getByLabel('Email').fill(other.email)
  await page.getByLabel('Password').fill(password)
  await press(opened, 'Enter')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await page.getByText('The invitation was not accepted.').waitFor()
  equal(new URL(page.url()).pathname, '/')
  silent({ said: opened.said.filter((line) => !/status of 40[04]|^verbose/.test(line)) })
})

test('who is signed in already joins by a press', async () => {
  const other = await w.user()
  const link = await invited(w.acme, other.email)
  const opened = await w.open('/profile', other)
  const { page } = opened
  await page.getByRole('heading', { name: 'Tenants' }).waitFor()
  await page.goto(`${w.address}${link}`)
  await page.getByText(`You join the tenant as ${other.email}.`).waitFor()
  await audit(opened)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`${w.address}/`)
  await page.goto(`${w.address}/users`)
  await page.getByRole('row').filter({ hasText: w.acme.email }).waitFor()
  silent({ said: opened.said.filter((line) => !/status of 404|^verbose/.test(line)) })
})
