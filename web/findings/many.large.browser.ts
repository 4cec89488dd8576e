/** Lists longer than a page, and decisions about many findings at once. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, eventually } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, type Opened, press, silent } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
/** A user with 250 findings of one check and one of each of 130 others. */
let many: Client
before(async () => {
  w = await appWorld()
  many = await w.user()
  await bring(many, [
    ...Array.from({ length: 250 }, (_, n) => ({ uid: `of-one-${n}`, check: 'aaa_check' })),
    ...Array.from({ length: 130 }, (_, n) => ({ uid: `one-${n}`, check: `check_${n}` })),
  ])
})
after(() => w.close())

async function openList(query: string, who: Client): Promise<Opened> {
  const opened = await w.open(`/findings${query}`, who)
  await opened.page.locator('.grid-row .severity').first().waitFor()
  return opened
}
const flat = (query = ''): string => `?group=none${query && `&${query}`}`

test('the lines of an opened group stay while the list is scrolled far and back', async () => {
  const opened = await openList('', many)
  const { page } = opened
  const tree = page.getByRole('treegrid', { name: 'Findings by check' })
  equal(await tree.getAttribute('aria-rowcount'), '132')
  await press(opened, 'ArrowRight')
  await page.locator('[role=treegrid][aria-rowcount="382"]').waitFor()
  await tree.getByRole('row', { level: 2 }).first().waitFor()
  await press(opened, 'End')
  const last = tree.locator('[aria-rowindex="382"]:not([aria-busy])')
  await last.waitFor()
  equal(await last.getAttribute('aria-level'), '1')
  equal(await tree.getAttribute('aria-rowcount'), '382', 'the open group is still counted')
  await press(opened, 'Home')
  await tree.locator('[aria-rowindex="3"][aria-level="2"]:not([aria-busy])').waitFor()
  for (let n = 0; n < 30; n += 1) await press(opened, 'PageDown')
  await tree.locator('[aria-rowindex="382"]:not([aria-busy])').waitFor()
  equal(await tree.getAttribute('aria-rowcount'), '382')
  await page.locator('.grid').evaluate((grid) => grid.scrollTo(0, 36 * 150))
  await tree.locator('[aria-rowindex="155"][aria-level="2"]:not([aria-busy])').waitFor()
  silent(opened)
})

test('a range over rows that are not loaded says how many it left out', async () => {
  const opened = await openList(flat(), many)
  const { page } = opened
  await page.locator('.grid-row .grid-select').first().click()
  await page.getByText('1 finding selected').waitFor()
  await page.locator('.grid').evaluate((grid) => grid.scrollTo(0, 36 * 330))
  const far = page.locator('[aria-rowindex="335"]:not([aria-busy]) .grid-select')
  await far.click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selection' })
  const said = (await bar.getByRole('status').innerText()).replaceAll('\n', ' ')
  const [, selected = '', leftOut = ''] =
    /^(\d+) findings selected, (\d+) rows in the range are not loaded and not selected$/.exec(
      said,
    ) ?? []
  ok(Number(leftOut) > 0, said)
  equal(Number(selected) + Number(leftOut), 334)
  await audit(opened)
  await bar.getByRole('button', { name: 'Select all 380 matching' }).click()
  await bar.getByText('380 findings selected').waitFor()
  equal(await bar.getByText('not loaded').count(), 0)
  silent(opened)
})

test('more findings than one request takes are triaged with their progress, and put back', async () => {
  const who = await w.user()
  await bring(
    who,
    Array.from({ length: 1_205 }, (_, n) => ({ uid: `f-${n}`, check: 'aaa_check' })),
  )
  const opened = await openList('', who)
  const { page } = opened
  const sizes: number[] = []
  const seen = Promise.withResolvers<void>()
  await page.route('**/finding-triages/bulk', async (route) => {
    if (sizes.length > 0) await seen.promise
    sizes.push(route.request().postDataJSON().data.attributes.finding_ids.length)
    await route.continue()
  })
  await press(opened, 'x')
  await page.getByText('1,205 findings selected').waitFor()
  await press(opened, 't')
  const dialog = page.getByRole('dialog', { name: 'Triage 1,205 findings' })
  await dialog.getByLabel('Remediating').check()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await dialog.getByText('1,000 of 1,205 findings changed.').waitFor()
  await audit(opened)
  seen.resolve()
  await page.getByText('1,205 findings set to Remediating.').waitFor()
  deepEqual(sizes, [1_000, 205])
  const remediating = '/findings/latest?filter[triage_status]=remediating&page[size]=1'
  equal((await who.get(remediating)).count, 1_205)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1,205 findings restored. Their notes are kept.').waitFor()
  equal((await who.get(remediating)).count, 0)
  silent(opened)
})

