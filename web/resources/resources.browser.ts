import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, phone, press, silent, testWhole } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'
import { account, at, bucket, units } from '../testing/findings.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('a resource is found, read and checked again by keyboard alone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings', user)
  const { page } = opened
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await press(opened, 'g', 'r')
  await page.locator('.grid-row [role=gridcell]').first().waitFor()
  await page.getByRole('columnheader', { name: 'Last seen' }).waitFor()
  await audit(opened)
  await press(opened, '/')
  await page.keyboard.type('site')
  await press(opened, 'Enter')
  await page.getByRole('status').filter({ hasText: '1 resource' }).waitFor()
  await tabTo(opened, 'Resources')
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('link', { name: '2 findings' }).waitFor()
  await audit(opened)
  await press(opened, 'c')
  await page.getByText('UID copied.').waitFor()
  equal(await page.evaluate(() => navigator.clipboard.readText()), bucket('site'))
  await press(opened, 'r')
  await page.getByText('Partial scan of this resource queued.').waitFor()
  const { items } = await user.get('/scans?filter[is_partial]=true')
  deepEqual(
    items.map((item) => item.at('state')),
    ['available'],
  )
  await tabTo(opened, 'Findings')
  await press(opened, 'ArrowRight')
  await panel.getByText('No tags.').waitFor()
  await panel.getByRole('term').getByText('Last seen').waitFor()
  await audit(opened)
  await press(opened, 'Escape')
  await panel.waitFor({ state: 'detached' })
  silent(opened)
})

test('filters offer what the resources have, and the address is the view', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/resources?filter[service]=s3', user)
  const { page } = opened
  await page.getByRole('status').filter({ hasText: '2 resources' }).waitFor()
  const service = page.getByRole('combobox', { name: 'Service' })
  equal(await service.inputValue(), 's3')
  deepEqual(await service.locator('option').allInnerTexts(), ['All services', 'iam', 's3'])
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  const counts = page.locator('.grid [role="row"] [role="gridcell"]:first-child')
  const shown = (await counts.allInnerTexts()).map(Number)
  deepEqual(
    shown,
    shown.toSorted((one, other) => other - one),
    'the most failed findings first',
  )
  await page.getByRole('status').filter({ hasText: '3 resources' }).waitFor()
  silent(opened)
})

testWhole('resources are read on a phone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/resources', user, phone)
  await opened.page.locator('.grid-row').first().waitFor()
  await audit(opened)
  silent(opened)
})

testWhole('before the first scan the page says what will stand there', async () => {
  const opened = await w.open('/resources', await w.user())
  await opened.page.getByRole('heading', { name: 'No resources yet' }).waitFor()
  await audit(opened)
  silent(opened)
})
