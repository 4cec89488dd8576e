import { equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, silent } from '../testing/app.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('the addresses follow from the domain; what the API refuses stands at its field', async () => {
  const opened = await w.open('/saml', await w.user())
  const { page } = opened
  await page.getByText('Enter the domain below to see the URLs.').waitFor()
  await audit(opened)
  await page.getByLabel('Email domain').fill('example.com')
  const entity = page.getByLabel('Entity ID and metadata URL', { exact: true })
  match((await entity.textContent()) ?? '', /\/api\/v1\/accounts\/saml\/example\.com\/metadata\/$/)
  const metadata = page.getByLabel('Identity provider metadata')
  await metadata.fill('<html></html>')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('.has-error').waitFor()
  equal(await metadata.getAttribute('aria-invalid'), 'true')
  equal(await metadata.inputValue(), '<html></html>', 'what was typed stays')
  await audit(opened)
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})
