import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from '@plumbline/server/testing'
import type { Page } from 'playwright-core'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

const finding = (uid: string): object => ({
  class_uid: 2004,
  time: Date.UTC(2026, 0, 15, 12),
  status_code: 'FAIL',
  metadata: { version: '1.4.0', event_code: 'outside_check' },
  finding_info: { uid },
  cloud: { provider: 'aws', account: { uid: '210987654321' }, region: 'eu-west-1' },
  resources: [{ uid: `arn:aws:s3:::${uid}`, type: 'AwsS3Bucket' }],
})

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page.getByLabel('Findings file').setInputFiles(file(name, text))

test('Import of a file that is not an OCSF JSON report, or is empty: refused before upload', async () => {
  const opened = await w.open('/ingestions', await w.user())
  const { page } = opened
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/ingestions')) sent.push('a file')
  })
  await page.getByText('No files yet').waitFor()
  await audit(opened)
  const refused: readonly [name: string, text: string, reason: string][] = [
    ['empty.json', '', 'The file is empty.'],
    ['table.csv', 'id,status', 'The file begins with "i", which is not valid JSON.'],
    ['other.json', '[{"name":"x"}]', 'Record 0 at /class_uid: The record is not an OCSF finding'],
    ['half.json', `[${JSON.stringify(finding('a'))}`, 'The file is truncated'],
  ]
  for (const [name, text, reason] of refused) {
    await choose(page, name, text)
    const alert = page.getByRole('alert').filter({ hasText: `${name} was not uploaded.` })
    await alert.filter({ hasText: reason }).waitFor()
  }
  await audit(opened)
  const lines = [finding('a'), finding('b'), { ...finding('c'), finding_info: {} }]
  await choose(page, 'mixed.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  await page.getByText('Record 2 at /finding_info/uid: The finding must have a uid.').waitFor()
  await page.getByText('2 findings can be recorded').waitFor()
  deepEqual(sent, [])
  await tabTo(opened, 'Upload anyway')
  await press(opened, 'Enter')
  await page.getByRole('gridcell', { name: 'mixed.jsonl' }).waitFor()
  deepEqual(sent, ['a file'])
  silent(opened)
})

test('a file is sent, recorded, and leads to its scan, by keyboard alone', async () => {
  const owner = await w.user()
  const opened = await w.open('/ingestions', owner)
  const { page } = opened
  await page.getByText('No files yet').waitFor()
  const records = [finding('one'), { ...finding('two'), time: 1 }]
  // Registered well before the key: Chromium opens its own dialog if the listener is late.
  page.on('filechooser', (chooser) => {
    void chooser.setFiles(file('findings.json', JSON.stringify(records)))
  })
  await tabTo(opened, 'Choose a file')
  await press(opened, 'Enter')
  await page.getByRole('button', { name: 'Upload anyway' }).waitFor()
  await tabTo(opened, 'Upload anyway')
  await press(opened, 'Enter')
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor()
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary', { name: 'findings.json' })
  await panel.getByText('2: 1 recorded, 1 invalid').waitFor()
  await panel.getByRole('row').filter({ hasText: 'The record has no time' }).waitFor()
  const [scan] = (await owner.get('/scans')).ids
  equal(await panel.getByRole('link').first().getAttribute('href'), `/scans?open=${scan}`)
  await audit(opened)
  silent(opened)
})

test('who may not send files reads why, and sees those of providers that they see', async () => {
  const { client } = await member(w, await w.user(), ['manage_users'])
  const opened = await w.open('/ingestions', client)
  const { page } = opened
  const button = page.getByRole('button', { name: 'Choose a file' })
  await button.waitFor()
  equal(await button.getAttribute('aria-disabled'), 'true')
  await page
    .getByText('Requires the Manage ingestions permission, which your role does not have.')
    .waitFor()
  await audit(opened)
  silent(opened)
})

test('the file of an import that the server could not finish is retried, or deleted', async () => {
  const owner = await w.user()
  const opened = await w.open('/ingestions', owner)
  const { page } = opened
  await page.getByText('No files yet').waitFor()
  await choose(page, 'kept.json', JSON.stringify([finding('kept')]))
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor()
  const fail = (): Promise<unknown> =>
    w.test.administer(`
      update ingestions set state = 'failed', keeps_file = true
       where tenant_id = '${owner.tenantId}'`)
  await fail()
  await page.reload()
  await page.getByRole('gridcell', { name: 'kept.json' }).click()
  await page.getByRole('button', { name: 'Retry import' }).click()
  await page.getByText('Import queued.').waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: /Completed|Failed/ })
    .waitFor()
  await fail()
  await page.reload()
  await audit(opened)
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('File deleted.').waitFor()
  await page.getByRole('button', { name: 'Retry import' }).waitFor({ state: 'detached' })
  silent(opened)
})

/** Drops files of these names on the page, as a file manager does. */
async function drop(page: Page, ...names: readonly string[]): Promise<void> {
  const files = await page.evaluateHandle(
    ({ names, text }) => {
      const transfer = new DataTransfer()
      for (const name of names) transfer.items.add(new File([text], name))
      return transfer
    },
    { names, text: JSON.stringify([finding('dropped')]) },
  )
  const target = page.getByRole('region', { name: 'Upload a file' })
  await target.dispatchEvent('drop', { dataTransfer: files })
}

test('uploads one file at a time, and Stop stops the file that is shown', async () => {
  const opened = await w.open('/ingestions', await w.user())
  const { page } = opened
  await page.getByText('No files yet').waitFor()
  await drop(page, 'one.json', 'two.json')
  await page.getByText('None of the 2 files was uploaded. Drop one file at a time.').waitFor()
  const sent: string[] = []
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/v1/ingestions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const [, name = ''] = /filename="([^"]+)"/.exec(route.request().postData() ?? '') ?? []
    sent.push(name)
    arrived.resolve()
    await held.promise
    await route.abort().catch(() => {}) // the page has canceled it
  })
  await drop(page, 'big.json')
  await arrived.promise
  equal(await page.getByRole('alert').count(), 0)
  const canceled = page.waitForEvent('requestfailed')
  await drop(page, 'second.json')
  const refusal = page.getByRole('alert').filter({
    hasText: 'Cannot upload second.json now. Wait until big.json is uploaded, or stop it.',
  })
  await refusal.waitFor()
  await choose(page, 'third.json', JSON.stringify([finding('third')]))
  await page.getByRole('alert').filter({ hasText: 'Cannot upload third.json now.' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Uploading big.json' }).waitFor()
  await audit(opened)
  await page.getByRole('button', { name: 'Stop' }).click()
  match((await canceled).url(), /\/ingestions$/)
  held.resolve()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  equal(await page.getByRole('alert').count(), 0)
  await page.unroute('**/api/v1/ingestions')
  await drop(page, 'fourth.json')
  await page.getByRole('gridcell', { name: 'fourth.json' }).waitFor()
  deepEqual(sent, ['big.json'])
  silent(opened)
})