test('all that match are triaged by a task that shows its progress, and muted by one that Undo takes back', async () => {
  const who = await w.user()
  await bring(
    who,
    Array.from({ length: 1_010 }, (_, n) => ({ uid: `f-${n}`, check: 'aaa_check' })),
  )
  const opened = await openList(flat(), who)
  const { page } = opened
  await press(opened, 'x')
  await page.getByRole('button', { name: 'Select all 1,010 matching' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('1,010 findings selected, all matching').waitFor()
  await page.locator('.grid-row[aria-selected=true]').nth(5).waitFor()
  equal(await bar.getByRole('button', { name: 'Re-check' }).getAttribute('aria-disabled'), 'true')
  await audit(opened)
  await page.locator('.grid').focus()
  await press(opened, 't')
  const triage = page.getByRole('dialog', { name: 'Triage all 1,010 matching findings' })
  await triage.getByLabel('Remediating').check()
  await triage.getByLabel('Note').fill('Being worked on.')
  await audit(opened)
  await triage.getByRole('button', { name: 'Set status' }).click()
  await triage.getByRole('progressbar', { name: 'Progress' }).waitFor()
  await page.getByText('1,010 findings set to Remediating.').waitFor()
  await triage.waitFor({ state: 'hidden' })
  const remediating = '/findings/latest?filter[triage_status]=remediating&page[size]=1'
  equal((await who.get(remediating)).count, 1_010)

  await page.locator('.grid').focus()
  await press(opened, 'm')
  const mute = page.getByRole('dialog', { name: 'Mute all 1,010 matching findings' })
  await mute.getByLabel('Reason').fill('Test accounts.')
  await mute.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByText('1,010 findings muted by 1 rule.').waitFor()
  const muted = '/findings/latest?filter[muted]=true&page[size]=1'
  equal((await who.get(muted)).count, 1_010)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 rule deleted; unmuting the findings.').waitFor()
  await eventually('no finding is muted', async () => (await who.get(muted)).count === 0)
  silent(opened)
})

/** Rejects one finding of each bulk request, as if it had been deleted. */
async function refuseOne({ page }: Opened, id: string): Promise<void> {
  const nobody = '00000000-0000-4000-8000-000000000000'
  await page.route('**/finding-triages/bulk', async (route) => {
    const body = (route.request().postData() ?? '').replaceAll(id, nobody)
    const answer = await route.fetch({ postData: body })
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(nobody, id) })
  })
}

test('Undo puts back what was changed, and says what stays', async () => {
  const who = await w.user()
  await bring(
    who,
    ['a', 'b', 'c', 'd'].map((uid) => ({ uid, check: 'aaa_check' })),
  )
  const idOf = async (uid: string): Promise<string> =>
    (await who.get(`/findings/latest?filter[uid]=${uid}`)).ids[0] ?? ''
  const already = await idOf('a')
  await who.ask('PATCH', `/findings/${already}/triage`, {
    data: { type: 'finding-triages', attributes: { status: 'remediating' } },
  })
  const opened = await openList(flat(), who)
  const { page } = opened
  await press(opened, 'x', 'Shift+J', 'Shift+J', 'Shift+J', 't')
  const dialog = page.getByRole('dialog', { name: 'Triage 4 findings' })
  await dialog.getByLabel('Remediating').check()
  await dialog.getByRole('button', { name: 'Set status' }).click()
  await page.getByText('4 findings set to Remediating.').waitFor()
  const gone = await idOf('d')
  await refuseOne(opened, gone)
  const asked = page.waitForRequest('**/finding-triages/bulk')
  await page.getByRole('button', { name: 'Undo' }).click()
  const { finding_ids } = (await asked).postDataJSON().data.attributes
  ok(!finding_ids.includes(already), 'what was so before is left alone')
  await page.getByText('2 findings restored. Their notes are kept.').waitFor()
  await page.getByText('1 finding not changed: There is no finding with this ID.').waitFor()
  const { items } = await who.get('/findings/latest')
  deepEqual(
    Object.fromEntries(items.map((item) => [item.text('uid'), item.text('triage_status')])),
    { a: 'remediating', b: 'open', c: 'open', d: 'remediating' },
  )
  silent(opened)
})

test('Undo goes back by one decision, though the selection is older', async () => {
  const who = await w.user()
  await bring(
    who,
    ['a', 'b'].map((uid) => ({ uid, check: 'aaa_check' })),
  )
  const opened = await openList(flat(), who)
  const { page } = opened
  await press(opened, 'x', 'Shift+J')
  for (const status of ['Under review', 'Remediating']) {
    await press(opened, 't')
    const dialog = page.getByRole('dialog', { name: 'Triage 2 findings' })
    await dialog.getByLabel(status).check()
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await page.getByText(`2 findings set to ${status}.`).waitFor()
    await page.locator('.grid:focus').waitFor()
  }
  await page
    .locator('.toast', { hasText: 'Remediating' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByText('2 findings restored. Their notes are kept.').waitFor()
  equal((await who.get('/findings/latest?filter[triage_status]=under_review')).count, 2)
  silent(opened)
})
