import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { aws, checkReferences } from '@plumbline/scanner'
import { type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const id = 'sqs_queues_not_publicly_accessible'
const page = (check: string, accept?: string) =>
  w.anonymous.ask('GET', `/docs/checks/${check}`, undefined, accept ? { Accept: accept } : {})

test('whoever asks reads how a check decides, what it reads, and how its findings are mended', async () => {
  const { status, headers, text } = await page(id)
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.match(text, /^# SQS queue policy does not allow public access\n/)
  for (const heading of ['Why', 'Evaluation logic', 'Data sources', 'Frameworks', 'Links'])
    assert.match(text, new RegExp(`^## ${heading}$`, 'm'))
  assert.match(text, /\| `queues` \| `policy` \| `sqs:GetQueueAttributes` \|/)
  assert.match(text, /```sh\naws sqs set-queue-attributes --queue-url <url> /)
  assert.equal((await w.anonymous.get(`/docs/checks/${id}?x=1`)).status, 400)
})

test('every check has a page in both forms, and each says how it is mended', async () => {
  for (const check of await checkReferences(aws)) {
    const [plain, html] = [await page(check.id, 'text/markdown'), await page(check.id, 'text/html')]
    assert.deepEqual([plain.status, html.status], [200, 200], check.id)
    assert.ok(plain.text.includes('\n## Remediation\n'), check.id)
    assert.ok(html.text.includes('<h2>Remediation</h2>'), check.id)
  }
})

test('a browser gets a page of HTML that runs nothing and loads nothing', async () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const { headers, text } = await page(id, browser)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  assert.match(text, /<h1>SQS queue policy does not allow public access<\/h1>/)
  assert.match(text, /--queue-url &lt;url&gt; /)
  assert.doesNotMatch(
    text,
    /<(?:script|img|iframe|link|form)|<[^>]*\s(?:style|on\w+)=|url\(|@import/i,
  )
  for (const [, address = ''] of text.matchAll(/href="([^"]*)"/g))
    assert.match(address, /^https:\/\/docs\.aws\.amazon\.com\//)
})

test('the form is the one that Accept prefers; without a preference it is Markdown', async () => {
  const cases: readonly [accept: string, type: RegExp][] = [
    ['*/*', /^text\/markdown/],
    ['text/markdown, text/html;q=0.5', /^text\/markdown/],
    ['text/markdown;q=0.2, text/html;q=0.5', /^text\/html/],
    ['image/png', /^text\/markdown/],
  ]
  for (const [accept, type] of cases)
    assert.match((await page(id, accept)).headers.get('content-type') ?? '', type, accept)
})

test('a client that has the page is not sent it again', async () => {
  const tag = (await page(id)).headers.get('etag') ?? ''
  const html = (await page(id, 'text/html')).headers.get('etag') ?? ''
  assert.match(tag, /^".+"$/)
  assert.notEqual(tag, html)
  const again = await w.anonymous.ask('GET', `/docs/checks/${id}`, undefined, {
    'If-None-Match': tag,
  })
  assert.equal(again.status, 304)
  assert.equal(again.text, '')
})

test('an id that a check had before leads to its page', async () => {
  const renamed = (await checkReferences(aws)).find(({ aliases }) => aliases.length > 0)
  assert.ok(renamed)
  const answer = await page(renamed.aliases[0] ?? '')
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.text, (await page(renamed.id)).text)
  assert.equal(answer.headers.get('content-location'), `/api/v1/docs/checks/${renamed.id}`)
})

test('what is no check, or none that there is, has no page', async () => {
  for (const unknown of [
    's3_nope',
    'constructor',
    'toString',
    '%00',
    '..%2fpage.html',
    'x%0d%0ay',
  ]) {
    const answer = await page(unknown, 'text/html')
    assert.equal(answer.status, 404, unknown)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json')
    assert.equal(answer.fault.code, 'not_found')
  }
})

test('the frameworks that name a check are listed with the requirements in which they do', async () => {
  const { status, items } = await w.acme.get('/checks/iam_root_mfa_enabled/frameworks')
  assert.equal(status, 200)
  const cis = items.find((one) => one.text('name') === 'CIS 3.0 for AWS')
  assert.deepEqual(cis?.texts('requirements'), ['1.5'])
  assert.equal((await w.acme.get('/checks/no_such_check/frameworks')).status, 404)
  assert.equal((await w.anonymous.get('/checks/iam_root_mfa_enabled/frameworks')).status, 401)
})
