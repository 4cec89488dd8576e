import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, type Opened, press, silent } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
  await bring(w.acme, [
    ...Array.from({ length: 7 }, (_, n) => ({ uid: `larkspur-${n}` })),
    { uid: 'other', check: 's3_bucket_public_access', status: 'PASS' as const },
  ])
})
after(() => w.close())

async function openPalette(): Promise<Opened> {
  const opened = await w.open('/')
  await opened.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await press(opened, 'ControlOrMeta+k')
  await opened.page
    .getByRole('combobox', { name: 'Search pages, commands, findings, resources' })
    .waitFor()
  return opened
}

const addressOf = ({ page }: Opened): URL => new URL(page.url())

test('the palette finds resources, accounts, checks and findings, each with its page', async () => {
  const opened = await openPalette()
  const { page } = opened
  const group = (name: string) => page.getByRole('group', { name }).getByRole('option')
  await page.keyboard.type('larkspur-3')
  await group('Findings').first().waitFor()
  await group('Resources').first().waitFor()
  await press(opened, 'Enter')
  await page.getByRole('complementary', { name: 'larkspur-3' }).waitFor()
  const { pathname, searchParams } = addressOf(opened)
  equal(pathname, '/resources')
  equal(searchParams.get('filter[search]'), 'larkspur-3')

  await press(opened, 'ControlOrMeta+k')
  await page.keyboard.type('larkspur')
  await group('Findings').nth(5).waitFor()
  equal(await group('Resources').count(), 5)
  match(await group('Findings').nth(5).innerText(), /^Show all open findings with “larkspur”/)
  await press(opened, 'ArrowUp', 'Enter')
  await page.locator('.said-view', { hasText: /^7 findings: .*with “larkspur”/ }).waitFor()

  silent(opened)
})

test('the palette finds accounts and checks, and Enter waits for the results of the typed text', async () => {
  const opened = await openPalette()
  const { page } = opened
  await page.keyboard.type('Outside')
  await page.getByRole('group', { name: 'Accounts' }).waitFor()
  await audit(opened)
  await press(opened, 'ControlOrMeta+a')
  await page.keyboard.type('s3_bucket_public')
  await page.getByRole('group', { name: 'Checks' }).waitFor()
  await press(opened, 'ControlOrMeta+a')
  await page.keyboard.type('s3_bucket_default_enc')
  await press(opened, 'Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  equal(addressOf(opened).searchParams.get('filter[check_id]'), 's3_bucket_default_encryption')

  await press(opened, 'ControlOrMeta+k')
  await page.keyboard.type('bucket default enc')
  await page.getByRole('group', { name: 'Checks' }).getByRole('option').waitFor()
  silent(opened)
})

test('Enter opens the first result in the order of the screen, and nothing else later', async () => {
  const opened = await openPalette()
  const { page } = opened
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/resources/latest?*', async (route) => {
    await held.promise
    await route.continue()
  })
  // With no option yet, Enter waits for the resources, although the findings are there before them.
  await page.keyboard.type('larkspur-4')
  await press(opened, 'Enter')
  await page.getByRole('group', { name: 'Findings' }).waitFor()
  equal(await page.getByRole('group', { name: 'Resources' }).count(), 0)
  held.resolve()
  await page.getByRole('complementary', { name: 'larkspur-4' }).waitFor()
  equal(addressOf(opened).pathname, '/resources')

  // Enter without a result is over: a result of another text is not opened.
  await press(opened, 'ControlOrMeta+k')
  await page.keyboard.type('zz')
  await press(opened, 'Enter')
  const said = page.getByRole('dialog').getByRole('status')
  await said.getByText('Nothing matches “zz”. Findings are searched from 4').waitFor()
  await press(opened, 'ControlOrMeta+a')
  await page.keyboard.type('larkspur-5')
  await page.getByRole('group', { name: 'Findings' }).waitFor()

  // Enter that ends a composition of an input method opens nothing.
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
  await press(opened, 'ArrowDown')
  equal(await page.getByRole('dialog').count(), 1)
  silent(opened)
})

test('the palette requests once for a typed word, and says what it could not search', async () => {
  const opened = await openPalette()
  const { page } = opened
  const requests: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.get('page[size]') === '5') requests.push(url.pathname)
  })
  await page.keyboard.type('l')
  await page.route('**/api/v1/resources/latest?*', (route) =>
    route.fulfill({ status: 400, json: { errors: [{ status: '400', detail: 'Refused.' }] } }),
  )
  await page.keyboard.type('ar')
  await page.getByRole('status').getByText('Resources could not be searched: Refused.').waitFor()
  deepEqual(requests.toSorted(), [
    '/api/v1/finding-groups/latest',
    '/api/v1/finding-groups/latest',
    '/api/v1/providers',
    '/api/v1/resources/latest',
  ])
  requests.length = 0
  await page.keyboard.type('kspur')
  await page.getByRole('status').getByText('Resources could not be searched: Refused.').waitFor()
  await page.getByRole('group', { name: 'Findings' }).waitFor()
  deepEqual(requests.toSorted(), [
    '/api/v1/finding-groups/latest',
    '/api/v1/finding-groups/latest',
    '/api/v1/findings/latest',
    '/api/v1/providers',
    '/api/v1/resources/latest',
  ])
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('Back undoes a filter and closes a panel of a list', async () => {
  const opened = await w.open('/resources')
  const { page } = opened
  const count = (text: string): Promise<void> =>
    page.locator('.screen-head').getByText(text).waitFor()
  await count('8 resources')
  await page.getByLabel('Search resources').fill('larkspur-1')
  await press(opened, 'Enter')
  await count('1 resource')
  await page.getByRole('grid').focus()
  await press(opened, 'Enter')
  await page.getByRole('complementary').waitFor()
  await page.goBack()
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await page.goBack()
  await count('8 resources')
  equal(addressOf(opened).search, '')
  equal(await page.getByLabel('Search resources').inputValue(), '')
  silent(opened)
})
