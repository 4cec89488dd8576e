/** Screens fit in the window, and columns with marks, numbers and times are wide enough for them. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, type Opened, silent } from '../testing/app.ts'
import { account, at, scannedAs, units } from '../testing/findings.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

const scannedTwice = async () => (await scannedAs(w, 'PASS', 'FAIL')).user

const loaded = ({ page }: Opened): Promise<void> =>
  page.waitForFunction(() => !document.querySelector('main .loading, .placeholder')).then(() => {})

const parts = 5
for (let part = 0; part < parts; part += 1)
  test(`no screen has a second scrollbar, a failed request or a message in the console, part ${part + 1} of ${parts}`, async () => {
    const opened = await w.open('/', await scannedTwice())
    const { page } = opened
    await page.locator('.heat').waitFor()
    const linked = await page
      .locator('.nav a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    equal(linked.length, 18)
    const paths = [...linked, '/profile', '/providers/connect', '/compliance/cis_6.0_aws']
    const wrong: string[] = []
    for (const path of paths.filter((_, at) => at % parts === part)) {
      if (path !== '/') {
        await page.evaluate((to) => {
          document.querySelector('main h1')?.setAttribute('data-earlier', '')
          history.pushState(null, '', to)
        }, path)
        await page.locator('main h1:not([data-earlier])').first().waitFor()
      }
      await loaded(opened)
      const { width, height } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth - innerWidth,
        height: document.documentElement.scrollHeight - innerHeight,
      }))
      if (width > 0 || height > 0) wrong.push(`${path}: ${width} wider, ${height} higher`)
    }
    deepEqual(wrong, [])
    silent(opened)
  })

/** True for columns of names, whose end may be missing. */
const isName = (title: string): boolean =>
  ['Scan', 'Finding', 'Resource'].includes(title) || title.endsWith('and its findings')

/** The cells that show less than they have, with their column. */
const cutCells = ({ page }: Opened): Promise<readonly (readonly [string, string])[]> =>
  page.locator('.grid').evaluate((grid) => {
    const heads = [...grid.querySelectorAll('[role="columnheader"]')]
    return [...grid.querySelectorAll('.grid-row')].flatMap((row) =>
      [...row.querySelectorAll('[role="gridcell"]')].flatMap((cell, at) =>
        cell.scrollWidth > cell.clientWidth
          ? [[heads[at]?.textContent ?? '', cell.textContent ?? ''] as const]
          : [],
      ),
    )
  })

for (const width of [1280, 1440])
  test(`at ${width} columns do not cut marks, words, numbers and times, and groups of findings have no empty columns`, async () => {
    const opened = await w.open('/scans', await scannedTwice())
    const { page } = opened
    const seen = new Date(Date.now() - 59 * 60_000 - 1_000).toISOString()
    // The greatest numbers and longest words that have to fit, and the longest duration under an hour.
    const lists = /\/(scans|findings\/latest|finding-groups[^?]*|finding-subjects[^?]*)\?/
    await page.route(lists, async (route) => {
      const response = await route.fetch()
      const text = (await response.text())
        .replace(/"duration": ?\d+/g, '"duration":3595')
        .replace(/"unique_resource_count": ?\d+/g, '"unique_resource_count":12345')
        .replace(/"fail_count": ?\d+/g, '"fail_count":1234')
        .replace(/"manual_count": ?\d+/g, '"manual_count":123')
        .replace(/"(checks_count|resources_total)": ?\d+/g, '"$1":120')
        .replace(/"triage_status": ?"\w+"/g, '"triage_status":"false_positive"')
        .replace(/"triage_has_note": ?false/g, '"triage_has_note":true')
        .replace(/"delta": ?"\w+"/g, '"delta":"changed"')
        .replace(/"first_seen_at": ?"[^"]+"/g, `"first_seen_at":"${seen}"`)
      await route.fulfill({ response, body: text })
    })
    await page.setViewportSize({ width, height: 800 })
    for (const path of [
      '/scans',
      ...['none', 'check', 'resource', 'provider', 'service'].map(
        (group) => `/findings?group=${group}&filter[muted]=false`,
      ),
    ]) {
      await page.goto(w.address + path)
      await page.locator('.grid-row').first().waitFor()
      await loaded(opened)
      if (path === '/scans') await page.getByText('First results').waitFor()
      const cut = (await cutCells(opened)).filter(([title]) => !isName(title))
      deepEqual(cut, [], `${path} at ${width}`)
      const empty = await page.locator('.grid').evaluate((grid) => {
        const rows = [...grid.querySelectorAll('.grid-row')].map((row) =>
          [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent),
        )
        return [...grid.querySelectorAll('[role="columnheader"]')]
          .filter((_, at) => rows.every((cells) => !cells[at]))
          .map((head) => head.textContent)
      })
      deepEqual(empty, [], `${path} at ${width}`)
      if (path === '/scans' || path.includes('group=none')) continue
      await page.keyboard.press('ArrowRight')
      await page.locator('.grid-row.level-2 .status').first().waitFor()
      deepEqual(
        (await cutCells(opened)).filter(([title]) => !isName(title)),
        [],
        `${path} at ${width}, open`,
      )
    }
    silent(opened)
  })

test('the signs of changes say in words and by color what is better and what is worse', async () => {
  const { user } = await scannedAs(w, 'PASS', 'FAIL', 'PASS')
  const opened = await w.open('/scans', user)
  const { page } = opened
  await page.getByText('First results').waitFor()
  const failing = page.getByRole('link', { name: '+1 failing' })
  const fixed = page.getByRole('link', { name: '1 fixed' })
  match((await failing.getAttribute('class')) ?? '', /worse/)
  match((await fixed.getAttribute('class')) ?? '', /better/)
  const colors = await Promise.all(
    [failing, fixed].map((link) => link.evaluate((one) => getComputedStyle(one).color)),
  )
  equal(new Set(colors).size, 2)
  await page.getByRole('row').filter({ hasText: 'First results' }).click()
  await page.getByText('These are the first results').waitFor()
  silent(opened)
})

test('before the first scan no screen gives the all-clear', async () => {
  const user = await w.user()
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'No scan yet' }).waitFor()
  equal(
    await page.getByRole('link', { name: 'Connect a provider' }).getAttribute('href'),
    '/providers/connect',
  )
  for (const path of [
    '/',
    '/findings?group=none&filter[severity]=critical',
    '/compliance',
    '/resources',
    '/alerts',
    '/scans',
  ]) {
    await page.goto(w.address + path)
    await page.locator('main :is(h1, h2)').first().waitFor()
    await loaded(opened)
    const text = await page.locator('main').innerText()
    equal(/Nothing needs action|No issues|0 critical|No requirements fail/.test(text), false, path)
  }
  silent(opened)
})

test('findings of the first scan appear when it ends, without a reload', async () => {
  const { user, player } = await account(w)
  const scan = await player.begin('full', at(1))
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'The first scan is running' }).waitFor()
  await player.unit(scan, 's3/eu-west-1', units('PASS')['s3/eu-west-1'] ?? {}, at(2))
  await player.finish(scan)
  await page.locator('.grid-row').first().waitFor()
  silent(opened)
})

test('download buttons carry an arrow down', async () => {
  const opened = await w.open('/resources', await scannedTwice())
  const icon = opened.page.getByRole('button', { name: 'Export CSV' }).locator('path')
  // The head of the arrow ends below the beginning of its shaft.
  match((await icon.getAttribute('d')) ?? '', /^M8 2v8m-3-3 3 3 3-3/)
  silent(opened)
})
