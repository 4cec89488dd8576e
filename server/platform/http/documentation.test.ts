import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { describeApi } from '../../describe-api.ts'
import { type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const between = (text: string, start: string, end: string): string =>
  text.slice(text.indexOf(start) + start.length, text.indexOf(end))

/** As much of a browser as the page asks for. */
class Element {
  readonly tag: string
  name = ''
  readonly children: (Element | string)[] = []
  readonly listeners = new Map<string, (event: object) => unknown>()
  textContent = ''
  value = ''
  hidden = false
  disabled = false
  constructor(tag: string) {
    this.tag = tag
  }
  append(...children: (Element | string)[]): void {
    this.children.push(...children)
  }
  replaceChildren(): void {
    this.children.length = 0
  }
  addEventListener(type: string, listener: (event: object) => unknown): void {
    this.listeners.set(type, listener)
  }
  send(type: string): unknown {
    return this.listeners.get(type)?.({ target: this, preventDefault() {} })
  }
  all(tag: string): Element[] {
    const inner = this.children.flatMap((one) => (typeof one === 'string' ? [] : one.all(tag)))
    return this.tag === tag ? [this, ...inner] : inner
  }
  get text(): string {
    const inner = this.children.map((one) => (typeof one === 'string' ? one : one.text))
    return [this.textContent, ...inner].join(' ')
  }
}

/** The page's script, run against the server; returns its parts once the description was read. */
async function opened() {
  const page = await w.anonymous.get('/docs')
  const parts = new Map<string, Element>()
  const byId = (id: string): Element => {
    const part = parts.get(id) ?? new Element('div')
    parts.set(id, part)
    return part
  }
  const asked: { address: string; init: RequestInit }[] = []
  const answers: Promise<unknown>[] = []
  const origin = new URL(w.base).origin
  const load = (address: string, init: RequestInit = {}): Promise<Response> => {
    asked.push({ address, init })
    const answer = fetch(origin + address, init)
    answers.push(answer)
    return answer
  }
  runInNewContext(between(page.text, '<script>', '</script>'), {
    document: { getElementById: byId, createElement: (name: string) => new Element(name) },
    location: { pathname: '/api/v1/docs/' },
    fetch: load,
    performance,
    URLSearchParams,
  })
  for (let waited = 0; byId('operations').children.length === 0; waited++) {
    assert.ok(waited < 500, 'the page shows nothing')
    await Promise.all(answers)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { byId, asked }
}

test('serves the OpenAPI document of the repository to any caller', async () => {
  const answer = await w.anonymous.get('/schema')
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/vnd.oai.openapi+json')
  const { paths } = JSON.parse(answer.text) as { paths: Record<string, Record<string, unknown>> }
  const described = await describeApi()
  assert.deepEqual(Object.keys(paths), Object.keys(described.paths))
  assert.deepEqual(paths['/findings']?.['get'], described.paths['/findings']?.['get'])
  assert.equal((await w.anonymous.get('/schema?x=1')).status, 400)
})

test('the API page needs no other host and runs only its own script', async () => {
  const answer = await w.anonymous.get('/docs')
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.doesNotMatch(answer.text, /https?:|src=|@import|url\(/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const [source, name] of [
    ['script-src', 'script'],
    ['style-src', 'style'],
  ] as const) {
    const text = between(answer.text, `<${name}>`, `</${name}>`)
    const hash = createHash('sha256').update(text).digest('base64')
    assert.ok(policy.includes(`${source} 'sha256-${hash}'`), policy)
  }
  assert.match(policy, /default-src 'none'; connect-src 'self'/)
  assert.doesNotMatch(policy, /unsafe/)
})

test('the page shows every operation and finds them by their words', async () => {
  const { byId } = await opened()
  const { paths } = await describeApi()
  const count = Object.values(paths).flatMap((item) => Object.keys(item)).length
  const shown = byId('operations').all('details')
  assert.equal(shown.length, count)
  byId('find').value = 'SCANS_CREATE'
  byId('find').send('input')
  const [found, ...others] = shown.filter(({ hidden }) => !hidden)
  assert.match(found?.text ?? '', /POST.*\/scans.*Start a scan/s)
  assert.deepEqual(others, [])
})

test('the page sends what was filled in, with the credentials of its reader', async () => {
  const { byId, asked } = await opened()
  const operation = (words: RegExp): Element => {
    const found = byId('operations')
      .all('details')
      .find(({ text }) => words.test(text))
    assert.ok(found)
    found.send('toggle')
    return found
  }
  byId('authorization').value = w.acme.authorization
  const list = operation(/GET +\/providers +/)
  const uid = list.all('input').find(({ name }) => name === 'filter[uid]')
  assert.ok(uid)
  uid.value = '123 & co'
  await list.all('form')[0]?.send('submit')
  assert.equal(asked.at(-1)?.address, '/api/v1/providers?filter%5Buid%5D=123+%26+co')
  assert.match(list.all('pre')[0]?.textContent ?? '', /200 OK in \d+ ms.*"data": \[\]/s)

  const make = operation(/POST +\/providers +/)
  const body = make.all('textarea')[0]
  assert.deepEqual(JSON.parse(body?.value ?? ''), {
    data: { type: 'providers', attributes: { provider: 'alibabacloud', uid: '' } },
  })
  await make.all('form')[0]?.send('submit')
  assert.match(make.all('pre')[0]?.textContent ?? '', /400 Bad Request.*attributes\/uid/s)
})
