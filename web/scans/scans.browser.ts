import { equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, phone, press, silent, testWhole } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'
import { hold, scanned } from '../testing/scanned.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

test('a scan is started, watched live and read, by keyboard alone', async () => {
  const who = await w.user()
  await who.provider()
  const opened = await w.open('/scans', who)
  const { page } = opened
  await page.getByText('No scans yet').waitFor()
  const restore = hold(w)
  try {
    await press(opened, 'n')
    await page.getByRole('dialog').waitFor()
    await press(opened, ' ')
    await type(opened, 'Name (optional)', 'By hand')
    await audit(opened)
    await press(opened, 'Enter')
    const running = page.getByRole('region', { name: 'Running scans' })
    await running.getByText('live').waitFor()
    await running.getByText(/\d of \d+ · \d+ %/).waitFor()
    await audit(opened)
  } finally {
    restore()
  }
  await page.getByRole('region', { name: 'Running scans' }).waitFor({ state: 'detached' })
  await page.getByRole('gridcell', { name: /By hand/ }).waitFor()
  await page.getByRole('gridcell', { name: 'Completed' }).waitFor()
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'By hand' }).waitFor()
  await page.getByText('All findings of this scan').waitFor()
  await audit(opened)
  await tabTo(opened, 'Summary')
  await press(opened, 'ArrowRight')
  await page.getByRole('rowheader', { name: 's3' }).waitFor()
  await audit(opened)
  await press(opened, 'ArrowRight')
  await page.getByText(/^Assessed [\d,]+ of [\d,]+ check-region pairs\.$/).waitFor()
  await audit(opened)
  await press(opened, 'Escape')
  await page.getByRole('heading', { name: 'By hand' }).waitFor({ state: 'detached' })
  silent(opened)
})

