/** The panel of a finding is a place to work at: who owns the account, what else fails, and every action at hand. */
import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'

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
  await panel.locator('button[aria-label="Next finding (j)"]:disabled').waitFor()
  await previous?.click()
  await previous?.click()
  await panel.getByText(first).first().waitFor()
  silent(opened)
})
