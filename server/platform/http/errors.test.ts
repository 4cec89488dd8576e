import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type Answered, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const provider = (attributes: string): string =>
  `{"data":{"type":"providers","attributes":{"provider":"aws",${attributes}}}}`
const post = (body: string, type = 'application/vnd.api+json'): Promise<Answered> =>
  w.acme.ask('POST', '/providers', body, { 'Content-Type': type })
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

const bodies: [name: string, body: string, status: number, at?: string][] = [
  ['nothing', '', 400],
  ['half a document', '{"data":', 400],
  ['a list', '[]', 400],
  ['two documents', '{}{}', 400],
  ['a byte-order mark and a document', '\ufeff{"data":{}}', 400],
  ['a key given twice', provider('"uid":"123456789012","uid":"210987654321"'), 400],
  ['a key given twice, once escaped', provider('"uid":"123456789012","\\u0075id":"1"'), 400],
  ['__proto__', provider('"uid":"123456789012","__proto__":{"x":1}'), 400],
  ['constructor', provider('"uid":"123456789012","constructor":{"prototype":{}}'), 400],
  ['U+0000', provider('"uid":"123456789012","alias":"a\\u0000b"'), 400],
  ['a lone surrogate', provider('"uid":"123456789012","alias":"abc\\ud800"'), 400],
  ['a number for a text', provider('"uid":123456789012'), 400, '/data/attributes/uid'],
  ['a missing attribute', provider('"alias":"abc"'), 400, '/data/attributes/uid'],
  ['an unknown attribute', provider('"uid":"123456789012","x":1'), 400, '/data/attributes/x'],
  ['an id of its own', '{"data":{"type":"providers","id":"1","attributes":{}}}', 400],
  ['another type', '{"data":{"type":"scans","attributes":{}}}', 409],
  ['thirty-three levels', `{"data":{"type":"providers","attributes":{"uid":${deep(33)}}}}`, 400],
  ['a million levels', deep(400_000), 400],
  ['more than a mebibyte', provider(`"uid":"${'1'.repeat(2 ** 20)}"`), 413],
]
for (const [name, body, status, at] of bodies) {
  test(`a body with ${name} returns ${status} as an error document`, async () => {
    const answer = await post(body)
    assert.equal(answer.status, status, answer.text)
    const { fault } = answer
    assert.equal(fault.status, String(status))
    assert.match(fault.code, /^[a-z_-]+$/)
    assert.match(fault.detail, /\.$/)
    if (at) assert.equal(fault.source?.pointer, at)
    assert.ok(answer.text.length < 10_000)
  })
}

const plain = Buffer.from(provider('"uid":"123456789012","alias":"packed"'))
const codings: [name: string, coding: string, body: Buffer, status: number, code?: string][] = [
  ['gzip', 'gzip', gzipSync(plain), 201],
  ['gzip in capital letters', 'GZIP', gzipSync(plain), 201],
  ['identity', 'identity', plain, 201],
  ['brotli', 'br', brotliCompressSync(plain), 415, 'unsupported_content_encoding'],
  ['deflate', 'deflate', deflateSync(plain), 415, 'unsupported_content_encoding'],
  ['an unknown coding', 'x', plain, 415, 'unsupported_content_encoding'],
  ['two codings', 'identity, gzip', gzipSync(plain), 415, 'unsupported_content_encoding'],
  ['gzip that it does not have', 'gzip', plain, 400, 'invalid_gzip'],
  ['gzip that ends early', 'gzip', gzipSync(plain).subarray(0, 40), 400, 'invalid_gzip'],
  ['gzip of a body that is too large', 'gzip', gzipSync(Buffer.alloc(2 ** 24)), 413, 'too_large'],
]
for (const [name, coding, body, status, code] of codings) {
  test(`a body whose Content-Encoding names ${name} is answered ${status}`, async () => {
    const client = await w.user()
    const response = await fetch(`${w.address}/api/v1/providers`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        Authorization: client.authorization,
        'Content-Type': 'application/vnd.api+json',
        'Content-Encoding': coding,
      },
    })
    const document = (await response.json()) as { errors?: { code: string }[] }
    assert.equal(response.status, status, JSON.stringify(document))
    assert.equal(document.errors?.[0]?.code, code)
    if (status === 415) assert.match(response.headers.get('accept-encoding') ?? '', /gzip/)
  })
}

test('all problems of a body are reported at once', async () => {
  const answer = await post(provider('"alias":"a","x":1'))
  const pointers = answer.faults.map(({ source }) => source?.pointer)
  assert.deepEqual(pointers.toSorted(), [
    '/data/attributes/alias',
    '/data/attributes/uid',
    '/data/attributes/x',
  ])
})

test('a body may leave its type out, and be plain JSON', async () => {
  const plain = '{"data":{"attributes":{"provider":"aws","uid":"999900001111"}}}'
  assert.equal((await post(plain, 'application/json; charset=utf-8')).status, 201)
  assert.equal((await post(plain, 'text/plain')).status, 415)
  assert.equal((await post(plain, 'application/xml')).status, 415)
})

