// The HTTP client behind a proxy: what the proxy gets, and what is refused before.
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { createServer } from 'node:https'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction, Server } from 'node:net'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeAuthority } from '../testing/certificates.ts'
import { startTestProxy, type TestProxyOptions } from '../testing/proxy.ts'
import { httpClient } from '../testing/http-client.ts'
import type { HttpOptions } from './http.ts'
import { proxiesOf } from './proxy.ts'

const authority = makeAuthority()
const tls = { ca: authority.ca }
const hello: RequestListener = ({ headers, url }, response) =>
  response.end(`${headers.host} ${url} ${headers['proxy-authorization'] ?? '-'}`)

async function portOf(t: TestContext, server: Server & { closeAllConnections(): void }) {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const secure = (t: TestContext, name = 'host.example'): Promise<number> =>
  portOf(t, createServer(authority.issue('server', [name]), hello))
const plain = (t: TestContext): Promise<number> => portOf(t, createPlainServer(hello))

/** Every name resolves to this address; null: none does. */
const resolving =
  (address: string | null): LookupFunction =>
  (_name, _options, done) =>
    address === null
      ? done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '')
      : done(null, [{ address, family: 4 }])

async function client(
  t: TestContext,
  options: Partial<HttpOptions> & { readonly proxy?: TestProxyOptions; readonly user?: string },
  environment: Readonly<Record<string, string>> = {},
) {
  const proxy = await startTestProxy(options.proxy)
  const url = proxy.url.replace('://', options.user ? `://${options.user}@` : '://')
  t.after(() => proxy.close())
  const { get: send } = httpClient(t, {
    proxies: proxiesOf({ HTTPS_PROXY: url, HTTP_PROXY: url, ...environment }),
    ...options,
  })
  const get = (target: string, signal?: AbortSignal): Promise<string> =>
    send(target, { tls, ...(signal && { signal }) })
  return { get, seen: proxy.seen }
}

test('the proxy alone resolves the host of an endpoint, and keeps the connection', async (t) => {
  const port = await secure(t)
  const url = `https://host.example:${port}`
  const { get, seen } = await client(t, { endpoint: url, lookup: resolving(null) })
  equal(await get(`${url}/a`), `host.example:${port} /a -`)
  equal(await get(`${url}/b`), `host.example:${port} /b -`)
  deepEqual(seen, [`CONNECT host.example:${port}`])
})

test('the proxy alone resolves the fixed hosts of a provider', async (t) => {
  const port = await secure(t, 'api.cloud.example')
  const { get, seen } = await client(t, { hosts: ['.cloud.example'], lookup: resolving(null) })
  equal(await get(`https://api.cloud.example:${port}/`), `api.cloud.example:${port} / -`)
  deepEqual(seen, [`CONNECT api.cloud.example:${port}`])
})

test('plain HTTP is sent to the proxy in absolute form, with credentials for the proxy only', async (t) => {
  const port = await plain(t)
  const url = `http://host.example:${port}`
  const options = { endpoint: url, user: 'me:word', proxy: { credentials: 'me:word' } }
  const { get, seen } = await client(t, options)
  equal(await get(`${url}/a?b=c`), `host.example:${port} /a?b=c -`)
  deepEqual(seen, [`GET ${url}/a?b=c`])
})

test('requests to this machine and to hosts in NO_PROXY are direct', async (t) => {
  const port = await plain(t)
  for (const host of ['127.0.0.1', 'localhost', 'host.example']) {
    const url = `http://${host}:${port}`
    const options = {
      endpoint: url,
      ...(host === 'host.example' && { lookup: resolving('127.0.0.1') }),
    }
    const { get, seen } = await client(t, options, { NO_PROXY: `host.example:${port}` })
    equal(await get(`${url}/`), `${host}:${port} / -`)
    deepEqual(seen, [])
  }
})

const named = (url: string): Partial<HttpOptions> => ({
  origin: { url: new URL(url), isTrusted: false, ports: [new URL(url).port] },
})

test('the proxy does not get the host of a user whose address is internal, or not known here', async (t) => {
  for (const [host, address] of [
    ['host.example', '10.0.0.1'],
    ['host.example', '169.254.169.254'],
    ['host.example', null],
    ['10.0.0.1', '10.0.0.1'],
    ['[::ffff:127.0.0.2]', null],
  ] as const) {
    const url = `https://${host}`
    const { get, seen } = await client(t, { ...named(url), lookup: resolving(address) })
    await rejects(get(`${url}/`), { code: 'host_refused' })
    deepEqual(seen, [], `${host} ${address}`)
  }
})

test('a user cannot tell how a name failed to resolve', async (t) => {
  const failing =
    (code: string): LookupFunction =>
    (_name, _options, done) =>
      done(Object.assign(new Error(code), { code }), '')
  for (const lookup of [
    failing('EAI_AGAIN'),
    failing('EAI_FAIL'),
    failing('ENOTFOUND'),
    () => {},
  ]) {
    const options = { ...named('https://host.example'), lookup, connectTimeoutMs: 200 }
    for (const NO_PROXY of ['', '*']) {
      const { get } = await client(t, options, { NO_PROXY })
      await rejects(get('https://host.example/'), { code: 'host_refused' })
    }
  }
})