testWhole('a list of scans that loads late leaves the focus in the open panel', async () => {
  const { who, scan } = await scanned(w)
  const opened = await w.open(`/scans?open=${scan}`, who)
  const { page } = opened
  const list = page.getByRole('grid', { name: 'Scans' })
  await list.waitFor()
  const loaded = Promise.withResolvers<void>()
  await page.route('**/api/v1/scans?*', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.reload()
  const link = page.getByRole('link', { name: 'All findings of this scan' })
  await link.focus()
  await list.waitFor({ state: 'detached' })
  loaded.resolve()
  await list.waitFor()
  equal(await link.evaluate((element) => element === document.activeElement), true)
})

test('a partial scan is marked Partial and has no report download', async () => {
  const { who, provider, uid } = await scanned(w)
  const opened = await w.open(`/scans?launch=${provider}&uids=${encodeURIComponent(uid)}`, who)
  const { page } = opened
  await page.getByText('1 of at most 10.').waitFor()
  await page.getByRole('button', { name: 'Start a partial scan' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Partial' })
  await row.getByText('Completed').waitFor()
  equal(await page.getByRole('row').filter({ hasText: 'Partial' }).count(), 1)
  await row.click()
  await page.getByText(/^A partial scan of 1 resource\. It produces no report files/).waitFor()
  ok(await page.getByText(/does not change overviews or compliance/).isVisible())
  await page.getByRole('link', { name: uid }).waitFor()
  await page.getByText('None: partial scans have no reports.').waitFor()
  const panel = page.getByRole('complementary')
  for (const role of ['button', 'link', 'tab'] as const)
    for (const place of [row, panel])
      equal(await place.getByRole(role, { name: /report|download/i }).count(), 0)
  await audit(opened)
  silent(opened)
})

test('the dialog names the scan configuration of each chosen provider', async () => {
  const who = await w.user()
  const [strict, plain] = [await who.provider(), await who.provider('210987654321')]
  const draft = {
    name: 'Strict',
    configuration: { aws: { retries: 5, excluded_services: ['kms'] }, okta: { retries: 2 } },
    provider_ids: [strict],
  }
  const made = await who.make('/scan-configurations', 'scan-configurations', draft)
  const opened = await w.open(`/scans?launch=${strict}`, who)
  const { page } = opened
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Configuration: Strict (2 values)').waitFor()
  const link = dialog.getByRole('link', { name: 'Strict' })
  equal(await link.getAttribute('href'), `/scan-configurations?open=${made.id}`)
  equal(await dialog.getByText('Default configuration').count(), 0, 'of a provider not chosen')
  await dialog.getByRole('checkbox', { name: '210987654321' }).check()
  await dialog.getByText('Default configuration').waitFor()
  await audit(opened)
  await link.click()
  await page.getByRole('heading', { name: 'Strict' }).waitFor()
  silent(opened)
  await page.route('**/api/v1/scan-configurations?*', (route) => route.fulfill({ status: 403 }))
  const refused = page.waitForResponse((response) => response.status() === 403)
  await page.goto(`${w.address}/scans?launch=${plain}`)
  await refused
  await dialog.getByRole('checkbox', { name: '210987654321', checked: true }).waitFor()
  await dialog.getByRole('button', { name: 'Start', exact: true }).waitFor()
  equal(await dialog.getByText(/configuration/i).count(), 0)
})

test('more than ten resources are refused before anything is sent', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const opened = await w.open(`/scans?launch=${provider}`, who)
  const { page } = opened
  const uids = Array.from({ length: 11 }, (_, at) => `arn:aws:s3:::bucket-${at}`).join('\n')
  await page.getByLabel('Resources (optional)').fill(uids)
  await page.getByText('11 of at most 10.').waitFor()
  await page.getByRole('button', { name: 'Start a partial scan' }).click()
  await page.getByText('A partial scan can include at most 10 resources.').waitFor()
  equal(await page.getByLabel('Resources (optional)').inputValue(), uids)
  equal((await who.get('/scans')).count, 0)
  silent(opened)
})

test('a running scan is cancelled by whoever may, and what it was about stays', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const restore = hold(w)
  try {
    await who.make('/scans', 'scans', {}, { provider: { type: 'providers', id: provider } })
    const opened = await w.open('/scans', who)
    const { page } = opened
    const running = page.getByRole('region', { name: 'Running scans' })
    await running.getByRole('button', { name: 'Cancel' }).click()
    await audit(opened)
    await page.getByRole('button', { name: 'Cancel scan' }).click()
    await page.getByText('Scan canceled.').waitFor()
    await running.waitFor({ state: 'detached' })
    const [scan] = (await who.get('/scans')).items
    equal(scan?.at('state'), 'cancelled')
    silent(opened)
  } finally {
    restore()
  }
})

test('a scan without a provider leads to connecting one', async () => {
  const opened = await w.open('/scans', await w.user())
  const { page } = opened
  await page.getByRole('button', { name: 'Start a scan' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Start a scan' })
  equal(await dialog.getByRole('textbox').count(), 0)
  await audit(opened)
  await dialog.getByRole('link', { name: 'Connect a provider' }).click()
  await page.getByRole('heading', { name: 'Connect a provider' }).waitFor()
  silent(opened)
})

test('who may not scan is told which permission it takes', async () => {
  const who = await w.user()
  const { client } = await member(w, who, ['unlimited_visibility'])
  const opened = await w.open('/scans', client)
  const { page } = opened
  const start = page.getByRole('button', { name: 'Start a scan' }).first()
  await start.waitFor()
  equal(await start.getAttribute('aria-disabled'), 'true')
  match((await start.getAttribute('title')) ?? '', /Requires the Manage scans permission/)
  silent(opened)
})

testWhole('a phone shows scans and one of them', async () => {
  const { who } = await scanned(w)
  const opened = await w.open('/scans', who, phone)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: 'Completed' }).click()
  await page.getByRole('tab', { name: 'Coverage' }).click()
  await page.getByText(/^Assessed [\d,]+ of/).waitFor()
  await audit(opened)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  ok(wide <= phone.width, `${wide} px wide`)
  silent(opened)
})
