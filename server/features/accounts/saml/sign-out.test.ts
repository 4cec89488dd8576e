/** An identity provider signs a user out: which sessions end, and which requests are rejected. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Answered, Client, type World, world } from '../../../testing/index.ts'
import { Listening } from '../../../testing/listening.ts'
import { begin, configure, follow, post, signIn } from './testing/browser.ts'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import { IdentityProvider, type SignOut } from './testing/identity-provider.ts'

let w: World
let domain: string
let rivalDomain: string
const provider = new IdentityProvider()
const rivalProvider = new IdentityProvider('https://rival-idp.example/')
const foreignSigner = makeSigner()
before(async () => {
  w = await world()
  domain = await configure(w.acme, provider)
  rivalDomain = await configure(w.rival, rivalProvider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Session {
  readonly client: Client
  readonly refresh: string
}
async function session(
  nameId: string,
  sessionIndex?: string,
  at = { domain, provider, tenantId: w.acme.tenantId },
): Promise<Session> {
  const about = { nameId, attributes: { userType: 'Auditors' } }
  const signedIn = sessionIndex === undefined ? about : { ...about, sessionIndex }
  const answer = await signIn(w, at.domain, at.provider, signedIn)
  assert.equal(answer.status, 200, answer.text)
  const authorization = `Bearer ${answer.item.text('access')}`
  const client = new Client(w.base, { tenantId: at.tenantId, userId: '', email: '', authorization })
  return { client, refresh: answer.item.text('refresh') }
}

/** Whether its access token and its refresh token still open something; never one of the two alone. */
async function lives({ client, refresh }: Session): Promise<boolean> {
  const asked = (await client.get('/users/me')).status
  const attributes = { refresh }
  const data = { type: 'tokens-refresh', attributes }
  const refreshed = (await w.anonymous.ask('POST', '/tokens/refresh', { data })).status
  assert.ok((asked === 200) === (refreshed === 200), `${asked} ${refreshed}`)
  return asked === 200
}

const sls = (of = domain): string => `${w.base}/accounts/saml/${of}/sls/`
async function bring(search: string, of = domain): Promise<Answered> {
  const response = await fetch(`${sls(of)}?${search}`, { redirect: 'manual' })
  return new Answered(response.status, response.headers, await response.text())
}
const request = (nameId: string, more: Partial<SignOut> = {}): string =>
  provider.signOut({ destination: sls(), nameId, now: Date.now(), ...more })
const signOut = (nameId: string, more: Partial<SignOut> = {}): Promise<Answered> =>
  bring(provider.redirected(request(nameId, more)))
const refused = ({ status, fault, text }: Answered, name: string): void =>
  assert.deepEqual([status, fault.code], [403, 'saml_refused'], `${name}: ${text}`)

test('a request to sign out ends every session of the name, and the provider hears so', async () => {
  const nameId = `ann@${domain}`
  const [one, two] = [await session(nameId, '_1'), await session(nameId)]
  const other = await session(`bea@${domain}`, '_1')
  const xml = request(nameId, { id: '_the-request' })
  const answer = await bring(provider.redirected(xml, { relayState: 'state & more' }))
  assert.equal(answer.status, 302, answer.text)
  const there = new URL(answer.headers.get('location') ?? '')
  assert.equal(there.origin + there.pathname, 'https://idp.example/slo')
  assert.equal(there.searchParams.get('RelayState'), 'state & more')
  const packed = Buffer.from(there.searchParams.get('SAMLResponse') ?? '', 'base64')
  const response = inflateRawSync(packed).toString()
  assert.match(response, /^<samlp:LogoutResponse /)
  assert.match(response, / InResponseTo="_the-request"/)
  assert.match(response, /status:Success/)
  assert.ok(response.includes(`<saml:Issuer>${w.base}/accounts/saml/${domain}/metadata/<`))
  assert.deepEqual([await lives(one), await lives(two), await lives(other)], [false, false, true])
})

test('a request that names sessions ends these and leaves the others of the name', async () => {
  const nameId = `cid@${domain}`
  const [one, two] = [await session(nameId, '_one'), await session(nameId, '_two')]
  const [three, bare] = [await session(nameId, '_three'), await session(nameId)]
  const indexes = ['_one', '_two', '_unknown']
  assert.equal((await signOut(nameId, { indexes })).status, 302)
  const alive = [await lives(one), await lives(two), await lives(three), await lives(bare)]
  assert.deepEqual(alive, [false, false, true, true])
})

