/** The content of a response matches its declared type, and text stays text. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { describeApi } from '../../describe-api.ts'
import { operationsOf } from '../../testing/api-properties/operations.ts'
import { addressed } from '../../testing/api-properties/requests.ts'
import { type World, world } from '../../testing/index.ts'

const operations = operationsOf(await describeApi())

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('every response has a content type, and text responses declare their character encoding', async () => {
  const paths = operations
    .filter(({ method, isStream }) => method === 'GET' && !isStream)
    .map(({ path }) => addressed(path, () => w.acme.tenantId))
  const types = new Set<string>()
  for (const path of [...paths, '/nowhere', '/providers/%ZZ']) {
    const { headers, text } = await w.acme.get(path)
    const type = headers.get('content-type') ?? ''
    types.add(type)
    if (/^text\/|xml\b/.test(type)) assert.match(type, /; charset=utf-8$/, path)
    else if (text !== '') assert.match(type, /^application\/([\w.]+\+)?json$/, `${path}: ${text}`)
    if (type.endsWith('json')) assert.doesNotThrow(() => JSON.parse(text), path)
  }
  assert.ok(types.size >= 3, [...types].join())
})

test('a CSV response declares its character encoding', async () => {
  const headers = { Authorization: w.acme.authorization, Accept: 'text/csv' }
  const { headers: answered } = await fetch(`${w.base}/findings/latest`, { headers })
  assert.equal(answered.get('content-type'), 'text/csv; charset=utf-8')
})

/** Text that ends a value, an element, a header or a statement wherever it is not escaped. */
const hostile = [
  '"},{"type":"providers","id":"1"',
  '</script><script>alert(1)</script>',
  '<!--<img src=x onerror=alert(1)>-->',
  "'; drop table providers; --",
  '${7*7}{{7*7}}<%= 7*7 %>',
  '%s%n%x\\u0041\\r\\nX: y',
  '=cmd|x!A1',
]

test('text that looks like markup, code or JSON is returned unchanged', async () => {
  const provider = await w.acme.make('/providers', 'providers', {
    provider: 'aws',
    uid: '123123123123',
  })
  for (const alias of hostile) {
    const data = { type: 'providers', id: provider.id, attributes: { alias } }
    const changed = await w.acme.ask('PATCH', `/providers/${provider.id}`, { data })
    assert.equal(changed.status, 200, changed.text)
    const list = await w.acme.get('/providers?filter[uid]=123123123123')
    assert.deepEqual(
      list.items.map((one) => one.at('alias')),
      [alias],
    )
    assert.match(list.headers.get('content-type') ?? '', /json$/)
    assert.deepEqual(
      [...list.headers.keys()].filter((name) => name === 'x'),
      [],
    )
  }
})

test('a URL is decoded once', async () => {
  const named = async (uid: string, alias: string): Promise<void> =>
    void (await w.rival.make('/providers', 'providers', { provider: 'aws', uid, alias }))
  await named('111111111111', 'a%41b')
  await named('222222222222', 'aAb')
  const found = async (alias: string): Promise<readonly unknown[]> =>
    (await w.rival.get(`/providers?filter[alias]=${alias}`)).items.map((one) => one.at('uid'))
  assert.deepEqual(await found('a%2541b'), ['111111111111'])
  assert.deepEqual(await found('a%41b'), ['222222222222'])
})

test('no response can be framed or embedded, or change its base URL', async () => {
  const paths = ['/providers', '/nowhere', '/providers/%ZZ', '/schema', '/docs']
  for (const path of paths) {
    const policy = (await w.acme.get(path)).headers.get('content-security-policy') ?? ''
    const parts = policy.split(';').map((one) => one.trim())
    for (const part of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      assert.ok(parts.includes(part), `${path}: ${policy}`)
    // Without its own source, an object has that of the default.
    assert.ok(!parts.some((one) => one.startsWith('object-src') && one !== "object-src 'none'"))
  }
})

test('the API page renders received text as text, never as markup', async () => {
  const { text } = await w.anonymous.get('/docs')
  const script = text.slice(text.indexOf('<script>'), text.indexOf('</script>'))
  assert.match(script, /textContent/)
  assert.doesNotMatch(
    script,
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|\beval\b|new Function|postMessage|Storage/,
  )
})
