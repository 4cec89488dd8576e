import { equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppWorld, appWorld, audit, press, silent } from '../testing/app.ts'
import { tabTo, type } from '../testing/keyboard.ts'

let w: AppWorld
before(async () => {
  w = await appWorld({ settings: { WORKER: 'false' } })
})
after(() => w.close())

test('the addresses follow from the domain; what the API refuses stands at its field, by keyboard alone', async () => {
  const opened = await w.open('/saml', await w.user())
  const { page } = opened
  await page.getByText('Enter the domain below to see the URLs.').waitFor()
  await audit(opened)
  await type(opened, 'Email domain', 'example.com')
  const entity = page.getByLabel('Entity ID and metadata URL', { exact: true })
  match((await entity.textContent()) ?? '', /\/api\/v1\/accounts\/saml\/example\.com\/metadata\/$/)
  const metadata = page.getByLabel('Identity provider metadata')
  await type(opened, 'Identity provider metadata', '<html></html>')
  await tabTo(opened, 'Turn on')
  await press(opened, 'Enter')
  await page.locator('.has-error').waitFor()
  equal(await metadata.getAttribute('aria-invalid'), 'true')
  equal(await metadata.inputValue(), '<html></html>', 'what was typed stays')
  await audit(opened)
  silent({ said: opened.said.filter((line) => !/status of 400/.test(line)) })
})