test('a wrong id in a change is 400', async () => {
  const other = '00000000-0000-4000-8000-000000000000'
  const made = await w.acme.make('/providers', 'providers', {
    provider: 'aws',
    uid: '999900002222',
  })
  const body = { data: { type: 'providers', id: other, attributes: { alias: 'alias' } } }
  const answer = await w.acme.ask('PATCH', `/providers/${made.id}`, body)
  assert.equal(answer.status, 400)
  assert.equal(answer.fault.source?.pointer, '/data/id')
})

const queries: [path: string, status: number, parameter?: string][] = [
  ['/providers?colour=red', 400, 'colour'],
  ['/providers?filter[colour]=red', 400, 'filter[colour]'],
  ['/providers?filter[uid]=1&filter[uid]=2', 400, 'filter[uid]'],
  ['/providers?filter[connected]=perhaps', 400, 'filter[connected]'],
  ['/providers?filter[id]=1', 400, 'filter[id]'],
  ['/providers?filter[inserted_at]=yesterday', 400, 'filter[inserted_at]'],
  ['/providers?filter[inserted_at]=2024-02-30', 400, 'filter[inserted_at]'],
  ['/providers?filter[inserted_at__gte]=275760-01-01', 400, 'filter[inserted_at__gte]'],
  ['/providers?filter[inserted_at__gte]=0001-01-01', 400, 'filter[inserted_at__gte]'],
  ['/providers?filter[alias]=a%00b', 400, 'filter[alias]'],
  ['/providers?filter[alias]=%ED%A0%80', 400],
  ['/providers?sort=secret', 400, 'sort'],
  ['/providers?include=secret.provider', 400, 'include'],
  ['/providers?fields[providers]=colour', 400],
  ['/providers?page[size]=0', 400],
  ['/providers?page[size]=ten', 400],
  ['/providers?page[number]=0', 404],
  ['/providers?page[number]=99', 404],
  ['/providers?page[number]=99999999999999999999', 404],
  ['/providers?page[disable]=maybe', 400, 'page[disable]'],
  ['/scans/00000000-0000-4000-8000-000000000000?sort=name', 400, 'sort'],
  ['/nothing', 404],
  ['/providers/not-an-id', 404],
  [`/providers/${'1'.repeat(5_000)}`, 404],
  ['/providers/%ZZ', 400],
  ['/findings?filter[status]=pass', 400, 'filter[status]'],
  [`/providers?filter[id__in]=${'x,'.repeat(101)}`, 400, 'filter[id__in]'],
]
for (const [path, status, parameter] of queries) {
  test(`GET ${path.slice(0, 70)} returns ${status} as an error document`, async () => {
    const answer = await w.acme.get(path)
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.fault.status, String(status))
    if (parameter) assert.equal(answer.fault.source?.parameter, parameter)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.match(answer.headers.get('transaction-id') ?? '', /^[0-9a-f]{32}$/)
  })
}

test('DELETE and POST refuse parameters they do not know, as lists do', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  assert.equal((await w.acme.ask('DELETE', `/providers/${id}?force=1`)).status, 400)
  assert.equal((await w.acme.ask('DELETE', `/providers/secrets/${id}?force=1`)).status, 400)
})

test('a method that a path does not take is 405, with those that it takes', async () => {
  const answer = await w.acme.ask('PUT', '/providers', '{}')
  assert.equal(answer.status, 405)
  assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST')
  assert.equal((await w.acme.ask('POST', '/tasks')).headers.get('allow'), 'GET, HEAD')
})

const written: [method: string, path: string, allow: string][] = [
  ['PATCH', '/providers/secrets', 'GET, HEAD, POST'],
  ['DELETE', '/providers/secrets/', 'GET, HEAD, POST'],
  ['PUT', '/providers/secrets', 'GET, HEAD, POST'],
  ['DELETE', '/users/me', 'GET, HEAD'],
  ['PATCH', '/findings/latest', 'GET, HEAD'],
  ['POST', '/providers/00000000-0000-4000-8000-000000000000', 'GET, HEAD, PATCH, DELETE'],
  ['PATCH', '/providers/not-an-id/connection', 'POST'],
]
for (const [method, path, allow] of written) {
  test(`${method} ${path} is 405 and allows ${allow}, not what the path of an id would take`, async () => {
    const answer = await w.acme.ask(method, path)
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow])
  })
}

test('nobody unknown learns what is wrong with a request, or has a password hashed', async () => {
  const id = w.acme.userId
  const change = (password: string): object => ({
    data: { type: 'users', id, attributes: { password } },
  })
  const answers = await Promise.all([
    w.anonymous.get('/providers?filter[colour]=red'),
    w.anonymous.get('/providers/not-an-id'),
    w.anonymous.ask('POST', '/providers', '{"data":'),
    w.anonymous.ask('PATCH', `/users/${id}`, change('short')),
    w.anonymous.ask('PATCH', `/users/${id}`, change('a long enough password')),
  ])
  for (const { status, headers } of answers) {
    assert.equal(status, 401)
    assert.equal(headers.get('www-authenticate'), 'Bearer')
  }
})

test('nothing that came in wrong was our fault', () => {
  assert.deepEqual(
    w.logged.filter(({ event }) => event === 'request failed'),
    [],
  )
})
