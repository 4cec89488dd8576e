/** Findings of an account with several scans: past, current and closed ones. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

/** The same account later: the open bucket is closed, and transport is no longer reported. */
const later = (): ReturnType<typeof units> => {
  const all = units('PASS')
  const says = all['s3/eu-west-1']?.says ?? []
  return {
    ...all,
    's3/eu-west-1': {
      says: says.filter(({ check }) => check !== 's3_bucket_secure_transport_policy'),
    },
  }
}

test('a re-check of findings of the past looks at what is there now, and names what it leaves out', async () => {
  const { user, player } = await account(w)
  const first = await player.full(units(), at(1))
  await player.full(later(), at(2))
  const opened = await w.open(
    `/findings?group=none&filter[scan]=${first.id}&filter[check_id__in]=s3_bucket_public_access,s3_bucket_secure_transport_policy&filter[status]=FAIL`,
    user,
  )
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  await press(opened, 'x', 'Shift+J', 'r')
  const dialog = page.getByRole('dialog', { name: 'Re-check resources' })
  const resources = dialog.getByRole('list', { name: 'Resources' })
  await resources.waitFor()
  deepEqual(await resources.getByRole('listitem').allInnerTexts(), ['arn:aws:s3:::site'])
  const leftOut = dialog.getByRole('region', { name: 'Left out' })
  await leftOut.getByText('1 finding is left out:').waitFor()
  const [line = ''] = await leftOut.getByRole('listitem').allInnerTexts()
  ok(line.includes('s3_bucket_secure_transport_policy'), line)
  ok(line.includes('The latest scan of its account no longer contains it.'), line)
  await audit(opened)
  silent(opened)
})

test('scans that the history cannot read are said, and read when they are asked again', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  await player.full(units('PASS'), at(2))
  const [finding] = (
    await user.get('/findings/latest?filter[check_id]=s3_bucket_public_access&filter[search]=site')
  ).ids
  const opened = await w.open('/findings', user)
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  const ofScan = /\/findings\?.*filter(\[|%5B)uid/
  await page.route(ofScan, (route) =>
    route.fulfill({ status: 503, json: { errors: [{ detail: 'The database is busy.' }] } }),
  )
  await page.goto(`${w.address}/findings?group=none&open=${finding}&tab=history`)
  const alert = page.getByRole('alert')
  await alert.getByText('2 scans could not be loaded').waitFor()
  await alert.getByText('The database is busy.').waitFor()
  await audit(opened)
  await page.unroute(ofScan)
  await alert.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.locator('.timeline .status.pass').waitFor()
  await page.locator('.timeline .status.fail').waitFor()
  equal(await alert.count(), 0)
  silent({ said: opened.said.filter((line) => !/status of 503/.test(line)) })
})

test('where asking again cannot help, a way on stands in the place of the button', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  const opened = await w.open('/findings?group=none&filter[nonsense]=1', user)
  const { page } = opened
  await page.getByRole('heading', { name: 'Invalid request' }).waitFor()
  equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await audit(opened)
  await page.getByRole('link', { name: 'Clear filters' }).press('Enter')
  await page.locator('.grid-row .severity').first().waitFor()
  await page.goto(`${w.address}/scans?open=00000000-0000-4000-8000-000000000000`)
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  await page.getByText('It was deleted, or it belongs to an account').waitFor()
  equal(await page.getByRole('link', { name: 'Back to the list' }).getAttribute('href'), '/scans')
  equal(await page.getByText('Not found').count(), 1)
  equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await page.route('**/scans/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${w.address}/scans?open=11111111-0000-4000-8000-000000000000`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  silent({ said: opened.said.filter((line) => !/status of (400|404|500)/.test(line)) })
})
