// TLS verification and client certificates of the HTTP client, and isolation between sessions.
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import type { HttpTls } from '../kit/index.ts'
import { makeAuthority } from '../testing/certificates.ts'
import { httpClient } from '../testing/http-client.ts'
import type { HttpOptions } from './http.ts'

const authority = makeAuthority()
const unknown = makeAuthority('an unknown authority')
const [ann, bob] = ['ann', 'bob'].map((name) => authority.issue(name))

/** Responds with the name in the client certificate and the index of the connection. */
async function server(t: TestContext, hosts = ['127.0.0.1'], name = 'server') {
  const own = authority.issue(name, hosts)
  const how = { ...own, ca: authority.ca, requestCert: true, rejectUnauthorized: false }
  const connections: TLSSocket[] = []
  const served = createServer(how, ({ socket }, response) => {
    const tls = socket as TLSSocket
    if (!connections.includes(tls)) connections.push(tls)
    const { subject } = tls.getPeerCertificate()
    const caller = tls.authorized ? String(subject?.CN) : 'anonymous'
    response.end(`${caller} ${connections.indexOf(tls)}`)
  })
  await new Promise<void>((done) => served.listen(0, '127.0.0.1', done))
  t.after(() => {
    served.closeAllConnections()
    served.close()
  })
  return new URL(`https://127.0.0.1:${(served.address() as AddressInfo).port}`)
}

function door(t: TestContext, options: Partial<HttpOptions>) {
  const { get, http } = httpClient(t, { retries: 2, ...options })
  return { get: (url: URL, tls?: HttpTls) => get(url, { ...(tls && { tls }) }), http }
}

test('a certificate is shown to whom it is meant for, and a connection is never another identity’s', async (t) => {
  const url = await server(t)
  const { get } = door(t, { origin: { url, isTrusted: true } })
  const { ca } = authority
  const calls = [{ ca, ...ann }, { ca, ...bob }, { ca }, { ca, ...ann }, { ca }, { ca, ...bob }]
  const answers: string[] = []
  for (const tls of calls) answers.push(await get(url, tls))
  deepEqual(answers, ['ann 0', 'bob 1', 'anonymous 2', 'ann 0', 'anonymous 2', 'bob 1'])
})

test('a server that the named authority did not sign gets one connection and no request', async (t) => {
  const url = await server(t)
  const { get, http } = door(t, { origin: { url, isTrusted: true } })
  await rejects(get(url, { ca: unknown.ca }), { code: 'certificate_refused' })
  await rejects(get(url), { code: 'certificate_refused' })
  deepEqual(
    http.statistics().map(({ answers }) => answers),
    [{ certificate_refused: 2 }],
  )
})

test('a certificate has to be for the host, or for the name that stands in for it', async (t) => {
  const url = await server(t, ['cluster.example'])
  const { get } = door(t, { origin: { url, isTrusted: true } })
  const { ca } = authority
  await rejects(get(url, { ca }), { code: 'certificate_refused' })
  await rejects(get(url, { ca, servername: 'other.example' }), { code: 'certificate_refused' })
  equal(await get(url, { ca, servername: 'cluster.example' }), 'anonymous 0')
})

test('a user of a cluster who is called as its host is not taken for it', async (t) => {
  const url = await server(t, [], 'cluster.example')
  const { get } = door(t, { origin: { url, isTrusted: true } })
  const { ca } = authority
  await rejects(get(url, { ca, servername: 'cluster.example' }), { code: 'certificate_refused' })
})

test('an address may stand in for the host as well, and is then the only one that counts', async (t) => {
  const { ca } = authority
  const inside = await server(t, ['10.96.0.1'])
  const { get } = door(t, { origin: { url: inside, isTrusted: true } })
  equal(await get(inside, { ca, servername: '10.96.0.1' }), 'anonymous 0')
  await rejects(get(inside, { ca, servername: '10.96.0.2' }), { code: 'certificate_refused' })
  const url = await server(t)
  const named = door(t, { origin: { url, isTrusted: true } })
  await rejects(named.get(url, { ca, servername: '10.96.0.1' }), { code: 'certificate_refused' })
})

test('an origin that a secret names is the only one that is called, and public unless it is trusted', async (t) => {
  const url = await server(t)
  const other = new URL(`https://127.0.0.1:${Number(url.port) + 1}`)
  const plain = new URL(`http://127.0.0.1:${url.port}`)
  const trusted = door(t, { origin: { url, isTrusted: true } })
  for (const one of [other, plain, new URL('https://example.com')])
    await rejects(trusted.get(one, authority), { code: 'host_refused' })
  const untrusted = door(t, { origin: { url, isTrusted: false } })
  await rejects(untrusted.get(url, authority), { code: 'host_refused' })
  await rejects(door(t, { origin: { url: plain, isTrusted: true } }).get(plain), {
    code: 'host_refused',
  })
})

test('a name that leads to a private address is refused before anything is connected', async (t) => {
  const served = await server(t)
  const url = new URL(`https://localhost:${served.port}`)
  const { get } = door(t, { origin: { url, isTrusted: false } })
  await rejects(get(url, authority), { code: 'host_refused' })
})
