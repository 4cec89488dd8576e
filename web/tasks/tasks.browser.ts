import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('a task is found, read and cancelled, by keyboard alone', async () => {
  const owner = await w.user()
  const provider = await owner.make('/providers', 'providers', {
    provider: 'aws',
    uid: '600000000001',
  })
  await owner.ask('POST', `/providers/${provider.id}/connection`)
  const opened = await w.open('/tasks', owner)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: 'Connection test' }).waitFor()
  await audit(opened)
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary', { name: 'Connection test' })
  await panel.getByRole('button', { name: 'Cancel task' }).waitFor()
  await tabTo(opened, 'Cancel task')
  await press(opened, 'Enter')
  await page.getByRole('dialog').getByText('Completed work is kept.').waitFor()
  await audit(opened)
  await tabTo(opened, 'Cancel task')
  await press(opened, 'Enter')
  await panel.getByText('Canceled').waitFor()
  equal(await panel.getByRole('button', { name: 'Cancel task' }).count(), 0)
  await panel.and(page.locator(':focus')).waitFor()
  await press(opened, 'Escape')
  equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid')
  silent(opened)
})

test('DELETE of tasks of provider deletions is not offered', async () => {
  const owner = await w.user()
  const provider = await owner.make('/providers', 'providers', {
    provider: 'aws',
    uid: '600000000002',
  })
  const { item } = await owner.ask('DELETE', `/providers/${provider.id}`)
  const opened = await w.open(`/tasks?open=${item.id}`, owner)
  const { page } = opened
  const panel = page.getByRole('complementary', { name: 'Provider deletion' })
  await panel.getByText('A deletion cannot be stopped.').waitFor()
  equal(await panel.getByRole('button', { name: 'Cancel task' }).count(), 0)
  await audit(opened)
  silent(opened)
})

test('a 403 is shown in place; tasks of providers that one does not see are not listed', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['unlimited_visibility'])
  const hidden = await member(w, owner, ['manage_providers'])
  const provider = await owner.make('/providers', 'providers', {
    provider: 'aws',
    uid: '600000000003',
  })
  const { item } = await owner.ask('POST', `/providers/${provider.id}/connection`)
  const opened = await w.open(`/tasks?open=${item.id}`, client)
  const { page } = opened
  await page.getByRole('button', { name: 'Cancel task' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click()
  await page.getByRole('complementary').getByRole('alert').waitFor()
  await page.getByRole('complementary').getByText('Waiting').waitFor()
  await audit(opened)
  silent({ said: opened.said.filter((line) => !/status of 403/.test(line)) })

  const other = await w.open('/tasks', hidden.client)
  await other.page.getByText('No background tasks yet').waitFor()
  silent(other)
})
