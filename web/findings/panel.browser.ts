/** The panel of a finding is a place to work at: who owns the account, what else fails, and every action at hand. */
import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'
import { focused, tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('the panel names the account and what else fails, and its buttons act on its finding alone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const query = 'filter[check_id]=s3_bucket_public_access&filter[status]=FAIL'
  const { item } = await user.get(`/findings/latest?${query}`)
  const opened = await w.open(`/findings?open=${item.id}`, user)
  const { page } = opened
  const panel = page.getByRole('complementary')
  const others = panel.getByRole('heading', { name: 'Other failures of this resource (1)' })
  await others.waitFor()
  match(await panel.innerText(), /Account\s+AWS \w+/)
  const actions = panel.getByRole('group', { name: 'Actions' })
  deepEqual(await actions.getByRole('button').allInnerTexts(), [
    'Triage',
    'Mute',
    'Re-check',
    'Send',
    'Copy link',
  ])
  await audit(opened)
  await press(opened, 't') // opened by a link: no page of the list has it
  await page.getByRole('dialog').waitFor()
  await press(opened, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Others are selected; the buttons of the panel are about its finding.
  await page.locator('.grid').focus()
  await press(opened, 'Control+a')
  await page.getByText(/findings? selected/).waitFor()
  await actions.getByRole('button', { name: 'Triage' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Under review').check()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await page.getByText('1 finding set to Under review.').waitFor()
  equal((await user.get('/findings/latest?filter[triage_status]=under_review')).count, 1)
  await panel.getByRole('listitem').filter({ hasText: 'Medium' }).getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('open') !== item.id)
  await others.waitFor()
  silent(opened)
})

test('the panel goes to the next and the previous finding of the list', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings?group=none&filter[status]=FAIL&sort=check_id', user)
  const { page } = opened
  await page.locator('.grid-row').nth(2).waitFor()
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary')
  const [next, previous] = ['Next finding (j)', 'Previous finding (k)'].map((name) =>
    panel.getByRole('button', { name }),
  )
  const title = panel.getByRole('heading', { level: 2 })
  const first = await title.innerText()
  equal(await previous?.isDisabled(), true)
  await next?.click()
  await page.waitForFunction(
    (text) => document.querySelector('.panel h2')?.textContent !== text,
    first,
  )
  await next?.click()
  await panel.locator('button[aria-label="Next finding (j)"][aria-disabled="true"]').waitFor()
  await previous?.click()
  await previous?.click()
  await panel.getByText(first).first().waitFor()
  silent(opened)
})

test('the buttons of the panel step through the findings by keyboard and keep the focus, also after an error', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const list = 'filter[status]=FAIL&sort=check_id'
  const { items } = await user.get(`/findings/latest?${list}`)
  const broken = items[1]?.id ?? ''
  const opened = await w.open(`/findings?group=none&${list}`, user)
  const { page } = opened
  await page.route(`**/api/v1/findings/${broken}?*`, (route) =>
    route.fulfill({ status: 404, json: { errors: [{ status: '404', code: 'not_found' }] } }),
  )
  await page.locator('.grid-row').nth(2).waitFor()
  await press(opened, 'Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('tab', { name: 'Summary' }).waitFor()
  await tabTo(opened, 'Summary')
  await press(opened, 'ArrowLeft')
  await type(opened, 'Note', 'For the first finding')
  const said = panel.locator('[role="status"]')
  const first = await said.first().innerText()
  await tabTo(opened, 'Next finding (j)')
  await press(opened, 'Enter')
  await panel.getByRole('alert').waitFor()
  equal(await focused(opened), 'Next finding (j)')
  await press(opened, 'Enter')
  await panel.locator('button[aria-label="Next finding (j)"][aria-disabled="true"]').waitFor()
  await said.first().filter({ hasText: /, / }).waitFor()
  notEqual(await said.first().innerText(), first)
  equal(await focused(opened), 'Next finding (j)')
  await press(opened, 'Enter')
  equal(new URL(page.url()).searchParams.get('open'), items[2]?.id)
  equal(await focused(opened), 'Next finding (j)')
  equal(await panel.getByRole('textbox').first().inputValue(), '', 'typed text is not kept')
  await press(opened, 'k', 'k') // outside the list
  await page.waitForURL((url) => url.searchParams.get('open') === items[0]?.id)
  await said.first().filter({ hasText: first }).waitFor()
  equal(await focused(opened), 'Next finding (j)')
  silent({ said: opened.said.filter((line) => !/status of 404/.test(line)) })
})

test('in groups the buttons pass over the lines of groups and name no keys', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings?group=check&filter[status]=FAIL', user)
  const { page } = opened
  await page.locator('.grid-row.level-1').nth(2).waitFor()
  await press(opened, 'ArrowRight', 'j', 'j', 'ArrowRight')
  await page.locator('.grid-row.level-2').nth(1).waitFor()
  await press(opened, 'k', 'Enter')
  const panel = page.getByRole('complementary')
  const next = panel.getByRole('button', { name: 'Next finding', exact: true })
  await next.press('Enter')
  await page.locator('.grid-row.level-2.is-opened[aria-rowindex="5"]').waitFor()
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Next finding',
  )
  silent(opened)
})

test('a list that opens after Enter on a link shows the focus, and after a click it does not', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/scans', user)
  const { page } = opened
  const link = page.getByRole('navigation').getByRole('link', { name: 'Findings' })
  const outline = (): Promise<string> =>
    page.locator('.grid:focus .is-current').evaluate((row) => getComputedStyle(row).outlineStyle)
  // Holds the rows until the key is released.
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/finding-groups/latest?*', async (route) => {
    await isReleased
    await route.continue()
  })
  await link.press('Enter')
  await page.waitForURL('**/findings?*')
  release()
  equal(await outline(), 'solid')
  await page.getByRole('navigation').getByRole('link', { name: 'Scans' }).click()
  await page.waitForURL('**/scans')
  await link.click()
  equal(await outline(), 'none')
  await press(opened, 'j')
  equal(await outline(), 'solid')
  silent(opened)
})
