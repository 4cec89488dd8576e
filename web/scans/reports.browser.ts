import { equal, match, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, FakeS3, freshDatabase } from '@plumbline/server/testing'
import { Player } from '@plumbline/server/testing/player'
import {
  type AppWorld,
  appWorld,
  audit,
  type Opened,
  phone,
  press,
  silent,
  testWhole,
} from '../testing/app.ts'
import { at, units } from '../testing/findings.ts'
import { bring } from '../testing/imported.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ reportsAfterScans: true })
})
after(() => w.close())

/** A user with a full scan whose report is generated. */
async function reported(on: AppWorld): Promise<{ who: Client; scan: string }> {
  const who = await on.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 's3')
  const scan = await who.scan(provider)
  for (let waited = 0; ; waited += 1) {
    const { items } = await who.get('/tasks?filter[name]=scan-report')
    if (items[0]?.at('state') === 'completed') return { who, scan }
    if (waited > 600) throw new Error('The report was not built within a minute.')
    await sleep(100)
  }
}

/** Presses Enter on the focused button, and returns the saved file. */
async function saved({ page }: Opened): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ])
  return {
    name: download.suggestedFilename(),
    bytes: await readFile((await download.path()) ?? ''),
  }
}

const prefix = /^prowler-output-\d{12}-\d{14}/

test('each file of a full scan is saved by keyboard: report, tables, OCSF, PDF, evidence and its key', async () => {
  const { who, scan } = await reported(w)
  const opened = await w.open(`/scans?open=${scan}`, who)
  const { page } = opened
  await page.getByRole('button', { name: 'Download reports and evidence' }).waitFor()
  await tabTo(opened, 'Download reports and evidence')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Print' }).waitFor()
  await audit(opened)
  const fetched = async (label: string) => {
    await tabTo(opened, label)
    const file = await saved(opened)
    await page.getByText(`${file.name} saved.`).waitFor()
    return file
  }
  const report = await fetched('Report (ZIP)')
  match(report.name, new RegExp(`${prefix.source}\\.zip$`))
  equal(report.bytes.toString('latin1', 0, 2), 'PK')
  await tabTo(opened, 'Framework')
  await page.keyboard.type('CIS 2.0')
  const table = await fetched('Compliance (CSV)')
  match(table.name, new RegExp(`${prefix.source}_cis_2\\.0_aws\\.csv$`))
  match(table.bytes.toString(), /requirement_status/)
  const findings = await fetched('Findings (OCSF)')
  match(findings.name, /_cis_2\.0_aws\.ocsf\.json$/)
  ok(Array.isArray(JSON.parse(findings.bytes.toString())))
  for (const label of [
    'CIS benchmark',
    'ThreatScore',
    'ENS',
    'NIS 2',
    'CSA Cloud Controls Matrix',
  ]) {
    const printed = await fetched(label)
    match(printed.name, /\.pdf$/)
    equal(printed.bytes.toString('latin1', 0, 5), '%PDF-')
  }
  const evidence = await fetched('Evidence (ZIP)')
  match(evidence.name, /^plumbline-evidence-.*\.zip$/)
  await tabTo(opened, 'Public key')
  const key = await saved(opened)
  equal(key.name, 'plumbline.pem')
  match(key.bytes.toString(), /^-----BEGIN PUBLIC KEY-----/)
  await audit(opened)
  silent(opened)
})

testWhole(
  'a report that is still being built is waited for, and saved once it is there',
  async () => {
    const { who, scan } = await reported(w)
    const of = `tenant_id = '${who.tenantId}'`
    const [kept] = await w.test.administer(
      `select file_id, task_id from scan_reports where ${of} and scan_id = '${scan}'`,
    )
    const { file_id, task_id } = kept as { file_id: string; task_id: string }
    await w.test.administer(`
    update scan_reports set file_id = null where ${of} and scan_id = '${scan}';
    update tasks set state = 'executing', completed_at = null where ${of} and id = '${task_id}'`)
    const opened = await w.open(`/scans?open=${scan}&part=reports`, who)
    const { page } = opened
    await page.getByRole('button', { name: 'Report (ZIP)' }).focus()
    const download = page.waitForEvent('download')
    await press(opened, 'Enter')
    await page.getByText(/Building the file for/).waitFor()
    equal(
      await page.getByRole('button', { name: 'Evidence (ZIP)' }).getAttribute('aria-disabled'),
      'true',
    )
    await audit(opened)
    await press(opened, 'Escape')
    await page.getByRole('tab', { name: 'Reports' }).waitFor({ state: 'detached' })
    await w.test.administer(`
    update scan_reports set file_id = '${file_id}' where ${of} and scan_id = '${scan}';
    update tasks set state = 'completed', completed_at = now() where ${of} and id = '${task_id}'`)
    match((await download).suggestedFilename(), prefix)
    silent(opened)
  },
)

test('a scan without a report says why, in its panel, and has one built', async () => {
  const who = await w.user()
  const player = await Player.join(w.test, who.tenantId)
  const { id: scan } = await player.full(units(), at(1))
  const opened = await w.open(`/scans?open=${scan}&part=reports`, who)
  const { page } = opened
  await page.getByRole('button', { name: 'Report (ZIP)' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'This scan has no report' })
  await alert.waitFor()
  await audit(opened)
  const download = page.waitForEvent('download')
  await tabTo(opened, 'Rebuild report')
  await press(opened, 'Enter')
  match((await download).suggestedFilename(), /^prowler-output-.*\.zip$/)
  await alert.waitFor({ state: 'detached' })
  await bring(who, [{ uid: 'brought' }])
  const imported = (await who.get('/scans?filter[trigger]=imported')).ids[0]
  await page.goto(`${w.address}/scans?open=${imported}`)
  await page.getByText('None: the imported file is the report.').waitFor()
  equal(await page.getByRole('tab', { name: 'Reports' }).count(), 0)
  silent({ said: opened.said.filter((line) => !/status of 404/.test(line)) })
})

testWhole(
  'a report in a bucket is fetched from there, by a link that the page was given',
  async () => {
    const store = await FakeS3.start()
    const bucket = await appWorld({
      reportsAfterScans: true,
      test: await freshDatabase(),
      settings: store.environment,
    })
    try {
      const { who, scan } = await reported(bucket)
      const opened = await bucket.open(`/scans?open=${scan}&part=reports`, who)
      const { page } = opened
      await page.getByRole('button', { name: 'Report (ZIP)' }).focus()
      const { name, bytes } = await saved(opened)
      match(name, new RegExp(`${prefix.source}\\.zip$`))
      equal(bytes.toString('latin1', 0, 2), 'PK')
      await page.getByText(`${name} saved.`).waitFor()
      match(page.url(), /\/scans\?open=/, 'the app stays where it was')
      silent(opened)
    } finally {
      await bucket.close()
      await store.close()
    }
  },
)

testWhole('reports are reached from the list, and on a phone', async () => {
  const { who, scan } = await reported(w)
  const wide = await w.open('/scans?filter[trigger]=manual', who)
  await wide.page.getByRole('link', { name: 'Reports', exact: true }).click()
  await wide.page.getByRole('heading', { name: 'Full report' }).waitFor()
  match(decodeURIComponent(wide.page.url()), /filter\[trigger\]=manual/, 'filters stay')
  silent(wide)
  const opened = await w.open(`/scans?open=${scan}&part=reports`, who, phone)
  const { page } = opened
  await page.getByRole('heading', { name: 'Print' }).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  ok(width <= phone.width, `${width} px wide`)
  await audit(opened)
  silent(opened)
})
