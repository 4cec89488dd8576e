/** The numbers of the overview mean what their words say. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Looked, Player } from '@plumbline/server/testing/player'
import type { Page } from 'playwright-core'
import { type AppWorld, appWorld, audit, silent } from '../testing/app.ts'
import { account, at, scannedAs, units } from '../testing/findings.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** The lines of a list of counts. */
const lines = (page: Page, title: string): Promise<readonly string[]> =>
  page
    .getByRole('region', { name: title, exact: true })
    .getByRole('listitem')
    .evaluateAll((all) =>
      all.map((one) => one.lastElementChild?.textContent?.replace(/\s+/g, ' ').trim() ?? ''),
    )

const since = 'Since the previous scan'

test('the changes since the previous scan have neither results of first scans nor earlier changes', async () => {
  const { user, player } = await scannedAs(w, 'FAIL', 'PASS', 'FAIL')
  const opened = await w.open('/', user)
  const { page } = opened
  await page.getByRole('heading', { name: since }).waitFor()
  await page.getByText('1 of them reopened').waitFor()
  deepEqual(await lines(page, since), [
    '0 new failures',
    '1 now failing, did not fail before',
    '1 of them reopened',
    '0 now passing, did not pass before',
  ])
  await player.full(units('FAIL'), at(4))
  const other = await Player.join(w.test, user.tenantId)
  await other.full(units('FAIL'), at(5))
  await page.reload()
  await page.getByRole('heading', { name: 'First results of 1 provider' }).waitFor()
  deepEqual(await lines(page, since), [
    '0 new failures',
    '0 now failing, did not fail before',
    '0 now passing, did not pass before',
  ])
  deepEqual(await lines(page, 'First results of 1 provider'), ['3 fail', '2 pass'])
  match(
    await page.locator('.headline').innerText(),
    /2 need verification, 0 are muted, passing ones/,
  )
  for (const href of await page
    .locator('section.overview-list:not(.do-first) li a[href^="/findings"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))) {
    const shown = await page.locator(`li a[href="${href}"] b`).innerText()
    equal((await user.get(`/findings/latest?${href.split('?')[1]}`)).count, Number(shown), href)
  }
  await audit(opened)
  await other.full(units('FAIL'), at(6))
  await page.reload()
  await page.getByRole('heading', { name: since }).waitFor()
  equal(await page.getByRole('heading', { name: /First results/ }).count(), 0)
  silent(opened)
})

test('the overview says that first scans are running, and its numbers follow them', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const other = await Player.join(w.test, user.tenantId)
  const scan = await other.begin('full', at(0)) // began earlier, and completes later
  const opened = await w.open('/', user)
  const { page } = opened
  const note = page.locator('.first-scans')
  await note.waitFor()
  match(
    await note.innerText(),
    /^The first scan of \w+ is still running: 1 of 2 providers have results\. The numbers on this page do not include it until it completes\.$/,
  )
  await page.getByLabel('Provider', { exact: true }).selectOption(player.providerId)
  await note.waitFor({ state: 'detached' })
  await page.getByLabel('Provider', { exact: true }).selectOption(other.providerId)
  await page.getByText(/^The first scan of \w+ is still running$/).waitFor()
  match(await note.innerText(), /is still running\. The numbers/, 'nothing of another provider')
  await page.getByLabel('Provider', { exact: true }).selectOption('')
  await page.getByRole('link', { name: '2 critical open' }).waitFor()
  await audit(opened)
  await other.unit(scan, 's3/eu-west-1', units()['s3/eu-west-1'] ?? {}, at(3))
  await other.finish(scan)
  await page.getByRole('link', { name: '3 critical open' }).waitFor()
  await note.waitFor({ state: 'detached' })
  silent(opened)
})

