/** What reaches the server as bytes and not as a request of a well-behaved client. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false', CORS_ORIGINS: 'https://ui.example.com' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Writes lines to a separate connection; returns all data until the server closes it. */
async function said(...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(w.address).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    text += part
  })
  const over = new Promise<void>((done) => socket.once('close', () => done()))
  socket.on('error', () => {}) // a reset is one way to hang up
  socket.end(lines.join('\r\n'))
  await over
  return text
}
const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)

const host = 'Host: plumbline'
/** A second request, which a proxy in front would take for the body of the first. */
const smuggled = ['GET /health/live HTTP/1.1', host, '', '']
const post = 'POST /api/v1/tokens HTTP/1.1'

test('two requests over one connection are two answers, so that the next test can count them', async () => {
  const text = await said('GET /health/live HTTP/1.1', host, '', ...smuggled)
  assert.deepEqual(statuses(text), ['200', '200'])
})

const length = String(smuggled.join('\r\n').length)
const ambiguous: Readonly<Record<string, readonly string[]>> = {
  'told twice': ['Content-Length: 0', `Content-Length: ${length}`, ''],
  'told twice in one line': [`Content-Length: 0, ${length}`, ''],
  'told as a length and in chunks': [
    `Content-Length: ${length}`,
    'Transfer-Encoding: chunked',
    '',
    '0',
    '',
  ],
  'told in chunks and as a length': [
    'Transfer-Encoding: chunked',
    `Content-Length: ${length}`,
    '',
    '0',
    '',
  ],
  'told with a sign': [`Content-Length: +${length}`, ''],
  'told by another base': ['Content-Length: 0x10', ''],
  'told in chunks that are not the last coding': [
    'Transfer-Encoding: chunked, identity',
    '',
    '0',
    '',
  ],
  'told by a coding that nobody knows': ['Transfer-Encoding: xchunked', '', '0', ''],
  'told in chunks of no number': ['Transfer-Encoding: chunked', '', 'z', '0', ''],
  'told by a name with a blank behind it': ['Transfer-Encoding : chunked', '', '0', ''],
  'told on a folded line': ['X-Folded: a', ' Transfer-Encoding: chunked', 'Content-Length : 4', ''],
}
for (const [how, headers] of Object.entries(ambiguous)) {
  test(`rejects a request whose length is ${how}, and reads nothing after it`, async () => {
    const text = await said(post, host, ...headers, ...smuggled)
    assert.deepEqual(statuses(text), ['400'], text)
  })
}

test('TRACE does not echo the request', async () => {
  for (const path of ['/', '/health/live', '/api/v1/users/me']) {
    const text = await said(
      `TRACE ${path} HTTP/1.1`,
      host,
      'Authorization: Bearer a-canary',
      'Connection: close',
      '',
      '',
    )
    assert.match(statuses(text).join(), /^40[45]$/, text)
    assert.doesNotMatch(text, /canary/)
  }
})

test('no path returns a file of the server or a directory listing', async () => {
  const paths = [
    '/',
    '/.git/HEAD',
    '/.git/',
    '/.env',
    '/package.json',
    '/server/',
    '/node_modules/',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..\\..\\package.json',
    '//etc/passwd',
    '/api/v1/../../package.json',
    '/api/v1/docs/..%2fpage.html',
    '/api/v1/docs/page.js',
  ]
  for (const path of paths) {
    const text = await said(`GET ${path} HTTP/1.1`, host, 'Connection: close', '', '')
    assert.match(statuses(text).join(), /^40[04]$/, `${path}: ${text}`)
    assert.doesNotMatch(text, /refs\/heads|"workspaces"|root:|Index of/, path)
  }
})

test('metrics are not served on the address of the API', async () => {
  for (const path of ['/metrics', '/api/v1/metrics'])
    assert.equal((await fetch(w.address + path)).status, 404, path)
})

test('a Host header that names no host is answered, and links name another', async () => {
  for (const invalidHost of ['[', ':::', 'a:99999999', 'a]b', '[::1', 'a:b:c', '%41', '-', '..']) {
    for (const path of ['/api/v1/asyncapi.json', '/api/v1/docs', '/api/v1/schema']) {
      const text = await said(
        `GET ${path} HTTP/1.1`,
        `Host: ${invalidHost}`,
        'Connection: close',
        '',
        '',
      )
      assert.match(statuses(text).join(), /^(200|400)$/, `${path} with ${invalidHost}: ${text}`)
    }
  }
})

/** The status line and headers of a response, header names in lower case, and its document. */
function answerOf(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 2)] as const
    }),
  )
  return { headers, document: JSON.parse(body) as { errors: { status: string; code: string }[] } }
}
const beforeRouting: Readonly<Record<string, [first: string, status: string, code: string]>> = {
  'an address beyond the limit': [
    `GET /api/v1/findings?filter[search]=${'a'.repeat(70_000)} HTTP/1.1`,
    '431',
    'headers_too_large',
  ],
  'no HTTP': ['GET /api/v1/findings HTTP/one', '400', 'bad_request'],
  'a path that cannot be decoded': ['GET /api/v1/%zz HTTP/1.1', '400', 'bad_request'],
}
for (const [what, [first, status, code]] of Object.entries(beforeRouting)) {
  test(`a request with ${what} is answered by an error document that pages of allowed origins can read`, async () => {
    const origin = 'Origin: https://ui.example.com'
    const text = await said(first, host, origin, 'Connection: close', '', '')
    assert.deepEqual(statuses(text), [status], text)
    const { headers, document } = answerOf(text)
    assert.equal(headers.get('content-type'), 'application/vnd.api+json')
    assert.match(headers.get('transaction-id') ?? '', /^[0-9a-f]{32}$/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.deepEqual(
      document.errors.map((error) => [error.status, error.code]),
      [[status, code]],
    )
    if (headers.has('access-control-allow-origin'))
      assert.equal(headers.get('access-control-allow-origin'), 'https://ui.example.com')
    else assert.match(first, /one$/, 'the parser stops before it reads the origin')
    const other = await said(
      first,
      host,
      'Origin: https://evil.example.com',
      'Connection: close',
      '',
      '',
    )
    assert.equal(answerOf(other).headers.has('access-control-allow-origin'), false)
  })
}

test('a list of a thousand ids fits into one filter, and a longer one is refused', async () => {
  const ids = (count: number): string =>
    Array.from({ length: count }, (_, at) => `check_of_a_name_of_usual_length_${at}`).join()
  const path = (count: number) => `/findings/latest?filter[check_id__in]=${ids(count)}`
  assert.equal((await w.acme.get(path(1_000))).status, 200)
  const refused = await w.acme.get(path(1_001))
  assert.deepEqual([refused.status, refused.fault.code], [400, 'too_many'])
  assert.match(refused.fault.detail ?? '', /another filter/)
})

test('a preflight allows what libraries for event streams send', async () => {
  const answer = await w.anonymous.ask('OPTIONS', '/findings', undefined, {
    Origin: 'https://ui.example.com',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'authorization,cache-control,last-event-id',
  })
  const allowed =
    answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? []
  for (const name of ['authorization', 'cache-control', 'last-event-id', 'content-encoding'])
    assert.ok(allowed.includes(name), name)
  assert.equal(allowed.includes('x-plumbline-session'), false)
})
