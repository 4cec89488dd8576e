/** PDFs over HTTP of an account whose name is in several scripts. */
import { equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'
import { printed } from './frameworks.ts'
import { fetchedWhenBuilt } from './testing/fetched.ts'
import { pagesOf, textsIn } from './testing/printed-pages.ts'

const alias = 'Производство 日本 Łódź'

let w: World
let scan = ''
before(async () => {
  w = await world({ reportsAfterScans: true })
  const provider = await w.acme.provider()
  const data = { type: 'providers', id: provider, attributes: { alias } }
  equal((await w.acme.ask('PATCH', `/providers/${provider}`, { data })).status, 200)
  await w.acme.scanOnly(provider, 's3')
  scan = await w.acme.scan(provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

for (const kind of Object.keys(printed))
  test(`GET /scans/{id}/${kind} names an account in every script, on each page`, async () => {
    const { status, headers, bytes } = await fetchedWhenBuilt(w.acme, `/scans/${scan}/${kind}`)
    equal(status, 200)
    equal(headers.get('content-type'), 'application/pdf')
    const pages = pagesOf(bytes).map(textsIn)
    for (const texts of pages) ok(texts.some((text) => text.includes(alias)))
    ok(bytes.length < 200_000)
  })
