import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent, testWhole } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('a role is made, says what it sees, and is deleted, by keyboard alone', async () => {
  const owner = await w.user()
  const providers = await Promise.all(
    ['500000000001', '500000000002', '500000000003'].map((uid) =>
      owner.make('/providers', 'providers', { provider: 'aws', uid }),
    ),
  )
  const seen = providers.slice(0, 2).map(({ id }) => ({ type: 'providers', id }))
  await owner.make(
    '/provider-groups',
    'provider-groups',
    { name: 'Production' },
    { providers: seen },
  )
  const opened = await w.open('/roles', owner)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: 'admin' }).waitFor()
  await audit(opened)
  await tabTo(opened, 'New role')
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary', { name: 'New role' })
  await type(opened, 'Name', 'Auditors')
  await tabTo(opened, 'Manage scans')
  await press(opened, 'Space')
  await panel.getByText('Visible: 0 of 3 providers.').waitFor()
  await tabTo(opened, 'Production')
  await press(opened, 'Space')
  await panel.getByText('Visible: 2 of 3 providers.').waitFor()
  await audit(opened)
  await tabTo(opened, 'Create role')
  await press(opened, 'Enter')
  await page.getByRole('row').filter({ hasText: 'Auditors' }).waitFor()
  const made = (await owner.get('/roles?filter[name]=Auditors')).item
  deepEqual(
    ['manage_scans', 'manage_users', 'unlimited_visibility'].map((name) => made.at(name)),
    [true, false, false],
  )
  equal(made.linked('provider_groups').length, 1)
  await tabTo(opened, 'Delete role')
  await press(opened, 'Enter')
  await page.getByRole('dialog').getByText('No user has this role.').waitFor()
  await tabTo(opened, 'Delete role')
  await press(opened, 'Enter')
  await page.getByText('1 role', { exact: true }).waitFor()
  silent(opened)
})

test('a role for one account is made without leaving its form', async () => {
  const owner = await w.user()
  for (const uid of ['500000000001', '500000000002'])
    await owner.make('/providers', 'providers', { provider: 'aws', uid })
  const opened = await w.open('/roles?open=new', owner)
  const { page } = opened
  const panel = page.getByRole('complementary', { name: 'New role' })
  await panel.getByText('No provider groups yet.').waitFor()
  await panel.getByLabel('Name').fill('Auditors')
  await panel.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog', { name: 'New provider group' })
  await dialog.getByLabel('Name of the group').fill('One account')
  await dialog.getByLabel('500000000002').check()
  await audit(opened)
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await panel.getByText('Visible: 1 of 2 providers.').waitFor()
  equal(await panel.getByLabel('One account').isChecked(), true)
  equal(await panel.getByLabel('Name').inputValue(), 'Auditors')
  await panel.getByRole('button', { name: 'Create role' }).click()
  await page.getByRole('row').filter({ hasText: 'Auditors' }).waitFor()
  const [group] = (await owner.get('/provider-groups')).items
  const made = (await owner.get('/roles?filter[name]=Auditors')).item
  deepEqual(made.linked('provider_groups'), [group?.id])
  silent(opened)
})

test('what another user saves while a role is edited stays', async () => {
  const owner = await w.user()
  const flags = { manage_users: true, manage_scans: true }
  const { id } = await owner.make('/roles', 'roles', { name: 'Auditors', ...flags })
  const opened = await w.open(`/roles?open=${id}`, owner)
  const { page } = opened
  const panel = page.getByRole('complementary', { name: 'Auditors' })
  await panel.getByLabel('Name').fill('Reviewers')
  const revoked = { type: 'roles', id, attributes: { manage_users: false } }
  equal((await owner.ask('PATCH', `/roles/${id}`, { data: revoked })).status, 200)
  await panel.getByLabel('Manage scans').uncheck()
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('complementary', { name: 'Reviewers' }).waitFor()
  const { item } = await owner.get(`/roles/${id}`)
  deepEqual(
    [item.at('name'), item.at('manage_users'), item.at('manage_scans')],
    ['Reviewers', false, false],
  )
  equal(await page.getByLabel('Manage users').isChecked(), false)
  silent(opened)
})

testWhole('a role is changed; the one that every tenant has stays as it is', async () => {
  const owner = await w.user()
  const { id } = await owner.make('/roles', 'roles', { name: 'Readers' })
  const opened = await w.open(`/roles?open=${id}`, owner)
  const { page } = opened
  await page.getByLabel('All providers').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Role saved. The change applies to all its members immediately.').waitFor()
  equal((await owner.get(`/roles/${id}`)).item.at('unlimited_visibility'), true)
  await page.getByRole('gridcell', { name: 'admin' }).click()
  await page.getByText('This built-in role has all permissions').waitFor()
  equal(await page.getByLabel('Manage users').isDisabled(), true)
  equal(await page.getByRole('button', { name: 'Delete role' }).count(), 0)
  await audit(opened)
  silent(opened)
})
