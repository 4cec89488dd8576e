import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const ifNot = (path: string, tag: string): Promise<Answered> =>
  w.acme.ask('GET', path, undefined, { 'If-None-Match': tag })

test('a GET whose answer the client has is answered without it', async () => {
  for (const path of ['/roles', '/users/me', '/schema', '/tenants?page[size]=1']) {
    const first = await w.acme.get(path)
    const tag = first.headers.get('etag') ?? ''
    assert.match(tag, /^"[\w-]{27}"$/, path)
    for (const named of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ifNot(path, named)
      assert.deepEqual([again.status, again.text], [304, ''], `${path} ${named}`)
      assert.equal(again.headers.get('etag'), tag)
      assert.match(again.headers.get('transaction-id') ?? '', /^[0-9a-f]{32}$/)
    }
  }
})

test('what has changed since is sent, under another tag', async () => {
  const before = (await w.acme.get('/roles')).headers.get('etag') ?? ''
  await w.acme.make('/roles', 'roles', { name: 'Newcomer' })
  const now = await ifNot('/roles', before)
  assert.equal(now.status, 200)
  assert.notEqual(now.headers.get('etag'), before)
})

test('a tag opens nothing: rights are asked first', async () => {
  const tag = (await w.acme.get('/roles')).headers.get('etag') ?? ''
  const refused = await w.anonymous.ask('GET', '/roles', undefined, { 'If-None-Match': tag })
  assert.equal(refused.status, 401)
})

test('every answer names its transaction, the one that the request named when that is one', async () => {
  const given = 'a'.repeat(32)
  const named = (id: string): Promise<Answered> =>
    w.acme.ask('GET', '/roles', undefined, { 'Transaction-ID': id })
  assert.equal((await named(given)).headers.get('transaction-id'), given)
  for (const bad of ['x', 'A'.repeat(32), 'a'.repeat(33)])
    assert.match((await named(bad)).headers.get('transaction-id') ?? '', /^(?!a{32})[0-9a-f]{32}$/)
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['PUT', '/roles'],
    ['POST', '/roles'],
    ['GET', '/%zz'],
  ] as const) {
    const { headers } = await w.anonymous.ask(method, path)
    assert.match(headers.get('transaction-id') ?? '', /^[0-9a-f]{32}$/, path)
  }
})
