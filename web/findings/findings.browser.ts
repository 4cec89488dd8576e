import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
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
import { bring } from '../testing/imported.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
  const check = 's3_bucket_public_access'
  await bring(w.acme, [
    ...Array.from({ length: 14 }, (_, n) => ({ uid: `plain-${String(n).padStart(2, '0')}` })),
    ...Array.from({ length: 4 }, (_, n) => ({ uid: `open-${n}`, check, region: 'eu-north-1' })),
    { uid: 'by-hand', check: 'iam_root_hardware_mfa_enabled', status: 'MANUAL' as const },
    { uid: 'by-hand-2', check: 'iam_root_hardware_mfa_enabled', status: 'MANUAL' as const },
    { uid: 'fine', status: 'PASS' as const },
  ])
})
after(() => w.close())

const addressOf = ({ page }: Opened): URLSearchParams => new URL(page.url()).searchParams

async function openList(query: string): Promise<Opened> {
  const opened = await w.open(`/findings${query}`)
  await opened.page.locator('.grid-row .severity').first().waitFor()
  return opened
}

const flat = (query = ''): string => `?group=none${query && `&${query}`}`

/** The number of findings in the header. */
const headCount = async ({ page }: Opened, expected: RegExp): Promise<void> =>
  page.locator('.said-view', { hasText: expected }).waitFor()

test('a plain address becomes what there is to do, by check, and rows expand in place', async () => {
  const opened = await openList('')
  const { page } = opened
  await headCount(opened, /^20 findings: FAIL or MANUAL, not muted/)
  deepEqual(Object.fromEntries(addressOf(opened)), {
    'filter[status__in]': 'FAIL,MANUAL',
    'filter[muted]': 'false',
    group: 'check',
  })
  const tree = page.getByRole('treegrid', { name: 'Findings by check' })
  equal(await tree.getByRole('row', { level: 1 }).count(), 3)
  const first = tree.getByRole('row', { level: 1 }).first()
  equal(await first.getAttribute('aria-expanded'), 'false')
  await press(opened, 'ArrowRight')
  await tree.getByRole('row', { level: 2 }).first().waitFor()
  equal(await first.getAttribute('aria-expanded'), 'true')
  await press(opened, 'ArrowRight', 'Enter')
  await page.getByRole('tab', { name: 'Summary' }).waitFor()
  ok(addressOf(opened).get('open'), 'the open finding is in the address')
  await press(opened, 'Escape', 'ArrowLeft', 'ArrowLeft')
  await tree.getByRole('row', { level: 2 }).first().waitFor({ state: 'detached' })
  await audit(opened)
  silent(opened)
})

test('the list scrolls to the finding that the buttons of the panel open', async () => {
  const opened = await w.open(`/findings${flat()}`, w.acme, { width: 1_280, height: 420 })
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  await press(opened, 'Enter')
  const next = page.getByRole('button', { name: 'Next finding (j)' })
  for (let step = 0; step < 12; step += 1) await next.press('Enter')
  await page.waitForFunction(() => {
    const list = document.querySelector('.grid')?.getBoundingClientRect()
    const row = document.querySelector('.grid-row.is-opened[aria-rowindex="14"]')
    return list && row && row.getBoundingClientRect().bottom <= list.bottom
  })
  silent(opened)
})

test('findings are triaged together, and Undo restores them', async () => {
  const opened = await openList(flat('filter[status]=FAIL'))
  const { page } = opened
  await press(opened, 'x', ...Array.from({ length: 9 }, () => 'Shift+J'), 't')
  await page.getByRole('dialog', { name: 'Triage 10 findings' }).waitFor()
  await press(opened, 'ArrowDown', 'ArrowDown', 'Enter')
  await page.getByText('10 findings set to Remediating.').waitFor()
  const bar = await page.getByRole('region', { name: 'Selection' }).boundingBox()
  const toast = await page.locator('.toast').boundingBox()
  ok(bar && toast && toast.y + toast.height <= bar.y, 'the buttons of the selection are visible')
  const { count } = await w.acme.get('/findings/latest?filter[triage_status]=remediating')
  equal(count, 10)
  await page.locator('.grid:focus').waitFor()
  await tabTo(opened, 'Undo')
  await press(opened, 'Enter')
  await page.getByText('10 findings restored. Their notes are kept.').waitFor()
  await page.locator('.grid:focus').waitFor()
  const { count: left } = await w.acme.get('/findings/latest?filter[triage_status]=remediating')
  equal(left, 0)
  silent(opened)
})

