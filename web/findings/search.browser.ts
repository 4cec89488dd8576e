import { deepEqual, doesNotMatch, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, type Opened, press, silent } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'

const checks = [
  's3_bucket_public_access',
  's3_bucket_no_mfa_delete',
  'iam_root_hardware_mfa_enabled',
] as const

let w: AppWorld
before(async () => {
  w = await appWorld()
  await bring(
    w.acme,
    checks.flatMap((check, at) =>
      Array.from({ length: at + 1 }, (_, n) => ({
        uid: `${at}-${n}`,
        check,
        region: at === 0 ? 'eu-north-1' : 'eu-west-1',
      })),
    ),
  )
})
after(() => w.close())

const addressOf = ({ page }: Opened): URLSearchParams => new URL(page.url()).searchParams
const headCount = async ({ page }: Opened, expected: RegExp): Promise<void> =>
  page.locator('.said-view', { hasText: expected }).waitFor()

async function openList(query = ''): Promise<Opened> {
  const opened = await w.open(`/findings?group=none${query}`)
  await opened.page.locator('.grid-row .severity').first().waitFor()
  return opened
}

async function typeInBox({ page }: Opened, text: string): Promise<void> {
  await page.getByLabel('Filter findings').fill(text)
  await page.getByLabel('Filter findings').press('Enter')
}

test('typed filters are sent together, and what cannot be sent is marked and stays in the box', async () => {
  const opened = await openList()
  const { page } = opened
  const box = page.getByLabel('Filter findings')
  await typeInBox(opened, 'region:eu-north-1 severity:high public')
  await headCount(opened, /^1 finding: with “public”, region eu-north-1, high severity/)
  deepEqual(Object.fromEntries(addressOf(opened)), {
    group: 'none',
    'filter[search]': 'public',
    'filter[region__in]': 'eu-north-1',
    'filter[severity__in]': 'high',
  })
  equal(await box.inputValue(), '')
  const before = page.url()
  await typeInBox(opened, 'service:s3 severity:terrible foo:bar')
  await page.getByText('“terrible” is not a value of Severity.').waitFor()
  await page.getByText('There is no filter “foo”.').waitFor()
  equal(await box.inputValue(), 'service:s3 severity:terrible foo:bar')
  equal(await box.getAttribute('aria-invalid'), 'true')
  equal(page.url(), before)
  await audit(opened)
  await typeInBox(opened, 'account:nowhere')
  await page.getByText('No account has the name or UID “nowhere”.').waitFor()
  await box.fill('account:outside check:iam_root_hardware_mfa_enabled reg')
  await page.getByText('No account has the name').waitFor({ state: 'detached' })
  await page.getByRole('option', { name: 'region:', exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await headCount(opened, /^6 findings: All findings/)
  await box.fill('account:Outside region:eu-w')
  await page.getByRole('option', { name: 'region:eu-west-1' }).waitFor()
  await press(opened, 'ArrowDown', 'Enter')
  await headCount(opened, /^5 findings: provider Outside, region eu-west-1/)
  silent(opened)
})

test('the exact title of a finding in the list finds its rows', async () => {
  const opened = await openList()
  const { items } = await w.acme.get('/finding-groups/latest')
  equal(items.length, checks.length)
  for (const group of items.slice(0, 2)) {
    await typeInBox(opened, group.text('check_title'))
    const count = checks.findIndex((check) => check === group.text('check_id')) + 1
    await headCount(opened, new RegExp(`^${count} findings?: with “${group.text('check_title')}”`))
    equal(await opened.page.getByRole('row', { name: group.text('check_title') }).count(), count)
  }
  silent(opened)
})

test('the sentence and the filters above the list name accounts, resources and scans', async () => {
  const first = async (path: string): Promise<string> => (await w.acme.get(path)).items[0]?.id ?? ''
  const [resource, provider, scan] = [
    await first('/resources/latest?filter[name]=0-0'),
    await first('/providers'),
    await first('/scans'),
  ]
  const finding = await first('/findings/latest?filter[resource_name]=0-0')
  const opened = await openList(
    `&filter[resources]=${resource}&filter[provider_id]=${provider}&filter[id]=${finding}`,
  )
  const { page } = opened
  await headCount(opened, /^1 finding: resource 0-0, provider Outside, 1 selected\./)
  await page.getByRole('button', { name: 'Remove filter Resource: 0-0' }).waitFor()
  await page.getByRole('button', { name: 'Remove filter Provider: Outside' }).waitFor()
  doesNotMatch(await page.locator('main').innerText(), /[0-9a-f]{8}-[0-9a-f]{4}-|provider_id/)
  await page.goto(`${w.address}/findings?group=none&filter[scan]=${scan}`)
  await headCount(opened, /^6 findings: scan [^…]/)
  doesNotMatch(await page.locator('main').innerText(), /[0-9a-f]{8}-[0-9a-f]{4}-/)
  silent(opened)
})

test('names that cannot be loaded are not called unknown; rows without a name are named once', async () => {
  const none = '00000000-0000-4000-8000-00000000000'
  const opened = await openList()
  const { page } = opened
  const show = (query: string) => page.goto(`${w.address}/findings?group=none&${query}`)
  await show(`filter[provider_id__in]=${none}1,${none}2`)
  await headCount(opened, /^0 findings: provider unknown\./)
  const provider = (await w.acme.get('/providers')).items[0]?.id ?? ''
  await page.route('**/api/v1/providers?*', (route) =>
    route.fulfill({ status: 400, json: { errors: [{ status: '400', detail: 'Refused.' }] } }),
  )
  await show(`filter[provider_id]=${provider}`)
  await headCount(opened, /^6 findings: provider name not available\./)
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('Back undoes the last filter and closes the panel; the panel that follows the cursor has one entry', async () => {
  const opened = await w.open('/')
  const { page } = opened
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Findings', exact: true }).click()
  await headCount(opened, /^6 findings: FAIL or MANUAL, not muted/)
  await page.getByLabel('Show').selectOption('none')
  await page.locator('.grid-row .severity').first().waitFor()
  await typeInBox(opened, 'region:eu-north-1')
  await headCount(opened, /^1 finding/)
  await page.goBack()
  await headCount(opened, /^6 findings/)
  await page.locator('.grid-row').first().click()
  await page.locator('.panel').waitFor()
  const open = addressOf(opened).get('open')
  await press(opened, 'j')
  await page.waitForFunction((id) => !location.search.includes(`open=${id}`), open)
  await page.goBack()
  await page.locator('.panel').waitFor({ state: 'detached' })
  equal(addressOf(opened).get('group'), 'none')
  await page.goBack()
  await page.getByRole('treegrid', { name: 'Findings by check' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  silent(opened)
})