test('a host of a user is requested again after a failure of the proxy, which is reported', async (t) => {
  for (const [status, code, attempts] of [
    [503, 'proxy_failed', 2],
    [407, 'proxy_refused', 1],
  ] as const) {
    const options = { ...named('https://host.example'), lookup: resolving('192.0.78.9') }
    const { get, seen } = await client(t, { ...options, proxy: { status } })
    await rejects(get('https://host.example/'), { code })
    equal(seen.length, attempts)
  }
})

test('the proxy gets the host of a user whose addresses are public', async (t) => {
  const url = `https://host.example:${await secure(t)}`
  const { get } = await client(t, { ...named(url), lookup: resolving('192.0.78.9') })
  match(await get(`${url}/x`), /\/x/)
})

test("the proxy gets the checked address if the user's own authority signs the certificate", async (t) => {
  const port = await secure(t)
  const url = `https://host.example:${port}`
  const { get, seen } = await client(t, { ...named(url), lookup: resolving('192.0.78.9') })
  equal(await get(`${url}/`), `host.example:${port} / -`)
  deepEqual(seen, [`CONNECT 192.0.78.9:${port}`])
})

test('with PROXY_RESOLVES_NAMES, the proxy gets names that this machine cannot resolve, but no internal address', async (t) => {
  const environment = { PROXY_RESOLVES_NAMES: 'true' }
  const url = `https://host.example:${await secure(t)}`
  const one = await client(t, { ...named(url), lookup: resolving(null) }, environment)
  match(await one.get(`${url}/x`), /\/x/)
  const other = await client(t, named('https://10.0.0.1'), environment)
  await rejects(other.get('https://10.0.0.1/'), { code: 'host_refused' })
  deepEqual(other.seen, [])
})

test('a user cannot tell from the response of the proxy whether a name exists', async (t) => {
  for (const status of [403, 502, 503]) {
    const { get } = await client(
      t,
      { ...named('https://host.example'), proxy: { status }, lookup: resolving(null) },
      { PROXY_RESOLVES_NAMES: 'true' },
    )
    await rejects(get('https://host.example/'), {
      code: 'host_refused',
      message: 'host.example does not resolve to a public address.',
    })
  }
})

const refusals: readonly (readonly [string, TestProxyOptions, string, RegExp, number])[] = [
  [
    'wrong credentials',
    { credentials: 'me:word' },
    'proxy_refused',
    /credentials \(status 407\)/,
    1,
  ],
  ['a host that it does not allow', { status: 403 }, 'proxy_refused', /does not allow .*403/, 1],
  ['a host that it cannot connect to', { status: 502 }, 'proxy_failed', /could not connect/, 2],
  [
    'a name that it cannot resolve',
    { status: 503, headers: { 'X-Squid-Error': 'ERR_DNS_FAIL 0' } },
    'host_not_found',
    /cannot resolve host\.example/,
    2,
  ],
]
for (const [what, proxy, code, message, attempts] of refusals) {
  test(`reports ${what} of the proxy`, async (t) => {
    const options = { endpoint: 'https://host.example', user: 'me:other', proxy }
    const { get, seen } = await client(t, options)
    await rejects(get('https://host.example/'), (error: Error & { code: string }) => {
      equal(error.code, code)
      match(error.message, message)
      return !error.message.includes('other')
    })
    equal(seen.length, attempts)
  })
}

test('reports rejected credentials also for plain HTTP', async (t) => {
  const options = { endpoint: 'http://host.example', proxy: { credentials: 'me:word' } }
  const { get } = await client(t, options)
  await rejects(get('http://host.example/'), { code: 'proxy_refused' })
})

test('reports a proxy that cannot be reached', async (t) => {
  const port = await plain(t)
  for (const scheme of ['https', 'http']) {
    const url = `${scheme}://host.example`
    const proxies = proxiesOf({ [`${scheme}_proxy`]: `https://127.0.0.1:${port}` })
    const { get } = await client(t, { endpoint: url, proxies })
    await rejects(get(url), { code: 'proxy_failed' })
  }
})

test('a proxy over TLS is verified by its own name, also with an additional authority', async (t) => {
  const url = `https://host.example:${await secure(t)}`
  const certificate = (host: string) => ({ certificate: authority.issue('proxy', [host]) })
  const unknown = await client(t, { endpoint: url, proxy: certificate('127.0.0.1') })
  await rejects(unknown.get(url), { code: 'proxy_failed' })
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, authority.ca])
  t.after(() => setDefaultCACertificates(known))
  const { get, seen } = await client(t, { endpoint: url, proxy: certificate('127.0.0.1') })
  match(await get(`${url}/a`), /\/a/)
  equal(seen.length, 1)
  const other = await client(t, { endpoint: url, proxy: certificate('other.example') })
  await rejects(other.get(url), { code: 'proxy_failed' })
})

test('a canceled call ends while the proxy does not respond', async (t) => {
  const silent = await portOf(
    t,
    createPlainServer().on('connect', () => cancel.abort()),
  )
  const cancel = new AbortController()
  const proxies = proxiesOf({ https_proxy: `http://127.0.0.1:${silent}` })
  const { get } = await client(t, { endpoint: 'https://host.example', proxies })
  await rejects(get('https://host.example/', cancel.signal), { name: 'AbortError' })
})

test('a certificate for another name is rejected behind a proxy too', async (t) => {
  const url = `https://host.example:${await secure(t, 'other.example')}`
  const { get } = await client(t, { endpoint: url })
  await rejects(get(url), { code: 'certificate_refused' })
})