test('a decision that the API refuses is taken back, with the reason in place', async () => {
  const opened = await openList(flat('filter[status]=FAIL'))
  const { page } = opened
  await page.route('**/triage', async (route) => {
    const errors = [{ status: '409', code: 'closed', detail: 'This finding no longer exists.' }]
    await route.fulfill({ status: 409, json: { errors } })
  })
  await press(opened, 'x', 't')
  await page.getByRole('dialog').waitFor()
  await press(opened, 'ArrowDown', 'Enter')
  await page.getByRole('alert').getByText('This finding no longer exists.').waitFor()
  ok(await page.getByLabel('Under review').isChecked(), 'what was chosen stays')
  await press(opened, 'Escape')
  equal(await page.locator('.grid-row').first().getByText('Open').count(), 1)
  silent({ said: opened.said.filter((line) => !/status of 409/.test(line)) })
})

test('a decision in the panel that the API rejects keeps the status and the note', async () => {
  const opened = await openList(flat('filter[status]=FAIL'))
  const { page } = opened
  await page.route('**/triage', async (route) => {
    const errors = [{ status: '409', code: 'closed', detail: 'This finding no longer exists.' }]
    await route.fulfill({ status: 409, json: { errors } })
  })
  await press(opened, 'Enter')
  await tabTo(opened, 'Summary')
  await press(opened, 'ArrowLeft')
  await tabTo(opened, 'Open')
  await press(opened, 'ArrowDown')
  await type(opened, 'Note (optional)', 'Asked the owner.')
  await tabTo(opened, 'Set status')
  await press(opened, 'Enter')
  await page.getByRole('alert').getByText('This finding no longer exists.').waitFor()
  ok(await page.getByLabel('Under review').isChecked())
  equal(await page.getByLabel('Note (optional)').inputValue(), 'Asked the owner.')
  silent({ said: opened.said.filter((line) => !/status of 409/.test(line)) })
})

test('what is typed, picked and taken away is what the API is asked', async () => {
  const opened = await openList(flat())
  const { page } = opened
  await press(opened, '/')
  await page.keyboard.type('region:eu-n')
  await page.getByRole('option', { name: 'region:eu-north-1' }).waitFor()
  await press(opened, 'ArrowDown', 'Enter')
  await headCount(opened, /^4 findings: region eu-north-1/)
  equal(addressOf(opened).get('filter[region__in]'), 'eu-north-1')
  await page.keyboard.type('open-1')
  await press(opened, 'Enter')
  await headCount(opened, /^1 finding:/)
  equal(addressOf(opened).get('filter[search]'), 'open-1')
  const { count } = await w.acme.get(`/findings/latest?${apiPart(addressOf(opened))}`)
  equal(count, 1, 'the same query by hand')
  await page.getByRole('button', { name: 'Remove filter Search: open-1' }).press('Enter')
  await headCount(opened, /^4 findings/)
  await page.getByRole('search').getByRole('button', { name: 'Severity' }).press('Enter')
  const high = page.getByRole('checkbox', { name: /High/ })
  await high.waitFor()
  await page.locator('.choice', { hasText: /^High4$/ }).waitFor()
  await high.press('Space')
  await press(opened, 'Escape')
  equal(addressOf(opened).get('filter[severity__in]'), 'high')
  await audit(opened)
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await headCount(opened, /^21 findings: All findings/)
  deepEqual([...addressOf(opened).keys()], ['group'])
  silent(opened)
})

const apiPart = (address: URLSearchParams): string =>
  [...address]
    .filter(([name]) => name.startsWith('filter['))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

