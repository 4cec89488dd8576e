import { equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('who changed what is found and read as a difference, by keyboard alone', async () => {
  const owner = await w.user()
  const role = await owner.make('/roles', 'roles', { name: 'Readers' })
  const changed = { type: 'roles', id: role.id, attributes: { name: 'Auditors' } }
  await owner.ask('PATCH', `/roles/${role.id}`, { data: changed })
  const opened = await w.open('/audit', owner)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: 'A user changed the role “Auditors”' }).waitFor()
  await audit(opened)
  await type(opened, 'Action', 'roles_partial_update')
  await press(opened, 'Enter')
  await page.getByText('1 event', { exact: true }).waitFor()
  equal(new URL(page.url()).searchParams.get('filter[action]'), 'roles_partial_update')
  const action = page.getByRole('searchbox', { name: 'Action' })
  ok(await action.evaluate((input) => input === document.activeElement), 'the focus stays')
  await tabTo(opened, 'Audit events')
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary', { name: 'A user changed the role “Auditors”' })
  const line = panel.getByRole('row').filter({ hasText: 'name' })
  equal(await line.locator('del').textContent(), 'Readers')
  equal(await line.locator('ins').textContent(), 'Auditors')
  equal(await panel.getByText('A user').count(), 2)
  equal(
    await panel.getByRole('link', { name: '“Auditors”' }).getAttribute('href'),
    `/roles?open=${role.id}`,
  )
  await audit(opened)
  await press(opened, 'Escape')
  await tabTo(opened, 'From')
  await page.keyboard.type('01012020')
  await tabTo(opened, 'To')
  await page.keyboard.type('02012020')
  await page.getByText('No matches').waitFor()
  match(page.url(), /filter\[inserted_at__gte\]=2020-01-01T/)
  await tabTo(opened, 'Clear all filters')
  await press(opened, 'Enter')
  await page.getByRole('row').filter({ hasText: 'A user created the role “Readers”' }).waitFor()
  silent(opened)
})
