import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, silent } from '../testing/app.ts'
import { hold, scanned } from '../testing/scanned.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

test('a new scan does not move the rows: it waits behind a button', async () => {
  const { who, provider } = await scanned(w)
  const opened = await w.open('/scans', who)
  const { page } = opened
  await page.getByRole('grid', { name: 'Scans' }).waitFor()
  await who.scan(provider, { name: 'The newer one' })
  const newer = page.getByRole('button', { name: 'Show 1 new scan' })
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
    await page.getByText(/the event stream scan-progress is not enabled/).waitFor()
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
  const restore = hold(w)
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
    await running.getByText('the live connection is interrupted').waitFor()
    const said =
      /^Updated every (\d+) seconds, less often while nothing changes: the live connection is interrupted/
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
    equal(await running.getByText('Updated every').count(), 0)
    silent({ said: opened.said.filter((line) => !/ERR_FAILED/.test(line)) })
  } finally {
    restore()
  }
})

test('a queued scan is read again within seconds, also while another scan has live updates', async () => {
  const who = await w.user()
  const provider = await who.provider()
  const restore = hold(w)
  try {
    const link = { provider: { type: 'providers', id: provider } }
    await who.make('/scans', 'scans', {}, link)
    await who.make('/scans', 'scans', {}, link)
    const opened = await w.open('/findings', who)
    const { page } = opened
    await page.clock.install()
    await page.goto(`${w.address}/scans`)
    const running = page.getByRole('region', { name: 'Running scans' })
    await running.getByText('live', { exact: true }).waitFor()
    await running.getByText('Waiting for 1 scan of this provider').waitFor()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
    const again = page.waitForRequest((request) =>
      /scans\?.*available,executing/.test(decodeURIComponent(request.url())),
    )
    await page.clock.runFor(8_000)
    await again
    silent(opened)
  } finally {
    restore()
  }
})
