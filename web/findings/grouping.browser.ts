/** Findings by resource, provider and service. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, phone, press, silent, testWhole } from '../testing/app.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
  const logs = { resource: 'arn:aws:s3:::logs' }
  await bring(w.acme, [
    { uid: 'a', ...logs },
    { uid: 'b', ...logs, check: 's3_bucket_public_access' },
    { uid: 'c', resource: 'arn:aws:s3:::backups' },
    { uid: 'd', ...logs, check: 'iam_root_hardware_mfa_enabled', status: 'MANUAL' },
  ])
})
after(() => w.close())

test('findings are grouped by resource, provider and service, by keyboard alone, and rows expand in place', async () => {
  const opened = await w.open('/findings')
  const { page } = opened
  await page.locator('.grid-row .severity').first().waitFor()
  for (const [key, name, groups] of [
    ['r', 'resource', 2],
    ['p', 'provider', 1],
    ['s', 'service', 1],
  ] as const) {
    await press(opened, 'v', key)
    const tree = page.getByRole('treegrid', { name: `Findings by ${name}` })
    await tree.getByRole('row', { level: 1 }).first().waitFor()
    equal(new URL(page.url()).searchParams.get('group'), name)
    equal(await tree.getByRole('row', { level: 1 }).count(), groups)
    await page.locator('.said-view', { hasText: /^4 findings: FAIL or MANUAL/ }).waitFor()
    await page.locator('.grid:focus').waitFor()
    await press(opened, 'ArrowRight')
    await tree.getByRole('row', { level: 2 }).first().waitFor()
    await audit(opened)
    await press(opened, 'ArrowLeft')
  }
  equal(await page.getByLabel('Show').inputValue(), 'service')
  silent(opened)
})

test('a group that is selected is what is decided about', async () => {
  const opened = await w.open('/findings?group=resource&filter[status__in]=FAIL,MANUAL')
  const { page } = opened
  const tree = page.getByRole('treegrid', { name: 'Findings by resource' })
  await tree.getByRole('row', { level: 1 }).filter({ hasText: 'logs' }).click({ force: true })
  await page.locator('.grid').focus()
  const logs = tree.getByRole('row', { level: 1 }).filter({ hasText: 'logs' })
  await logs.locator('.grid-select').click()
  await page.getByText('3 findings selected').waitFor()
  const member = tree.getByRole('row', { level: 2 }).first()
  await member.locator('.grid-select').click()
  await page.getByText('2 findings selected').waitFor()
  equal(await logs.getAttribute('aria-selected'), 'false', 'without one of them it is not whole')
  silent(opened)
})

testWhole('groups are read on a phone', async () => {
  const opened = await w.open('/findings?group=resource', w.acme, phone)
  const { page } = opened
  await page
    .getByRole('treegrid', { name: 'Findings by resource' })
    .getByRole('row')
    .nth(1)
    .waitFor()
  const [wide, narrow] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ])
  deepEqual(wide, narrow)
  await audit(opened)
  silent(opened)
})
