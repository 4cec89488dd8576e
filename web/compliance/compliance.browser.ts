import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, phone, press, silent, testWhole } from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'
import { tabTo } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('a partial scan is left out of the per-scan compliance selector', async () => {
  const { user, player } = await account(w)
  const full = await player.full(units(), at(1))
  const partial = await player.partial(units()['s3/eu-west-1'] ?? {}, at(2))
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  await page.goto(`${w.address}/compliance`)
  const selector = page.getByRole('combobox', { name: 'Scans to include' })
  await selector.waitFor()
  const values = await selector
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
  ok(values.includes(`scan ${full.id}`))
  ok(!values.some((value) => value.includes(partial.id)))
  ok(
    asked.some((url) => url.includes('/scans?') && url.includes('filter[is_partial]=false')),
    'the API is asked without partial scans',
  )
  await page.locator('.grid-row').first().waitFor()
  await selector.selectOption(`scan ${full.id}`)
  await page.waitForURL(/filter\[scan_id\]/)
  await page.locator('.grid-row').first().waitFor()
  silent(opened)
})

test('from the list of frameworks to what judged a requirement, by keyboard alone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'Findings' }).waitFor()
  await press(opened, 'g', 'c')
  await page.locator('.grid-row').first().waitFor()
  const rows = await page.locator('.grid-row').allInnerTexts()
  ok(
    rows.every((row) => /checks evaluated|no checks for/.test(row)),
    'no score without its judged-of',
  )
  await audit(opened)
  await press(opened, '/')
  await page.keyboard.type('cis_2.0')
  await press(opened, 'Enter')
  await page.getByRole('status').filter({ hasText: '1 framework' }).waitFor()
  await tabTo(opened, 'Frameworks')
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'CIS 2.0 for AWS' }).waitFor()
  const tree = page.getByRole('treegrid', { name: 'Requirements' })
  await tree.waitFor()
  const all = Number(await tree.getAttribute('aria-rowcount'))
  await press(opened, 'f')
  await page.waitForURL(/only=failing/)
  await page.waitForFunction(
    (before) =>
      Number(
        document.querySelector('[role=treegrid], [role=grid]')?.getAttribute('aria-rowcount'),
      ) < before,
    all,
  )
  await page.locator('.grid:focus').waitFor()
  await press(opened, 'Home', 'ArrowDown', 'Enter')
  const panel = page.getByRole('complementary')
  await panel.getByText(/Evaluated by \d+ of \d+ checks?/).waitFor()
  await panel.getByText('A check failed.').waitFor()
  await panel.locator('.checks li').first().waitFor()
  await audit(opened)
  const link = panel.getByRole('link', { name: /^\d+ fail$/ }).first()
  const href = (await link.getAttribute('href')) ?? ''
  const count = Number.parseInt(await link.innerText(), 10)
  equal((await user.get(`/findings/latest?${href.split('?')[1]}`)).count, count)
  await press(opened, 'Escape')
  await panel.waitFor({ state: 'detached' })
  silent(opened)
})

test('MANUAL findings are attested on the page of their requirement', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const { items } = await user.get(
    '/compliance-overviews/attributes?filter[compliance_id]=cis_2.0_aws',
  )
  const of = items.find((item) =>
    JSON.stringify(item.at('attributes')).includes('s3_bucket_no_mfa_delete'),
  )
  const opened = await w.open(`/compliance/cis_2.0_aws?open=${of?.id}`, user)
  const { page } = opened
  const panel = page.getByRole('complementary')
  const link = panel.getByRole('link', { name: '1 MANUAL' })
  match((await link.getAttribute('href')) ?? '', /^\/findings\?.*filter\[status__in\]=MANUAL/)
  await panel.getByRole('button', { name: 'Verify …' }).waitFor()
  await tabTo(opened, 'Verify …')
  await press(opened, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Verify 1 MANUAL finding' })
  await tabTo(opened, 'Evidence')
  await audit(opened)
  await page.keyboard.type('Root signed in with MFA and deleted a test object.')
  await tabTo(opened, 'Attest 1 finding')
  await press(opened, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await panel.getByRole('link', { name: '1 MANUAL' }).waitFor({ state: 'detached' })
  const [finding] = (await user.get('/findings/latest?filter[check_id]=s3_bucket_no_mfa_delete'))
    .items
  equal(finding?.text('status'), 'PASS')
  equal(finding?.text('raw_status'), 'MANUAL')
  silent(opened)
})

test('the export has the requirements that are shown', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/compliance/cis_2.0_aws?only=failing', user)
  const { page } = opened
  const button = page.getByRole('button', { name: 'Export CSV' })
  await button.focus()
  const [file] = await Promise.all([page.waitForEvent('download'), press(opened, 'Enter')])
  equal(file.suggestedFilename(), 'cis_2.0_aws.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  match(lines[0] ?? '', /^"id","name","status","status_reason","checks_named","checks_judged"/)
  const query = 'filter[compliance_id]=cis_2.0_aws&filter[provider_type]=aws'
  const { items } = await user.get(`/compliance-overviews/requirements?${query}`)
  const failing = items.filter((item) => item.text('status') === 'FAIL')
  deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]?.replaceAll('"', '')),
    failing.map(({ id }) => id).toSorted(new Intl.Collator('en', { numeric: true }).compare),
  )
  silent(opened)
})

testWhole('compliance is read on a phone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/compliance', user, phone)
  await opened.page.locator('.grid-row').first().waitFor()
  await audit(opened)
  silent(opened)
})

testWhole(
  'all accounts are offered, though they are more than a page of the API holds',
  async () => {
    const { user, player } = await account(w)
    await player.full(units(), at(1))
    await w.test.administer(`
    insert into providers (tenant_id, id, provider, uid)
    select '${user.tenantId}', gen_random_uuid(), 'aws', (100000000000 + n)::text
      from generate_series(1, 130) n`)
    const opened = await w.open('/compliance', user)
    const selector = opened.page.getByRole('combobox', { name: 'Scans to include' })
    await selector.getByText('Latest full scans of 131 providers').waitFor({ state: 'attached' })
    equal(await selector.locator('option[value^="provider "]').count(), 131)
    silent(opened)
  },
)

testWhole('before the first scan the page says what will stand there', async () => {
  const opened = await w.open('/compliance', await w.user())
  await opened.page.getByRole('heading', { name: 'No full scan has completed yet' }).waitFor()
  await audit(opened)
  silent(opened)
})

test('the header of frameworks tells their order, and every figure can be sorted by', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/compliance', user)
  const { page } = opened
  const figures = async (title: string): Promise<readonly number[]> => {
    const heads = await page.getByRole('columnheader').allInnerTexts()
    const index = heads.findIndex((text) => text.startsWith(title))
    const rows = page.locator('.grid-row')
    const cells = await rows.locator(`> :nth-child(${index + 1})`).allInnerTexts()
    return cells.map((text) => Number.parseInt(text.replaceAll(',', ''), 10))
  }
  await page.locator('.grid-row').first().waitFor()
  equal(await page.locator('[aria-sort=ascending]').innerText(), 'Pass share')
  for (const title of ['Pass share', 'Failing', 'Passed', 'Manual']) {
    if (title !== 'Pass share') {
      await page.getByRole('columnheader', { name: title }).getByRole('button').click()
      await page.locator('[aria-sort=ascending]', { hasText: title }).waitFor()
    }
    const shown = (await figures(title)).filter((figure) => !Number.isNaN(figure))
    ok(shown.length > 10, title)
    deepEqual(
      shown,
      shown.toSorted((one, other) => one - other),
      title,
    )
  }
  silent(opened)
})