test('its open streams end, and who was signed out may sign in again', async () => {
  const nameId = `dan@${domain}`
  const { client } = await session(nameId)
  const provider_id = await w.acme.provider()
  await w.acme.scanOnly(provider_id, 's3', 'iam', 'ec2')
  const task = await w.acme.make(
    '/scans',
    'scans',
    {},
    { provider: { type: 'providers', id: provider_id } },
  )
  const restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
  try {
    const path = `${w.base}/scans/${task.text('task_args', 'scan_id')}/event-stream`
    const listening = await Listening.to(path, { Authorization: client.authorization })
    assert.equal(listening.status, 200)
    assert.equal((await signOut(nameId)).status, 302)
    await listening.ended
  } finally {
    restore()
  }
  assert.equal(await lives(await session(nameId)), true)
})

test('what another tenant’s provider started under the same name goes on', async () => {
  // Tenant and provider must both match the request: the name alone ends nothing.
  const rival = { domain: rivalDomain, provider: rivalProvider, tenantId: w.rival.tenantId }
  const theirs = await session(`eve@${rivalDomain}`, '_1', rival)
  assert.equal((await signOut(`eve@${rivalDomain}`)).status, 302)
  assert.equal(await lives(theirs), true)
})

test('nor do sessions that the user started with a password end, or those of a provider before', async () => {
  const owner = await w.user()
  const own = await configure(owner, provider)
  const at = { domain: own, provider, tenantId: owner.tenantId }
  const before = await session(`fay@${own}`, '_1', at)
  const [config] = (await owner.get('/saml-config')).items
  const next = new IdentityProvider('https://next-idp.example/')
  const attributes = { metadata_xml: next.metadata() }
  const data = { type: 'saml-configurations', id: config?.id, attributes }
  assert.equal((await owner.ask('PATCH', `/saml-config/${config?.id}`, { data })).status, 200)
  const xml = next.signOut({ destination: sls(own), nameId: `fay@${own}`, now: Date.now() })
  assert.equal((await bring(next.redirected(xml), own)).status, 302)
  assert.equal(await lives(before), true)
  assert.equal((await owner.get('/users/me')).status, 200)
})

test('a request is taken once: brought again, it ends no session that started since', async () => {
  const nameId = `gil@${domain}`
  const first = await session(nameId)
  const search = provider.redirected(request(nameId))
  assert.equal((await bring(search)).status, 302)
  assert.equal(await lives(first), false)
  const second = await session(nameId)
  refused(await bring(search), 'brought again')
  assert.equal(await lives(second), true)
})

test('a sign-in that is not finished leads nowhere once its name was signed out', async () => {
  const nameId = `hal@${domain}`
  const started = await begin(w, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId })
  const taken = await post(started.acs, xml)
  assert.equal((await signOut(nameId)).status, 302)
  refused(await follow(taken, started.cookie), 'finished too late')
})

test('a sign-out is noted for whoever it was about', async () => {
  const nameId = `ida@${domain}`
  const { client } = await session(nameId)
  const { id } = (await client.get('/users/me')).item
  await signOut(nameId)
  const noted = await w.acme.get('/audit-events?filter[action]=saml_sls&page[size]=100')
  const about = noted.items.filter((one) => one.at('resource_id') === id)
  assert.equal(about.length, 1, noted.text)
})

