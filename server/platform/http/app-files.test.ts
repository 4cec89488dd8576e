/** The app as browsers fetch it: what is served, to whom, in which bytes, and under which policy. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type World, world } from '../../testing/index.ts'
import { readApp } from './app-files.ts'

const inline = "document.documentElement.dataset['theme'] = 'dark'"
const html = `<!doctype html><title>App</title><script>${inline}</script><script type="module" src="/assets/app-1.js"></script>`
const script = 'export const answer = 42\n'.repeat(40)
const font = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 1, 2, 3])

const directory = mkdtempSync(join(tmpdir(), 'plumbline-app-'))
let w: World
before(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), html)
  writeFileSync(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(directory, 'assets/app-1.js'), script)
  writeFileSync(join(directory, 'assets/text-1.woff2'), font)
  w = await world({ settings: { WORKER: 'false' }, app: await readApp(directory) })
})
after(async () => {
  await w.close()
  await w.test.close()
  rmSync(directory, { recursive: true, force: true })
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The path as it is written here, and the bytes as they are sent: fetch would tidy up both. */
const ask = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(w.address)
    const asked = request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
const page = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

function assertNotFound({ status, headers, body }: Got, what: string): void {
  assert.equal(status, 404, what)
  assert.equal(headers['content-type'], 'application/vnd.api+json', what)
  assert.match(body.toString(), /"not_found"/, what)
}

describe('the page', () => {
  test('it is at the root, and under every address that a view of the app has', async () => {
    for (const path of [
      '/',
      '/?sort=-severity',
      '/findings',
      '/findings?filter[status]=FAIL',
      '/scans/7d1f',
      '/compliance/cis_2.0_aws?only=failing',
      '/sign-in/saml?id=1',
      '/index.html',
    ]) {
      const { status, headers, body } = await ask(path, page)
      assert.deepEqual([status, body.toString()], [200, html], path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache')
    }
  })

  test('what asks for something else than a page is told that there is nothing', async () => {
    for (const accept of ['application/json', 'application/vnd.api+json', '*/*', 'image/png'])
      assertNotFound(await ask('/findings', { Accept: accept }), accept)
    assertNotFound(await ask('/findings'), 'no Accept')
  })

  test('its policy allows only its own files and its one inline script', async () => {
    const hash = createHash('sha256').update(inline).digest('base64')
    const { headers } = await ask('/findings', page)
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self'; ` +
        `font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; ` +
        `frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    )
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['set-cookie'], undefined)
  })

  test('other files run nothing when somebody opens them by themselves', async () => {
    const { headers } = await ask('/icon.svg', page)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; base-uri 'none'/)
  })
})

describe('a file', () => {
  test('it has the type of its name, and assets never change', async () => {
    for (const [path, type, control] of [
      ['/assets/app-1.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      ['/assets/text-1.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
      ['/icon.svg', 'image/svg+xml', 'no-cache'],
    ] as const) {
      const { status, headers } = await ask(path)
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control']],
        [200, type, control],
      )
    }
  })

  test('it is sent in the encoding that the browser takes', async () => {
    const cases: readonly [accepts: string, encoding: string | undefined][] = [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['br;q=0.0,gzip;q=0', undefined],
      ['identity', undefined],
      ['', undefined],
      ['brotli, xgzip', undefined],
    ]
    for (const [accepts, encoding] of cases) {
      const { headers, body } = await ask('/assets/app-1.js', { 'Accept-Encoding': accepts })
      assert.equal(headers['content-encoding'], encoding, accepts)
      assert.match(String(headers['vary']), /Accept-Encoding/)
      assert.equal(Number(headers['content-length']), body.length)
      const plain =
        encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body
      assert.equal(plain.toString(), script, accepts)
    }
  })

  test('what is compressed already is sent as it is', async () => {
    const { headers, body } = await ask('/assets/text-1.woff2', { 'Accept-Encoding': 'br' })
    assert.deepEqual([headers['content-encoding'], body], [undefined, font])
  })

  test('a browser that has it is told so, by a tag of its own for each encoding', async () => {
    const tags = new Set<string>()
    for (const path of ['/', '/assets/app-1.js'])
      for (const accepts of ['br', 'gzip', 'identity']) {
        const asked = { 'Accept-Encoding': accepts }
        const tag = String((await ask(path, asked)).headers['etag'])
        tags.add(tag)
        for (const named of [tag, `W/${tag}`, `"other", ${tag}`]) {
          const { status, headers, body } = await ask(path, { ...asked, 'If-None-Match': named })
          assert.deepEqual([status, body.length, headers['etag']], [304, 0, tag], named)
        }
        assert.equal((await ask(path, { ...asked, 'If-None-Match': '"other"' })).status, 200)
      }
    assert.equal(tags.size, 6)
  })

  test('HEAD answers like GET, without the bytes', async () => {
    for (const path of ['/', '/assets/app-1.js']) {
      const asked = { ...page, 'Accept-Encoding': 'br' }
      const [got, headed] = [await ask(path, asked), await ask(path, asked, 'HEAD')]
      assert.deepEqual([headed.status, headed.body.length], [200, 0])
      for (const name of [
        'content-type',
        'content-length',
        'content-encoding',
        'etag',
        'cache-control',
      ])
        assert.equal(headed.headers[name], got.headers[name], name)
    }
  })

  test('other methods are refused where there is a file, and unknown addresses stay unknown', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/', '/findings', '/icon.svg']) {
        const { status, headers } = await ask(path, page, method)
        assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD'], `${method} ${path}`)
      }
    assertNotFound(await ask('/nothing.txt', page, 'POST'), 'POST')
    assert.equal((await ask('/', page, 'PROPFIND')).status, 501)
  })
})

test('a missing asset does not return the page, which a browser would load as a script', async () => {
  for (const path of ['/assets/app-0.js', '/assets/', '/assets', '/assets/app', '/favicon.ico'])
    assertNotFound(await ask(path, page), path)
})

test('no path leads out of the build', async () => {
  for (const path of [
    '/../package.json',
    '/assets/../../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/assets//app-1.js',
    '/assets/app-1.js%00.html',
    '/assets/app-1.js/',
    '/.git/HEAD',
    '/.env',
    '/constructor.js',
    '/compliance/.env',
    '/__proto__',
  ])
    assertNotFound(await ask(path, page), path)
})

test('the API, its documentation and the probes are as they are without the app', async () => {
  const bare = await world({ settings: { WORKER: 'false' }, test: w.test, cloud: w.cloud })
  try {
    for (const path of [
      '/api/v1/users/me',
      '/api/v1/schema',
      '/api/v1/nothing',
      '/api/v1',
      '/api/',
      '/api',
      '/health/live',
      '/health/ready',
      '/health/nothing',
      '/health',
    ])
      for (const method of ['GET', 'POST', 'HEAD']) {
        const asked = (address: string) =>
          fetch(address + path, { method, headers: page, redirect: 'manual' })
        const [with_, without] = [await asked(w.address), await asked(bare.address)]
        const what = `${method} ${path}`
        assert.equal(with_.status, without.status, what)
        for (const name of ['content-type', 'content-security-policy', 'cache-control', 'allow'])
          assert.equal(with_.headers.get(name), without.headers.get(name), `${what} ${name}`)
      }
  } finally {
    await bare.close()
  }
})

test('a folder without a page is no app', async () => {
  await assert.rejects(readApp(join(directory, 'assets')), /does not contain index\.html/)
})