test('providers without results, and first scans, are told after years of daily scans', async () => {
  const { user, player } = await account(w)
  await w.test.administer(`
    insert into scans (tenant_id, id, provider_id, kind, trigger, state, inserted_at, completed_at)
    select '${user.tenantId}', gen_random_uuid(), '${player.providerId}', 1, 'manual', 'completed', day, day
      from generate_series(1, 150) n, lateral (select now() - n * interval '1 day' as day) d;
    insert into providers (tenant_id, id, provider, uid, alias)
    select '${user.tenantId}', gen_random_uuid(), 'aws', 'many-' || n, 'many ' || lpad(n::text, 2, '0')
      from generate_series(1, 14) n;
    insert into scans (tenant_id, id, provider_id, kind, trigger, state)
    select tenant_id, gen_random_uuid(), id, 1, 'manual', 'executing'
      from providers
     where tenant_id = '${user.tenantId}' and alias like 'many %'`)
  await player.full(units(), at(1))
  await Player.join(w.test, user.tenantId)
  const opened = await w.open('/', user)
  const { page } = opened
  const note = page.locator('.first-scans')
  await note.waitFor()
  match(
    await note.innerText(),
    /^The first scans of 14 providers \(many 01, many 02, many 03, …\) are still running: 1 of 16 providers have results\./,
  )
  await page.getByRole('link', { name: / has no results yet$/ }).waitFor()
  equal(await page.getByRole('link', { name: / has no results yet$/ }).count(), 1)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${w.address}/scans?filter[state]=completed`)
  await page.getByRole('grid', { name: 'Scans' }).waitFor()
  await page.getByRole('gridcell', { name: 'Completed' }).first().waitFor()
  equal(await page.getByText('First results').count(), 0, 'the first scan is on a later page')
  const ofRows = asked.filter((url) => {
    const { pathname, searchParams } = new URL(url)
    return pathname === '/api/v1/scans' && searchParams.has('filter[provider]')
  })
  deepEqual(ofRows, [], 'no request for each row')
  silent(opened)
})

test('reopened findings are counted in a tenant with many providers, without a jump of the rows', async () => {
  const { user } = await scannedAs(w, 'FAIL', 'PASS', 'FAIL')
  await w.test.administer(`
    insert into providers (tenant_id, id, provider, uid)
    select '${user.tenantId}', gen_random_uuid(), 'aws', 'many-' || n from generate_series(1, 41) n`)
  const opened = await w.open('/findings', user)
  const { page } = opened
  const counted = Promise.withResolvers<void>()
  await page.route(/findings\/latest\?.*reopened/, async (route) => {
    await counted.promise
    await route.continue()
  })
  await page.goto(w.address)
  await page.getByText('… of them reopened').waitFor()
  const rows = (await lines(page, since)).length
  counted.resolve()
  await page.getByText('1 of them reopened').waitFor()
  equal((await lines(page, since)).length, rows)
  silent(opened)
})

test('the threat score names its accounts, those without a score, and its formula', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  await w.test.administer(
    `update providers set alias = 'prod' where id = '${player.providerId}';
     insert into providers (tenant_id, id, provider, uid)
     values ('${user.tenantId}', gen_random_uuid(), 'okta', 'example.okta.com')`,
  )
  const opened = await w.open('/', user)
  const { page } = opened
  const figure = page.getByRole('figure', { name: /^Threat score of (AWS|Amazon)/ })
  await figure.waitFor()
  await figure.getByText(/^From .* account prod\. Okta has no threat score\.$/).waitFor()
  await figure.getByText('How it is computed').click()
  await figure.getByText(/weight × \(1 \+ risk level ÷ 4\)/).waitFor()
  await figure.getByRole('link', { name: 'ThreatScore' }).click()
  await page.waitForURL(/\/compliance\/prowler_threatscore/)
  silent(opened)
})

const many: Looked = {
  says: Array.from({ length: 40 }, (_, index) => ({
    check: 's3_bucket_public_access',
    on: `arn:aws:s3:::b${index}`,
    status: 'FAIL',
    severity: index === 0 ? 'informational' : 'high',
  })),
}

test('the bar of the first day is to scale', async () => {
  const { user, player } = await account(w)
  await player.full({ 's3/eu-west-1': many }, at(1))
  const { page } = await w.open('/', user)
  const parts = page.locator('.day-bar > div > i')
  await parts.first().waitFor()
  const widths = await parts.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().width),
  )
  equal(widths.length, 2)
  const [high = 0, info = 1] = widths
  ok(Math.abs(high / info - 39) < 1, widths.join())
})

test('no label of the chart over days is cut', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings?filter[status]=FAIL', user)
  const { page } = opened
  for (const total of [8_000, 1_200_000])
    for (const width of [390, 1280]) {
      await page.route('**/overviews/findings_severity/timeseries*', async (route) => {
        const response = await route.fetch()
        const body = (await response.json()) as {
          data: { attributes: { scan_ids: string[]; critical: number; high: number } }[]
        }
        for (const { attributes } of body.data) {
          attributes.scan_ids = ['00000000-0000-4000-8000-000000000001']
          attributes.critical = total / 2
          attributes.high = total / 2
        }
        await route.fulfill({ response, json: body })
      })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(w.address)
      await page.locator('.stacked-area text').first().waitFor()
      const cut = await page.locator('.stacked-area svg').evaluate((svg) => {
        const { left, right } = svg.getBoundingClientRect()
        return [...svg.querySelectorAll('text')]
          .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
          .filter(({ box }) => box.left < left || box.right > right)
          .map(({ text }) => text)
      })
      deepEqual(cut, [], `${total} at ${width}`)
      await page.unrouteAll({ behavior: 'wait' })
    }
  silent(opened)
})
