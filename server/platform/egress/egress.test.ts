import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { publicLookup } from '@plumbline/scanner/engine'
import { after, test } from 'node:test'
import { egress, fetchBy, NotReached } from './index.ts'

const listening: ReturnType<typeof createServer>[] = []
after(() => {
  for (const server of listening) {
    server.closeAllConnections()
    server.close()
  }
})
let hits = 0
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    hits += 1
    listener(request, response)
  })
  listening.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof NotReached ? error.code : String(error)),
  )

/** Spellings of this machine, of private networks, and of metadata services. */
const inner = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '168.63.129.16',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
]
for (const host of inner) {
  test(`sends no request to https://${host}`, async () => {
    assert.equal(await codeOf(egress()({ method: 'GET', url: `https://${host}/` })), 'refused')
  })
}

test('a refusal does not say where a name leads', async () => {
  const asked = egress()({ method: 'GET', url: 'https://localhost/' })
  await assert.rejects(asked, { message: 'localhost does not resolve to a public address.' })
})

test('a user cannot tell whether an internal name exists', async () => {
  const failing =
    (code: string): LookupFunction =>
    (_name, _options, done) =>
      done(Object.assign(new Error(`getaddrinfo ${code}`), { code }), '')
  const leading =
    (address: string): LookupFunction =>
    (name, options, done) =>
      publicLookup((_name, _options, found) => found(null, [{ address, family: 4 }]))(
        name,
        options,
        done,
      )
  const seen = new Set<string>()
  for (const lookup of [failing('ENOTFOUND'), failing('EAI_AGAIN'), leading('10.0.0.1')]) {
    const out = egress({ lookup })
    const error: unknown = await out({ method: 'GET', url: 'https://db.corp.example/' }).catch(
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof NotReached)
    seen.add(`${error.code}: ${error.message}`)
  }
  assert.deepEqual(
    [...seen],
    ['unknown_host: db.corp.example does not resolve to a public address.'],
  )
})

for (const [what, url] of [
  ['another port', 'https://192.0.0.8:22/'],
  ['plain http', 'http://example.com/'],
  ['another scheme', 'file:///etc/passwd'],
  ['credentials', 'https://user:word@example.com/'],
  ['no address', 'https://'],
] as const) {
  test(`sends no request to an address with ${what}`, async () => {
    assert.equal(await codeOf(egress()({ method: 'GET', url })), 'refused')
  })
}

test('sends requests to the origin that the operator allowed, and to no similar one', async () => {
  const url = await serve((request, response) => response.end(`${request.method} ${request.url}`))
  const out = egress({ trusted: [url] })
  const { status, body } = await out({ method: 'GET', url: `${url}/path` })
  assert.deepEqual([status, String(body)], [200, 'GET /path'])
  const before = hits
  const other = await serve((_request, response) => response.end())
  assert.equal(await codeOf(out({ method: 'GET', url: other })), 'refused')
  assert.equal(
    await codeOf(out({ method: 'GET', url: url.replace('127.0.0.1', 'localhost') })),
    'refused',
  )
  assert.equal(hits, before)
})

test('returns a redirect as the response without following it', async () => {
  const url = await serve((_request, response) =>
    response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  )
  const before = hits
  const answer = await fetchBy(egress({ trusted: [url] }))(url)
  assert.deepEqual([answer.status, hits - before], [302, 1])
})

test('an answer is bounded in size and in time', async () => {
  const large = await serve((_request, response) => response.end('x'.repeat(20_000)))
  const silent = await serve(() => {})
  const dripping = await serve((_request, response) => {
    response.write('x')
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  })
  const bounds = { trusted: [large, silent, dripping], maxBytes: 10_000 }
  const [patient, hasty] = [egress(bounds), egress({ ...bounds, timeoutMs: 300 })]
  assert.equal(await codeOf(patient({ method: 'GET', url: large })), 'too_large')
  const codes = await Promise.all(
    [silent, dripping].map((url) => codeOf(hasty({ method: 'GET', url }))),
  )
  assert.deepEqual(codes, ['timeout', 'timeout'])
})

test('a large body has longer to be sent than a small one', async () => {
  const slow = await serve((request, response) => {
    request.resume()
    setTimeout(() => response.end('done'), 1_500)
  })
  const out = egress({ trusted: [slow], timeoutMs: 1_000 })
  const put = (bytes: number) => codeOf(out({ method: 'PUT', url: slow, body: 'x'.repeat(bytes) }))
  assert.deepEqual([await put(10), await put(2_000_000)], ['timeout', 'answered'])
})

test('what carries a body arrives as it was sent', async () => {
  const url = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () =>
      response.end(`${request.headers['content-type']} ${Buffer.concat(parts)}`),
    )
  })
  const answer = await fetchBy(egress({ trusted: [url] }))(url, {
    method: 'post',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ code: 'a b' }),
  })
  assert.equal(await answer.text(), 'application/x-www-form-urlencoded code=a+b')
})
