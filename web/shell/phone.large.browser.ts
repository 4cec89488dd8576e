/** Every screen with data fits on a phone. */
import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, phone, silent } from '../testing/app.ts'
import { account, at, units } from '../testing/findings.ts'
import { bring } from '../testing/imported.ts'

let w: AppWorld
before(async () => {
  w = await appWorld()
})
after(() => w.close())

/** The screens in the table of screens, so that new ones are tested too. */
const screens = [
  ...readFileSync(join(import.meta.dirname, 'screens.tsx'), 'utf8').matchAll(/path: '([^']+)'/g),
].map(([, path = '']) => path)

const others = [
  '/findings?group=none',
  '/scans?tab=schedules',
  '/providers/connect',
  '/compliance/cis_2.0_aws',
  '/mute-rules?tab=mutelist',
]

/** Elements that overflow the page, with the width of the overflow. */
const sticksOut = `(() => {
  const width = document.documentElement.scrollWidth
  if (width <= innerWidth) return null
  const out = [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.tagName + '.' + one.className + ' ' + Math.round(one.getBoundingClientRect().right))
  return [width, ...out.slice(-6)].join(' | ')
})()`

test('no screen scrolls sideways at the width of a phone', async () => {
  const { user, player } = await account(w)
  await player.full(units(), at(1))
  await bring(user, [
    { uid: 'one', name: 'a-bucket-with-a-name-that-is-as-long-as-names-of-buckets-may-be-63' },
  ])
  await user.make('/api-keys', 'api-keys', { name: 'The key of the pipeline that deploys' })
  await user.make('/scan-configurations', 'scan-configurations', {
    name: 'Only what matters to us',
    configuration: {},
  })
  const roles = (await user.get('/roles')).ids.map((id) => ({ type: 'roles', id }))
  const email = 'somebody.with.a.long.address@department.example.com'
  await user.make('/tenants/invitations', 'invitations', { email }, { roles })
  const opened = await w.open('/', user, phone)
  const { page } = opened
  await page.locator('#main h1').first().waitFor()
  const wide: string[] = []
  for (const path of [...screens, ...others]) {
    await page.goto(w.address + path)
    await page.locator('#main h1').first().waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    const out = await page.evaluate(sticksOut)
    if (out) wide.push(`${path}: ${out}`)
    const row = page.locator('[role=grid] .grid-row:not([aria-busy])').first()
    if ((await row.count()) === 0) continue
    await row.click()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    const opened = await page.evaluate(sticksOut)
    if (opened) wide.push(`${path}, opened: ${opened}`)
  }
  deepEqual(wide, [])
  // The browser logs the 404 for a user without a second factor, and lone password fields.
  silent({ said: opened.said.filter((line) => !/status of 404|Password forms/.test(line)) })
})
