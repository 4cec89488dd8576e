import { equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, phone, press, silent, testWhole } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('an owner gives a member a role and removes them, by keyboard alone', async () => {
  const owner = await w.user()
  await owner.make('/roles', 'roles', { name: 'Readers' })
  const { client } = await member(w, owner, ['manage_account'])
  await client.make('/api-keys', 'api-keys', { name: 'nightly export' })
  const opened = await w.open('/users', owner)
  const { page } = opened
  await page.getByText('2 members').waitFor()
  await page.getByRole('row').filter({ hasText: client.email }).waitFor()
  await audit(opened)
  await press(opened, 'j', 'k', 'Enter') // the member is newer, so the first
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Readers').waitFor()
  await audit(opened)
  await tabTo(opened, 'Readers')
  await press(opened, 'Space')
  await tabTo(opened, 'Save roles')
  await press(opened, 'Enter')
  await page.getByText(/^Roles of .* saved\.$/).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: /Readers/ })
    .waitFor()

  await tabTo(opened, /^Remove$/)
  await press(opened, 'Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('nightly export').waitFor()
  equal(await dialog.getByText('1 API key:').count(), 1)
  await audit(opened)
  await tabTo(opened, 'Remove A')
  await press(opened, 'Enter')
  await page.getByText('1 member', { exact: true }).waitFor()
  const { items } = await owner.get('/api-keys')
  ok(items.every((key) => key.at('revoked') === true))
  silent(opened)
})

test('an administrator makes a link with which a member sets a new password', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  await w.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${owner.tenantId}'`)
  const opened = await w.open('/users', owner)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: client.email }).click()
  await page.getByRole('button', { name: 'New password' }).click()
  const dialog = page.getByRole('dialog')
  const link = (await dialog.getByLabel('Link', { exact: true }).textContent()) ?? ''
  await audit(opened)
  const next = 'a password that was chosen next'
  const visitor = await w.open(new URL(link).pathname + new URL(link).hash, null)
  await visitor.page.getByLabel('New password').fill(next)
  await visitor.page.getByRole('button', { name: 'Set the password' }).click()
  await visitor.page.getByText(`The password of ${client.email} is set.`).waitFor()
  await visitor.page.goto(w.address)
  await visitor.page.getByLabel('Email').fill(client.email)
  await visitor.page.getByLabel('Password').fill(next)
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await visitor.page.getByRole('navigation', { name: 'Screens' }).waitFor()
  silent(opened)
})

test('what a role may not do is not offered, and said', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_users'])
  const opened = await w.open('/users', client)
  const { page } = opened
  await page.getByText('2 members').waitFor()
  equal(await page.getByRole('link', { name: 'Invite user' }).count(), 0)
  equal(await page.getByRole('link', { name: 'Roles' }).count(), 0)
  await page.getByRole('row').filter({ hasText: owner.email }).click()
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await remove.waitFor()
  equal(await remove.getAttribute('aria-disabled'), 'true')
  equal(await remove.getAttribute('title'), 'Only owners of the tenant can remove members.')
  await audit(opened)
  await page.goto(`${w.address}/roles`)
  await page.getByText('Roles requires the Manage account permission').waitFor()
  silent(opened)
})

testWhole('on a phone, a member is a card, and the panel fills the page', async () => {
  const opened = await w.open('/users', w.acme, phone)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: w.acme.email }).click()
  await page.getByText('This is you.').waitFor()
  equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width)
  await audit(opened)
  silent(opened)
})
