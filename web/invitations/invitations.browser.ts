import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, press, silent, testWhole } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

async function invited(owner: Client, email: string): Promise<string> {
  const roles = (await owner.get('/roles')).ids.map((id) => ({ type: 'roles', id }))
  return (await owner.make('/tenants/invitations', 'invitations', { email }, { roles })).id
}

test('a user is invited by keyboard alone; the link stays until it is closed', async () => {
  const opened = await w.open('/invitations', await w.user())
  const { page } = opened
  await page.getByText('No invitations yet').waitFor()
  await audit(opened)
  await tabTo(opened, 'Invite user')
  await press(opened, 'Enter')
  await page.getByLabel('admin').waitFor()
  await audit(opened)
  await page.keyboard.type('ada@example.com')
  await press(opened, 'Enter')
  await page.getByText('At least one role is required.').waitFor()
  equal(await page.getByLabel('Email').inputValue(), 'ada@example.com', 'what was typed stays')
  await tabTo(opened, 'admin')
  await press(opened, 'Space', 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Invitation link for ada@example.com' })
  await dialog.waitFor()
  await dialog.getByText('No email was sent. Send the link to ada@example.com yourself.').waitFor()
  match((await dialog.locator('pre').textContent()) ?? '', /^http.*#token=/)
  await press(opened, 'Escape', 'Escape', 'Escape')
  await dialog.getByText('It cannot be shown again. Have you stored it?').waitFor()
  await audit(opened)
  await tabTo(opened, 'I have stored it')
  await press(opened, 'Enter')
  await page.getByText('Pending, expires in').waitFor()
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

testWhole(
  'an invitation can be typed when the roles cannot be read, and is sent once they can',
  async () => {
    const opened = await w.open('/invitations', await w.user())
    const { page } = opened
    await page.getByText('No invitations yet').waitFor()
    await page.route('**/api/v1/roles?*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Invite user' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Try again' }).waitFor()
    await dialog.getByLabel('Email').fill('ada@example.com')
    equal(
      await dialog.getByRole('button', { name: 'Invite' }).getAttribute('title'),
      'The roles could not be read.',
    )
    await audit(opened)
    await page.unroute('**/api/v1/roles?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByLabel('admin').check()
    equal(await dialog.getByLabel('Email').inputValue(), 'ada@example.com')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog', { name: 'Invitation link for ada@example.com' }).waitFor()
    silent({ said: opened.said.filter((line) => !/status of 500/.test(line)) })
  },
)

test('Expired and revoked invitations cannot be edited or revoked in the UI', async () => {
  const owner = await w.user()
  const [expired, revoked] = [
    await invited(owner, 'expired@example.com'),
    await invited(owner, 'revoked@example.com'),
  ]
  await invited(owner, 'pending@example.com')
  await w.test.administer(`
    update invitations set expires_at = now() - interval '73 hours' where id = '${expired}'`)
  await owner.ask('DELETE', `/tenants/invitations/${revoked}`)
  const opened = await w.open('/invitations', owner)
  const { page } = opened
  await page.getByText('Expired 3 days ago').waitFor()
  const offered = async (email: string): Promise<readonly string[]> => {
    await page.getByRole('gridcell', { name: email }).click()
    const panel = page.getByRole('complementary', { name: email })
    await panel.getByText('Invited by').waitFor()
    return (await panel.locator('.tab-panel').getByRole('button').allTextContents()).toSorted()
  }
  deepEqual(await offered('pending@example.com'), ['Edit', 'New link', 'Revoke'])
  deepEqual(await offered('revoked@example.com'), ['Invite again'])
  await audit(opened)
  deepEqual(await offered('expired@example.com'), ['Invite again'])
  await page.getByRole('complementary').getByRole('button', { name: 'Invite again' }).click()
  const email = page.getByRole('dialog').getByLabel('Email')
  equal(await email.inputValue(), 'expired@example.com')
  equal(await page.getByLabel('admin').isChecked(), true, 'with the same roles')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog', { name: 'Invitation link for expired@example.com' }).waitFor()
  silent(opened)
})

testWhole('a pending one is edited and revoked, and found by its state', async () => {
  const owner = await w.user()
  await invited(owner, 'first@example.com')
  const opened = await w.open('/invitations?filter[state__in]=pending', owner)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: 'first@' }).waitFor()
  await press(opened, 'Enter')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('second@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row').filter({ hasText: 'second@' }).waitFor()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await audit(opened)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('menuitemradio', { name: 'Revoked' }).click()
  await page.getByRole('row').filter({ hasText: 'Revoked' }).waitFor()
  equal(new URL(page.url()).searchParams.get('filter[state__in]'), 'pending,revoked')
  silent(opened)
})