const hostile: Readonly<Record<string, (nameId: string) => string>> = {
  'no signature': (nameId) => provider.redirected(request(nameId), { signer: null }),
  'an unknown key': (nameId) => provider.redirected(request(nameId), { signer: foreignSigner }),
  'the key of another tenant’s provider': (nameId) =>
    provider.redirected(request(nameId), { signer: rivalProvider.signer }),
  'another request under a good signature': (nameId) => {
    const good = new URLSearchParams(provider.redirected(request(`mal@${domain}`)))
    const evil = provider.redirected(request(nameId)).split('&')[0]
    good.delete('SAMLRequest')
    return `${evil}&${good.toString()}`
  },
  'two requests, the second one signed': (nameId) => {
    const evil = provider.redirected(request(nameId), { signer: null })
    return `${evil}&${provider.redirected(request(`mal@${domain}`))}`
  },
  'two requests, the first one signed': (nameId) => {
    const evil = provider.redirected(request(nameId), { signer: null })
    return `${provider.redirected(request(`mal@${domain}`))}&${evil}`
  },
  'a state that was not signed': (nameId) => `${provider.redirected(request(nameId))}&RelayState=x`,
  'a response beside it': (nameId) => `${provider.redirected(request(nameId))}&SAMLResponse=x`,
  'weak hashes': (nameId) =>
    provider.redirected(request(nameId), {
      algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      hash: 'sha1',
    }),
  'an algorithm that names a property of every object': (nameId) =>
    provider.redirected(request(nameId), { algorithm: 'constructor' }),
  'a signature inside and none outside': (nameId) =>
    provider.redirected(
      request(nameId, { more: '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>' }),
      { signer: null },
    ),
  'another issuer': (nameId) =>
    provider.redirected(request(nameId, { issuer: 'https://other.example/' })),
  'another destination': (nameId) =>
    provider.redirected(request(nameId, { destination: sls(rivalDomain) })),
  'no destination': (nameId) =>
    provider.redirected(request(nameId).replace(/ Destination="[^"]*"/, '')),
  'a time that is over': (nameId) =>
    provider.redirected(request(nameId, { now: Date.now() - 600_000 })),
  'a time to come': (nameId) => provider.redirected(request(nameId, { now: Date.now() + 600_000 })),
  'no time': (nameId) => provider.redirected(request(nameId).replace(/ IssueInstant="[^"]*"/, '')),
  'an end that is over': (nameId) =>
    provider.redirected(
      request(nameId).replace(' ID=', ' NotOnOrAfter="2026-01-01T00:00:00Z" ID='),
    ),
  'no ID': (nameId) => provider.redirected(request(nameId).replace(/ ID="[^"]*"/, '')),
  'an ID that is markup': (nameId) =>
    provider.redirected(request(nameId, { id: '_&quot;&gt;&lt;x' })),
  'two names': (nameId) =>
    provider.redirected(request(`mal@${domain}`, { more: `<saml:NameID>${nameId}</saml:NameID>` })),
  'an encrypted name': (nameId) =>
    provider.redirected(request(nameId).replaceAll('saml:NameID', 'saml:EncryptedID')),
  'a comment in the name': (nameId) =>
    provider.redirected(request(nameId).replace(`@${domain}<`, `@${domain}<!---->.evil<`)),
  'an entity from a file': (nameId) =>
    provider.redirected(`<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${request(nameId)}`),
  'a response': (nameId) =>
    provider.redirected(request(nameId).replaceAll('LogoutRequest', 'LogoutResponse')),
  'another version': (nameId) => provider.redirected(request(nameId).replace('"2.0"', '"1.1"')),
  'sessions beyond counting': (nameId) =>
    provider.redirected(request(nameId, { indexes: Array.from({ length: 101 }, () => '_x') })),
  'what unpacks to a gigabyte': () => {
    const bomb = deflateRawSync(Buffer.alloc(8_000_000, ' ')).toString('base64')
    return provider
      .redirected('x')
      .replace(/SAMLRequest=[^&]*/, `SAMLRequest=${encodeURIComponent(bomb)}`)
  },
  'a gigabyte that is signed': () => provider.redirected(' '.repeat(8_000_000)),
  'what is not packed': (nameId) => `SAMLRequest=${encodeURIComponent(request(nameId))}`,
  'an escape that is none': () => 'SAMLRequest=%E0%A4%A&SigAlg=%ZZ&Signature=%',
  nothing: () => 'SAMLRequest=&SigAlg=&Signature=',
}
for (const [name, search] of Object.entries(hostile)) {
  test(`a sign-out is refused for ${name}, and ends nothing`, async () => {
    const nameId = `victim@${domain}`
    const victim = await session(nameId, '_x')
    refused(await bring(search(nameId)), name)
    assert.equal(await lives(victim), true)
    const said = w.logged.findLast(({ event }) => event === 'saml sign-out rejected')
    assert.match(String(said?.facts['reason']), /\.$/)
  })
}

test('a request that is posted is refused, and the browser of one that has none is sent home', async () => {
  const body = `SAMLRequest=${encodeURIComponent(Buffer.from(request(`x@${domain}`)).toString('base64'))}`
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const posted = await fetch(sls(), { method: 'POST', headers, body, redirect: 'manual' })
  assert.equal(posted.status, 403)
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(sls(), { method, redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${w.address}/`])
  }
})

test('our metadata say where to send such requests, and a provider without such a place has us go home', async () => {
  const described = await (await fetch(`${w.base}/accounts/saml/${domain}/metadata/`)).text()
  const service = /<SingleLogoutService Binding="([^"]+)" Location="([^"]+)"\/>/.exec(described)
  assert.match(service?.[1] ?? '', /bindings:HTTP-Redirect$/)
  assert.equal(service?.[2], sls())
  const owner = await w.user()
  const plain = new IdentityProvider()
  const metadata = plain.metadata.bind(plain)
  plain.metadata = (certificate) => metadata(certificate).replace(/<SingleLogoutService [^>]*>/, '')
  const own = await configure(owner, plain)
  const xml = plain.signOut({ destination: sls(own), nameId: `x@${own}`, now: Date.now() })
  const answer = await bring(plain.redirected(xml), own)
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${w.address}/`])
})