test('muted findings leave the list and are counted in its head; Undo brings them back', async () => {
  const opened = await openList('?group=check&filter[muted]=false&filter[region]=eu-north-1')
  const { page } = opened
  await headCount(opened, /^4 findings/)
  await press(opened, 'x')
  await page.getByText('4 findings selected').waitFor()
  await press(opened, 'm')
  const dialog = page.getByRole('dialog', { name: 'Mute 4 findings' })
  await dialog.getByText('Mutes 4 visible findings, 4 of them failing.').waitFor()
  await audit(opened)
  await press(opened, 'Tab', 'Tab', 'Tab')
  await dialog.getByRole('button', { name: 'Mute' }).press('Enter')
  await dialog.locator('.has-error').waitFor()
  await dialog.getByLabel('Reason').fill('Known to the owners.')
  await dialog.getByRole('button', { name: 'Mute' }).press('Enter')
  await headCount(opened, /^0 findings.*4 more with these filters are muted/)
  await page.getByRole('link', { name: '4 more with these filters are muted' }).click()
  await headCount(opened, /^4 findings: muted/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await headCount(opened, /^0 findings/)
  equal((await w.acme.get('/mute-rules')).count, 0)
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('Resolved is offered for verifying a MANUAL finding as passing, with required written evidence', async () => {
  const opened = await openList(flat('filter[status]=FAIL'))
  const { page } = opened
  await press(opened, 'x', 't')
  ok(await page.getByLabel('Resolved').isDisabled(), 'scans resolve other findings')
  await press(opened, 'Escape')
  await page.goto(`${w.address}/findings${flat('filter[status]=MANUAL')}`)
  await page.locator('.grid-row .status.manual').first().waitFor()
  await press(opened, 'x', 't', 'ArrowUp')
  const dialog = page.getByRole('dialog')
  ok(await dialog.getByLabel('Resolved').isChecked())
  await audit(opened)
  await press(opened, 'Enter')
  await dialog.getByText('Evidence of 1 to 500 characters is required').waitFor()
  ok(await dialog.isVisible())
  await dialog.getByLabel('Evidence').fill('Seen in the console with the owner of the key.')
  await dialog.getByRole('button', { name: 'Resolve' }).press('Enter')
  await page.getByText('1 finding set to Resolved.').waitFor()
  const { items } = await w.acme.get(
    '/findings/latest?filter[triage_status]=resolved&filter[check_id]=iam_root_hardware_mfa_enabled',
  )
  deepEqual(
    items.map((row) => [row.text('status'), row.text('raw_status')]),
    [['PASS', 'MANUAL']],
  )
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})

test('the raw MANUAL result is preserved; author, evidence and validity stay visible', async () => {
  const opened = await openList(
    flat('filter[check_id]=iam_root_hardware_mfa_enabled&filter[status]=PASS'),
  )
  const { page } = opened
  await page.locator('.grid-row', { hasText: /PASS.*attested, 90 days left/ }).waitFor()
  await press(opened, 'Enter')
  for (const tab of ['History', 'Triage']) {
    await page.getByRole('tab', { name: tab }).click()
    const attestation = page.getByRole('region', { name: 'Attestation' })
    const said = await attestation.innerText()
    match(said, /Seen in the console with the owner of the key\./)
    match(said, /MANUAL/)
    match(said, /A user/)
    match(said, /Valid until\s+in (?:89 days|2 months|3 months)/)
  }
  await page.getByRole('tab', { name: 'History' }).click()
  await page.locator('.timeline .status.manual').waitFor()
  await audit(opened)
  await page.getByRole('tab', { name: 'Triage' }).click()
  await page.getByLabel('New note').fill('Asked again next quarter.')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await page.locator('.notes li', { hasText: 'Asked again next quarter.' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.locator('.notes textarea:focus').waitFor()
  await page.getByLabel('Note', { exact: true }).fill('Ask again in spring.')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.locator('.notes li', { hasText: 'Ask again in spring.' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.locator('.notes').getByText('Ask again in spring.').waitFor({ state: 'detached' })
  await audit(opened)
  silent(opened)

  // Another tab deletes the note while its form is open here.
  const found = await w.acme.get(
    '/findings/latest?filter[check_id]=iam_root_hardware_mfa_enabled&filter[status]=PASS',
  )
  const path = `/findings/${found.ids[0]}/triage/notes`
  await page.getByLabel('New note').fill('Soon deleted.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Still typed.')
  const [id] = (await w.acme.get(path)).ids
  equal((await w.acme.ask('DELETE', `${path}/${id}`)).status, 204)
  await page.getByLabel('New note').fill('Another note.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('.notes li', { hasText: 'Another note.' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('This note no longer exists.').waitFor()
  equal(await page.getByLabel('Note', { exact: true }).inputValue(), 'Still typed.')
})

testWhole(
  'what is attested for 90 days expires in none of the next 14, and the view says so',
  async () => {
    const opened = await openList('')
    const { page } = opened
    await press(opened, 'v', '5')
    await headCount(opened, /^0 findings: attested until after/)
    ok(addressOf(opened).get('filter[manual_pass_expires_at__lte]'))
    await page.getByRole('heading', { name: 'No findings match' }).waitFor()
    await audit(opened)
    silent(opened)
  },
)

testWhole('a finding says how it is mended, and which frameworks ask for it', async () => {
  const opened = await openList(flat('filter[check_id]=s3_bucket_default_encryption'))
  const { page } = opened
  await press(opened, 'e')
  await page.locator('#evidence:focus').waitFor()
  await page.getByRole('tab', { name: 'Summary' }).focus()
  await press(opened, 'ArrowRight')
  await page.getByRole('heading', { name: 'Command line' }).waitFor()
  await audit(opened)
  await press(opened, 'ArrowRight')
  await page.getByRole('cell', { name: /^CIS/ }).first().waitFor()
  await audit(opened)
  silent(opened)
})

test('a view is saved as CSV, JSON lines and OCSF', async () => {
  const opened = await openList(flat('filter[region]=eu-north-1'))
  const { page } = opened
  for (const [label, beginning, extension] of [
    ['CSV', /^"id","uid","status"/, '.csv'],
    ['JSON lines', /^\{"type":"findings"/, '.jsonl'],
    ['OCSF', /^\[\n\{/, '.ocsf.json'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: label }).press('Enter')
    const file = await saving
    ok(file.suggestedFilename().endsWith(extension))
    const text = await readFile(await file.path(), 'utf8')
    match(text, beginning)
    for (const n of [0, 1, 2, 3]) match(text, new RegExp(`open-${n}`))
  }
  silent(opened)
})

const hostile = [
  '<img src=x onerror="document.title=1">',
  '<script>document.title="1"</script>',
  '{{constructor.constructor("document.title=1")()}}',
  'javascript:document.title=1',
  '\u202Egnp.exe\u202C invoice',
  '\u0000\u0007\u001b[31mred',
  '‮<b>bold</b> & "quotes" \'and\' `ticks`',
  'x'.repeat(10_000),
]

test('whatever a file says is shown as text', async () => {
  await bring(
    w.acme,
    hostile.map((text, n) => ({
      uid: `hostile-${n} ${text.slice(0, 200)}`,
      check: 'outside_check',
      message: text,
      resource: `hostile-${n} ${text.slice(0, 900)}`,
      name: text.slice(0, 900),
      region: 'eu-south-1',
      evidence: { [text.slice(0, 300)]: text, nested: { [text.slice(0, 20)]: [text] } },
    })),
  )
  const opened = await openList(flat('filter[region]=eu-south-1'))
  const { page } = opened
  const title = await page.title()
  await headCount(opened, new RegExp(`^${hostile.length} findings`))
  await press(opened, 'Enter')
  for (const _ of hostile) {
    await page.getByRole('heading', { name: 'Evidence' }).waitFor()
    await page.getByRole('tab', { name: 'Triage' }).click()
    await page.getByLabel('New note').fill(hostile[0] ?? '')
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await page.locator('.notes li', { hasText: hostile[0] ?? '' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.locator('.timeline li').first().waitFor()
    await page.getByRole('tab', { name: 'Summary' }).click()
    await page.locator('.grid').focus()
    await press(opened, 'j')
  }
  equal(await page.locator('main :is(img, script, b.bold, iframe)').count(), 0)
  equal(await page.title(), title)
  const shown = await page.locator('body').innerText()
  doesNotMatch(shown, /[\u202a-\u202e]/, 'nothing reorders the text around it')
  match(shown, /\ufffdgnp\.exe\ufffd invoice/)
  equal(await page.locator('main a[href^="javascript:"]').count(), 0)
  const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  equal(wide, false, 'nothing pushes the page out of its width')
  await audit(opened)
  silent(opened)
})

testWhole('on a phone findings are read and triaged', async () => {
  const opened = await w.open('/findings', w.acme, phone)
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  await audit(opened)
  await page.getByRole('row', { level: 1 }).first().click()
  await page.getByRole('row', { level: 2 }).first().click()
  await page.getByRole('tab', { name: 'Triage' }).click()
  await page.getByLabel('Under review').check()
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByText('1 finding set to Under review.').waitFor()
  equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  await audit(opened)
  silent(opened)
})
