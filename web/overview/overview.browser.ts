import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
import { tabTo } from '../testing/keyboard.ts'
import { account, at, bucket, units } from '../testing/findings.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

const numbers = async ({ page }: Opened): Promise<readonly string[]> => {
  await page.locator('.severity-strip').waitFor()
  await page.locator('.heat table').waitFor()
  await page.locator('.bars li').first().waitFor()
  const texts = ['.headline', '.severity-strip', '.heat table', '.bars', '.score']
  return Promise.all(texts.map((name) => page.locator(name).first().innerText()))
}

test('a new user is led from the account over a provider to the first scan, and then sees pictures', async () => {
  const user = await w.user()
  const opened = await w.open('/', user)
  const { page } = opened
  const connect = page.getByRole('button', { name: 'Connect a provider' })
  await connect.waitFor()
  await audit(opened)
  const { player } = await account({ ...w, user: async () => user } as AppWorld)
  await page.reload()
  await page.getByRole('button', { name: /^Scan / }).waitFor()
  const scan = await player.begin('full', at(1))
  await page.reload()
  await page.getByRole('progressbar', { name: 'The first scan' }).waitFor()
  await player.unit(scan, 's3/eu-west-1', units()['s3/eu-west-1'] ?? {}, at(2))
  await player.finish(scan)
  await page.getByRole('link', { name: '1 critical open' }).waitFor()
  silent(opened)
})

test('every number is a link to the list behind it', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/', user)
  const { page } = opened
  await numbers(opened)
  const links = await page
    .locator('main a[href^="/findings"]:not(th a)') // names of accounts are numbers too
    .evaluateAll((all) => all.map((one) => [one.getAttribute('href') ?? '', one.textContent ?? '']))
  ok(links.length > 10)
  for (const [href = '', text = ''] of links) {
    const shown = /^[\d,]+/.exec(text.trim())?.[0]
    if (!shown) continue
    const answer = await user.get(`/findings/latest?${href.split('?')[1]}`)
    equal(answer.count, Number(shown.replaceAll(',', '')), href)
  }
  silent(opened)
})

test('a partial scan changes neither overviews nor compliance until the next full scan', async () => {
  const { user, player } = await account(w)
  await player.full(units('FAIL'), at(1))
  const opened = await w.open('/', user)
  const { page } = opened
  const compliance = async (): Promise<string> => {
    await page.goto(`${w.address}/compliance?filter[search]=cis_2.0`)
    await page.locator('.grid-row').first().waitFor()
    return page.locator('.grid-row').first().innerText()
  }
  const before = [await numbers(opened), await compliance()]
  await player.partial(
    {
      says: [
        {
          check: 's3_bucket_public_access',
          on: bucket('site'),
          status: 'PASS',
          severity: 'critical',
        },
      ],
    },
    at(2),
  )
  await page.goto(w.address)
  await page.getByText('with the next full scan').waitFor()
  deepEqual([await numbers(opened), await compliance()], before)
  await page.getByText('with the next full scan').waitFor()
  await player.full(units('PASS'), at(3))
  await page.goto(w.address)
  await page.getByRole('link', { name: '1 critical open' }).waitFor()
  equal(await page.getByText('with the next full scan').count(), 0)
  silent(opened)
})

test('each chart is shown as a table, by keyboard alone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await press(opened, 'g', 'o')
  await numbers(opened)
  await audit(opened)
  const count = await page.getByRole('button', { name: /^Show as table/ }).count()
  equal(count, 4)
  for (let at = 0; at < count; at += 1) {
    await tabTo(opened, /^Show as table/)
    await press(opened, 'Enter')
  }
  equal(await page.locator('figure table').count(), 4)
  match(
    await page.getByRole('region', { name: 'Failed findings by severity, as a table' }).innerText(),
    /not scanned/,
    'days before the first scan are no zeros',
  )
  await audit(opened)
  await tabTo(opened, /^2 critical open/)
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  match(page.url(), /filter\[severity__in\]=critical/)
  silent(opened)
})

testWhole('the overview is read on a phone without scrolling sideways', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/', user, phone)
  await numbers(opened)
  const width = await opened.page.evaluate(() => {
    const body = document.querySelector('.screen-body')
    return (body?.scrollWidth ?? 0) - (body?.clientWidth ?? 0)
  })
  equal(width, 0)
  await audit(opened)
  silent(opened)
})
