import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent, testWhole } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

test('a provider is scheduled, and the schedule deleted, by keyboard alone', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const opened = await w.open('/scans?tab=schedules', who)
  const { page } = opened
  await page.getByText('Not scheduled').waitFor()
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('Every week')
  await page.getByLabel('Day of the week').waitFor()
  await tabTo(opened, 'Time of day')
  await page.keyboard.type('03')
  await audit(opened)
  await tabTo(opened, 'Save')
  await press(opened, 'Enter')
  await page.getByText(/^Every Monday at 03:00/).waitFor()
  equal((await who.get(`/schedules/${provider}`)).item.at('scan_frequency'), 'WEEKLY')
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Enter')
  await tabTo(opened, 'Delete schedule')
  await press(opened, 'Enter')
  await page.getByText('Not scheduled').waitFor()
  await audit(opened)
  silent(opened)
})

testWhole('many providers are scheduled at once', async () => {
  const who = await w.user()
  await who.provider('111111111111')
  await who.provider('222222222222')
  const opened = await w.open('/scans?tab=schedules', who)
  const { page } = opened
  await page.getByText('Not scheduled').first().waitFor()
  await page.getByRole('grid', { name: 'Schedules' }).focus()
  await press(opened, 'x', 'Shift+J')
  await page.getByRole('button', { name: 'Schedule 2 providers' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Schedule of 2 providers saved.').waitFor()
  equal((await who.get('/schedules?filter[configured]=true')).count, 2)
  silent(opened)
})
