import { equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, freshDatabase, member } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, phone, press, silent } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

/** Somebody with a provider that was scanned once. */
async function scanned(): Promise<{ who: Client; provider: string; scan: string; uid: string }> {
  const who = await w.user()
  const provider = await who.provider()
  const scan = await who.scan(provider)
  const [resource] = (await who.get('/resources/latest?page[size]=1')).items
  return { who, provider, scan, uid: resource?.text('uid') ?? '' }
}

/** Keeps the scans of this world running until the answer is called. */
const hold = ({ cloud }: AppWorld = w) => cloud.script({ match: { service: 's3' }, do: 'hold' })

test('a scan is started, watched live and read, by keyboard alone', async () => {
  const who = await w.user()
  await who.provider()
  const opened = await w.open('/scans', who)
  const { page } = opened
  await page.getByText('Nothing was scanned yet').waitFor()
  const restore = hold()
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
  await page.getByRole('grid', { name: 'Scans' }).focus()
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'By hand' }).waitFor()
  await page.getByText('All findings of this scan').waitFor()
  await audit(opened)
  await page.getByRole('tab', { name: 'Summary' }).focus()
  await press(opened, 'ArrowRight')
  await page.getByRole('rowheader', { name: 's3' }).waitFor()
  await audit(opened)
  await press(opened, 'ArrowRight')
  await page.getByText(/^Assessed [\d,]+ of [\d,]+ pairs of check and region\.$/).waitFor()
  await audit(opened)
  await press(opened, 'Escape')
  await page.getByRole('heading', { name: 'By hand' }).waitFor({ state: 'detached' })
  silent(opened)
})

test('a partial scan is marked Partial and has no report download', async () => {
  const { who, provider, uid } = await scanned()
  const opened = await w.open(`/scans?launch=${provider}&uids=${encodeURIComponent(uid)}`, who)
  const { page } = opened
  await page.getByText('1 of at most 10.').waitFor()
  await page.getByRole('button', { name: 'Start a partial scan' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Partial' })
  await row.getByText('Completed').waitFor()
  equal(await page.getByRole('row').filter({ hasText: 'Partial' }).count(), 1)
  await row.click()
  await page.getByText(/^A partial scan of 1 resource: .* produces no report files/).waitFor()
  ok(await page.getByText(/changes neither overviews nor compliance/).isVisible())
  await page.getByRole('link', { name: uid }).waitFor()
  await page.getByText('None: a partial scan produces none.').waitFor()
  const panel = page.getByRole('complementary')
  for (const role of ['button', 'link', 'tab'] as const)
    for (const place of [row, panel])
      equal(await place.getByRole(role, { name: /report|download/i }).count(), 0)
  await audit(opened)
  silent(opened)
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
  await page.getByText('A partial scan takes at most 10 resources.').waitFor()
  equal(await page.getByLabel('Resources (optional)').inputValue(), uids)
  equal((await who.get('/scans')).count, 0)
  silent(opened)
})

test('a running scan is cancelled by whoever may, and what it was about stays', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const restore = hold()
  try {
    await who.make('/scans', 'scans', {}, { provider: { type: 'providers', id: provider } })
    const opened = await w.open('/scans', who)
    const { page } = opened
    const running = page.getByRole('region', { name: 'Running scans' })
    await running.getByRole('button', { name: 'Cancel' }).click()
    await audit(opened)
    await page.getByRole('button', { name: 'Cancel the scan' }).click()
    await page.getByText('The scan is cancelled.').waitFor()
    await running.waitFor({ state: 'detached' })
    const [scan] = (await who.get('/scans')).items
    equal(scan?.at('state'), 'cancelled')
    silent(opened)
  } finally {
    restore()
  }
})

test('a new scan does not move the rows: it waits behind a button', async () => {
  const { who, provider } = await scanned()
  const opened = await w.open('/scans', who)
  const { page } = opened
  await page.getByRole('grid', { name: 'Scans' }).waitFor()
  await who.scan(provider, { name: 'The newer one' })
  const newer = page.getByRole('button', { name: '1 new scan: show' })
  await newer.waitFor({ timeout: 40_000 })
  equal(await page.getByRole('gridcell', { name: /The newer one/ }).count(), 0)
  await newer.click()
  await page.getByRole('gridcell', { name: /The newer one/ }).waitFor()
  silent(opened)
})

test('where the stream is not mounted, scans are asked for again, and the page says why', async () => {
  const polling = await appWorld({
    test: await freshDatabase(),
    settings: { EVENT_STREAMS: '' },
  })
  const restore = hold(polling)
  try {
    const who = await polling.user()
    const provider = await who.provider()
    await who.make('/scans', 'scans', {}, { provider: { type: 'providers', id: provider } })
    const opened = await polling.open('/scans', who)
    const { page } = opened
    await page.getByText(/this installation does not have the stream scan-progress/).waitFor()
    await page.getByRole('progressbar').waitFor()
    silent(opened)
  } finally {
    restore()
    await polling.close()
  }
})

test('a bar whose stream is gone goes by the list, which is asked less often while nothing changes, and says so', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const restore = hold()
  try {
    await who.make('/scans', 'scans', {}, { provider: { type: 'providers', id: provider } })
    const opened = await w.open('/findings', who)
    const { page } = opened
    let streams = 0
    await page.route('**/event-stream', (route) => {
      streams += 1
      if (streams > 1) return route.abort()
      const body = 'event: scan.progress\ndata: {"checked":1,"total":100000}\n\n'
      return route.fulfill({ contentType: 'text/event-stream', body })
    })
    await page.goto(`${w.address}/scans`)
    const running = page.getByRole('region', { name: 'Running scans' })
    await running.getByText('there is no live connection now').waitFor()
    const said = /^Asked for every (\d+) seconds, less often while nothing changes: there is no/
    await running.getByText(said).waitFor()
    const [, first] = said.exec(await running.getByText(said).innerText()) ?? []
    await running
      .getByText(said)
      .filter({ hasNotText: `every ${first} seconds` })
      .waitFor()
    equal(await running.getByText('of 100,000').count(), 0, 'what the dead stream said last')
    equal(await running.getByText('live', { exact: true }).count(), 0)
    await audit(opened)
    await page.unroute('**/event-stream')
    await running.getByText('live', { exact: true }).waitFor()
    equal(await running.getByText('Asked for every').count(), 0)
    silent({ said: opened.said.filter((line) => !/ERR_FAILED/.test(line)) })
  } finally {
    restore()
  }
})

test('a provider is scheduled, and the schedule deleted, by keyboard alone', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const opened = await w.open('/scans?tab=schedules', who)
  const { page } = opened
  await page.getByText('Not scheduled').waitFor()
  await page.getByRole('grid', { name: 'Schedules' }).focus()
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
  await page.getByRole('grid', { name: 'Schedules' }).focus()
  await press(opened, 'Enter')
  await tabTo(opened, 'Delete the schedule')
  await press(opened, 'Enter')
  await page.getByText('Not scheduled').waitFor()
  await audit(opened)
  silent(opened)
})

test('many providers are scheduled at once', async () => {
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
  await page.getByText('The schedule of 2 providers is saved.').waitFor()
  equal((await who.get('/schedules?filter[configured]=true')).count, 2)
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
  match((await start.getAttribute('title')) ?? '', /Needs Manage Scans/)
  silent(opened)
})

test('a phone shows scans and one of them', async () => {
  const { who } = await scanned()
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
