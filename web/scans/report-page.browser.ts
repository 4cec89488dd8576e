/** The HTML page of a report without a server: on a desktop, on a phone and on paper. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { reportPageOf } from '@plumbline/server/testing/report'
import type { Page } from 'playwright-core'
import {
  type AppWorld,
  appWorld,
  desk,
  phone,
  testWhole,
  themes,
  violationsOn,
} from '../testing/app.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-page-'))
const file = join(folder, 'report.html')
let w: AppWorld
before(async () => {
  w = await appWorld({ reportsAfterScans: true })
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 's3', 'iam', 'ec2')
  writeFileSync(file, await reportPageOf(who, await who.scan(provider)))
})
after(async () => {
  await w.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The report opened from disk, with its console messages and its requests. */
async function opened(size: typeof desk): Promise<{ page: Page; said: string[] }> {
  const context = await w.browser.newContext({ viewport: size })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) said.push(request.url())
  })
  await page.goto(pathToFileURL(file).href)
  return { page, said }
}

/** Long names of an account cannot be broken. */
const lengthen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const row of document.querySelectorAll('section.check tbody tr'))
      for (const cell of row.querySelectorAll('td:nth-child(2), td:nth-child(4)'))
        cell.append(` ${'x'.repeat(300)}`)
    for (const cell of document.querySelectorAll('tbody th, h3')) cell.append('_longer_'.repeat(20))
  })

/** Elements that overflow the page, except scrollable ones. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sheet, .sheet *')]
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .filter((one) => getComputedStyle(one.closest('.scroll') ?? one).overflowX !== 'auto')
      .map((one) => one.outerHTML.slice(0, 80))
      .slice(0, 5),
  )

for (const [name, size, run] of [
  ['a desk', desk, test],
  ['a phone', phone, testWhole],
] as const)
  run(`axe finds nothing on ${name}, with everything unfolded`, async () => {
    const { page, said } = await opened(size)
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true
    })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      equal(await violationsOn(page), '', `${name}, ${colorScheme}`)
    }
    await lengthen(page)
    equal(await violationsOn(page), '', name)
    deepEqual(await tooWide(page), [])
    deepEqual(said, [])
  })

test('on paper nothing is cut off, whatever the names of an account are, and folded tables are there', async () => {
  // A4 within its margins, in CSS pixels.
  const { page } = await opened({ width: Math.floor(((210 - 28) / 25.4) * 96), height: 1_000 })
  await page.emulateMedia({ media: 'print' })
  deepEqual(await tooWide(page), [])
  await lengthen(page)
  deepEqual(await tooWide(page), [])
  const folded = await page.evaluate(
    () =>
      [...document.querySelectorAll('details table')].filter(
        (one) => one.getBoundingClientRect().height < 10,
      ).length,
  )
  equal(folded, 0)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  equal(pdf.toString('latin1', 0, 5), '%PDF-')
  const pages = Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])
  ok(pages > 3, `${pages} pages`)
})
