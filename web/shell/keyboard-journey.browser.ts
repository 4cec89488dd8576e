import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password } from '@plumbline/server/testing'
import { type AppWorld, appWorld, press, silent } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'
import { focused, tabTo, type } from '../testing/keyboard.ts'

const evidence = 'Seen in the console together with the owner of the account.'
const reason = 'The bucket is public on purpose.'

let w: AppWorld
before(async () => {
  w = await appWorld()
  await bring(w.acme, [
    ...Array.from({ length: 12 }, (_, n) => ({ uid: `open-${n}` })),
    { uid: 'by-hand', check: 'iam_root_hardware_mfa_enabled', status: 'MANUAL' as const },
  ])
})
after(() => w.close())

test('from sign-in to evidence, triage and mute rule with keys only', async () => {
  const opened = await w.open('/', null)
  const { page } = opened
  const list = page.locator('.grid:focus')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.keyboard.type(w.acme.email)
  await type(opened, 'Password', password)
  await press(opened, 'Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await press(opened, 'g', 'f')
  await list.waitFor()

  await press(opened, 'v', '4')
  await page.locator('.said-view', { hasText: /^1 finding: MANUAL/ }).waitFor()
  await list.waitFor()
  await press(opened, 'ArrowRight')
  await page.getByRole('row', { level: 2 }).waitFor()
  await press(opened, 'ArrowRight', 'Enter')
  await page.getByRole('tab', { name: 'Summary' }).waitFor()
  await tabTo(opened, 'Summary')
  await press(opened, 'ArrowLeft')
  await page.getByRole('form', { name: 'Triage' }).waitFor()
  await tabTo(opened, 'Open')
  await press(opened, 'ArrowUp')
  await type(opened, 'Evidence', evidence)
  await tabTo(opened, 'Resolve')
  await press(opened, 'Enter')
  await page.getByText('1 finding set to Resolved.').waitFor()
  await page.getByRole('region', { name: 'Attestation' }).waitFor()
  ok(await page.locator('.panel :focus').count(), 'the focus stays in the panel')
  await press(opened, 'Escape')
  await page.locator('.panel').waitFor({ state: 'detached' })
  ok(await page.locator('main :focus, main:focus').count(), 'the focus returns to the screen')

  let presses = 0
  const triage = async (...keys: readonly string[]): Promise<void> => {
    presses += keys.length
    await press(opened, ...keys)
  }
  await triage('v', '1')
  await page.locator('.said-view', { hasText: /^12 findings/ }).waitFor()
  await triage('v', 'g')
  await list.waitFor()
  await page.locator('.grid-row .status.fail').first().waitFor()
  await triage('x', ...Array.from({ length: 9 }, () => 'Shift+J'), 't')
  await page.getByRole('dialog', { name: 'Triage 10 findings' }).waitFor()
  await triage('ArrowDown', 'ArrowDown', 'Enter')
  await page.getByText('10 findings set to Remediating.').waitFor()
  ok(presses <= 30, `${presses} key presses`)
  await list.waitFor()

  await press(opened, 'Escape', 'End', 'm')
  const dialog = page.getByRole('dialog', { name: 'Mute 1 finding' })
  await dialog.getByText('Mutes 1 visible finding, 1 of them failing.').waitFor()
  equal(await focused(opened), 'Reason')
  await page.keyboard.type(reason)
  await tabTo(opened, 'Mute')
  await press(opened, 'Enter')
  await page.getByText(/^1 finding muted by rule/).waitFor()
  await page
    .locator('.said-view', { hasText: /^11 findings.*1 more with these filters is muted/ })
    .waitFor()
  await list.waitFor()

  const triaged = await w.acme.get('/findings/latest?filter[triage_status]=remediating')
  equal(triaged.count, 10)
  const { items } = await w.acme.get('/findings/latest?filter[triage_status]=resolved')
  deepEqual(
    items.map((one) => [one.text('uid'), one.text('status'), one.text('raw_status')]),
    [['by-hand', 'PASS', 'MANUAL']],
  )
  equal(items[0]?.text('manual_pass_evidence'), evidence)
  const rules = await w.acme.get('/mute-rules')
  deepEqual(
    rules.items.map((rule) => rule.text('reason')),
    [reason],
  )
  silent(opened)
})
