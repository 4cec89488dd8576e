import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { permissions } from '../../../platform/tenancy/index.ts'
import { type Answered, Client, password, type World, world } from '../../../testing/index.ts'
import { member } from '../../../testing/member.ts'
import { prove } from '../../../testing/proven.ts'
import { begin, configure, follow, initiate, post, proveDomain, signIn } from './testing/browser.ts'
import { IdentityProvider } from './testing/identity-provider.ts'

let w: World
let domain: string
const provider = new IdentityProvider()
before(async () => {
  w = await world()
  domain = await configure(w.acme, provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

const as = (answer: Answered): Client => {
  const who = { tenantId: w.acme.tenantId, userId: '', email: '' }
  return new Client(w.base, { ...who, authorization: `Bearer ${answer.item.text('access')}` })
}

/** Names of the caller's roles. */
const rolesOf = async (answer: Answered): Promise<readonly string[]> => {
  const me = await as(answer).get('/users/me?include=roles')
  return me.included.map((role) => role.text('name'))
}

test('a member of the domain signs in with the identity provider of his tenant', async () => {
  const nameId = `ann@${domain}`
  const answer = await signIn(w, domain, provider, {
    nameId,
    attributes: { firstName: 'Ann', lastName: 'Example', organization: 'Acme' },
  })
  assert.equal(answer.status, 200, answer.text)
  const me = (await as(answer).get('/users/me')).item
  assert.deepEqual(
    [me.text('email'), me.text('name'), me.text('company_name')],
    [nameId, 'Ann Example', 'Acme'],
  )
  assert.deepEqual(await rolesOf(answer), ['read_only'])
})

test('who has no address in the domain gets a sentence, and administrators find it in the audit log', async () => {
  const started = await begin(w, domain)
  const unnamed = { ...started, now: Date.now(), nameId: 'opaque', attributes: { groups: 'a' } }
  const xml = provider.signedResponse(unnamed)
  const answer = await post(started.acs, xml)
  assert.deepEqual([answer.status, answer.fault.code], [403, 'saml_refused'])
  assert.match(answer.fault.detail ?? '', /sent no email address\. .* It sent: groups\.$/)
  assert.equal((await post(started.acs, xml)).status, 403)
  const events = (await w.acme.get('/audit-events?filter[action]=saml_refused')).items
  assert.equal(events.length, 1)
  assert.equal(events[0]?.at('after', 'reason'), answer.fault.detail)
})

test('who has no role and no user-type gets another least role when the name is taken', async () => {
  const other = await w.user()
  await other.make('/roles', 'roles', { name: 'read_only', manage_scans: true })
  const own = await configure(other, provider)
  const answer = await signIn(w, own, provider, { nameId: `bea@${own}` })
  assert.deepEqual(await rolesOf(answer), ['read_only_0'])
})

test('a user-type that is no role yet becomes one that sees everything and manages nothing', async () => {
  const nameId = `cid@${domain}`
  const answer = await signIn(w, domain, provider, { nameId, attributes: { userType: 'Auditors' } })
  const [role] = (await as(answer).get('/users/me?include=roles')).included
  assert.equal(role?.text('name'), 'Auditors')
  assert.equal(role?.at('unlimited_visibility'), true)
  assert.equal(role?.text('permission_state'), 'none')
  const again = await signIn(w, domain, provider, { nameId, attributes: { userType: ' ' } })
  assert.deepEqual(await rolesOf(again), ['Auditors'], 'a blank user-type leaves the roles')
})

test('the last who manages the account keeps that, whatever user-type is sent', async () => {
  const last = await w.user()
  await prove(w, last.email)
  const own = last.email.split('@')[1] ?? ''
  const made = await last.ask('POST', '/saml-config', {
    data: {
      type: 'saml-configurations',
      attributes: { email_domain: own, metadata_xml: provider.metadata() },
    },
  })
  assert.equal(made.status, 201, made.text)
  await proveDomain(last)
  const attributes = { userType: 'Reader' }
  const answer = await signIn(w, own, provider, { nameId: last.email, attributes })
  assert.deepEqual([...(await rolesOf(answer))].sort(), ['Reader', 'admin'])
  await last.ask('DELETE', `/saml-config/${made.item.id}`)
})

test('who manages integrations alone sets no provider up and takes none away, for it gives roles', async () => {
  const owner = await w.user()
  const own = await configure(owner, provider)
  const [config] = (await owner.get('/saml-config')).items
  const id = config?.id ?? ''
  const attributes = { email_domain: `x${own}`, metadata_xml: provider.metadata() }
  const data = { type: 'saml-configurations', attributes }
  const { client } = await member(w, owner, ['manage_integrations'])
  assert.equal((await client.get(`/saml-config/${id}`)).status, 200)
  for (const [method, path, body] of [
    ['POST', '/saml-config', { data }],
    ['PATCH', `/saml-config/${id}`, { data: { ...data, id } }],
    ['DELETE', `/saml-config/${id}`, undefined],
  ] as const) {
    const { status, fault } = await client.ask(method, path, body)
    assert.deepEqual([status, fault.code], [403, 'manage_account_needed'], method)
  }
})

test('a provider that no owner set up does not speak for owners', async () => {
  const owner = await w.user()
  const own = owner.email.split('@')[1] ?? ''
  await prove(w, owner.email)
  const { client } = await member(w, owner, [...permissions, 'unlimited_visibility'])
  const attributes = { email_domain: own, metadata_xml: provider.metadata() }
  const data = { type: 'saml-configurations', attributes }
  const { item } = await client.ask('POST', '/saml-config', { data })
  await proveDomain(client)
  const refused = await signIn(w, own, provider, { nameId: owner.email })
  assert.deepEqual([refused.status, refused.fault.code], [403, 'not_linked'])
  const path = `/saml-config/${item.id}`
  const same = { data: { type: data.type, id: item.id, attributes: {} } }
  assert.equal((await owner.ask('PATCH', path, same)).status, 200)
  assert.equal((await signIn(w, own, provider, { nameId: owner.email })).status, 200)
  assert.equal((await owner.ask('DELETE', path)).status, 204)
})

test('an assertion does not open the session of somebody who is not a member of the tenant', async () => {
  const nonMember = await w.user()
  const own = await configure(await w.user(), provider)
  const email = `${nonMember.userId.slice(0, 8)}@${own}`
  await nonMember.ask('PATCH', `/users/${nonMember.userId}`, {
    data: { type: 'users', attributes: { email, current_password: password } },
  })
  await prove(w, email)
  const answer = await signIn(w, own, provider, { nameId: email })
  assert.deepEqual([answer.status, answer.fault.code], [403, 'not_linked'])
})

test('nor of a member who belongs to another tenant too', async () => {
  const { client } = await member(w, w.acme) // the user also has a first tenant
  const email = `dan@${domain}`
  const own = await w.test.administer(
    `update users set email = '${email}', email_verified = true where id = '${client.userId}' returning id`,
  )
  assert.equal(own.length, 1)
  const answer = await signIn(w, domain, provider, { nameId: email })
  assert.deepEqual([answer.status, answer.fault.code], [403, 'not_linked'])
})

test('a finished sign-in is exchanged for tokens once', async () => {
  const started = await begin(w, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId: `eve@${domain}` })
  const finished = await follow(await post(started.acs, xml), started.cookie)
  const to = new URL(finished.headers.get('location') ?? '')
  assert.equal(to.pathname, '/welcome')
  const path = `/tokens/saml?id=${to.searchParams.get('id')}`
  assert.equal((await w.anonymous.ask('POST', path)).status, 200)
  assert.equal((await w.anonymous.ask('POST', path)).status, 404)
  assert.equal((await w.anonymous.ask('POST', '/tokens/saml?id=nothing')).status, 404)
})

test('and within fifteen seconds', async () => {
  const started = await begin(w, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId: `eve@${domain}` })
  const finished = await follow(await post(started.acs, xml), started.cookie)
  const id = new URL(finished.headers.get('location') ?? '').searchParams.get('id')
  await w.test.administer(
    `update saml_sign_ins set ticket_expires_at = now() where ticket_hash is not null`,
  )
  assert.equal((await w.anonymous.ask('POST', `/tokens/saml?id=${id}`)).status, 400)
})

test('rejects the response in a browser that did not start the sign-in', async () => {
  const started = await begin(w, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId: `eve@${domain}` })
  const taken = await post(started.acs, xml)
  const other = await begin(w, domain)
  assert.equal((await follow(taken, other.cookie)).status, 403)
  assert.equal((await follow(taken, '')).status, 403)
  assert.equal((await follow(taken, started.cookie)).status, 302)
})

test('rejects an unregistered domain and a redirect to another site', async () => {
  assert.equal((await initiate(w, { email_domain: 'nobody.example' })).status, 403)
  for (const slug of ['nobody.example', '%00', '%F0%9F%92%A9', 'x'.repeat(300)]) {
    assert.equal((await w.anonymous.get(`/accounts/saml/${slug}/login`)).status, 403, slug)
  }
  for (const callback_url of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'x',
    '/a\nb',
  ]) {
    const answer = await initiate(w, { email_domain: domain, callback_url })
    assert.equal(answer.status, 400, callback_url)
  }
})

test('one address begins only so many sign-ins a minute', async () => {
  const limited = await world({
    test: w.test,
    cloud: w.cloud,
    settings: { RATE_LIMIT_SECRETS: '20' },
  })
  try {
    const path = `/accounts/saml/${domain}/login/`
    const go = () => fetch(limited.base + path, { redirect: 'manual' })
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await go()).status))
    assert.ok(statuses.includes(302) && statuses.includes(429), String(statuses))
  } finally {
    await limited.close()
  }
})

test('a path may carry anything: what is no domain is one of nobody', async () => {
  for (const slug of ['%00', '%20', 'x'.repeat(300), '%E2%82%AC'])
    for (const step of ['login', 'metadata', 'sls', 'acs/finish'])
      assert.ok(
        [403, 404].includes((await w.anonymous.get(`/accounts/saml/${slug}/${step}`)).status),
      )
})

test('the service provider metadata declares its character encoding', async () => {
  const metadata = await w.anonymous.get(`/accounts/saml/${domain}/metadata/`)
  assert.equal(metadata.status, 200, metadata.text)
  assert.equal(metadata.headers.get('content-type'), 'application/samlmetadata+xml; charset=utf-8')
})

test('a proven domain leads to one tenant, and a tenant has one configuration', async () => {
  const attributes = { email_domain: domain.toUpperCase(), metadata_xml: provider.metadata() }
  const body = { data: { type: 'saml-configurations', attributes } }
  const taken = await w.rival.ask('POST', '/saml-config', body)
  assert.deepEqual([taken.status, taken.fault.code], [400, 'unique'])
  assert.equal((await w.acme.ask('POST', '/saml-config', body)).status, 400)
  assert.equal((await w.rival.get('/saml-config')).count, 0)
  const [own] = (await w.acme.get('/saml-config')).items
  assert.equal((await w.rival.get(`/saml-config/${own?.id}`)).status, 404)
})

test('rejects metadata with a document type, a weak key or no certificate', async () => {
  const good = provider.metadata()
  const bad = [
    good.replace('<Entity', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Entity'),
    good.replace(/<X509Certificate>[^<]*/, '<X509Certificate>&e;'),
    good.replace(/<X509Certificate>[^<]*/, '<X509Certificate>AAAA'),
    good.replace(/<KeyDescriptor.*KeyDescriptor>/, ''),
    good.replace('https://idp.example/sso', 'javascript:alert(1)'),
    good.slice(0, -1),
    `<a>${'<a>'.repeat(5_000)}`,
    good.replace('</EntityDescriptor>', `${' '.repeat(262_144)}</EntityDescriptor>`),
  ]
  for (const metadata_xml of bad) {
    const attributes = { email_domain: 'metadata.example', metadata_xml }
    const body = { data: { type: 'saml-configurations', attributes } }
    const answer = await w.rival.ask('POST', '/saml-config', body)
    assert.equal(answer.status, 400, metadata_xml.slice(0, 300))
    assert.equal(answer.fault.source?.pointer, '/data/attributes/metadata_xml')
  }
})

test('sign-ins under way end with the configuration', async () => {
  const owner = await w.user()
  const own = await configure(owner, provider)
  const started = await begin(w, own)
  const [config] = (await owner.get('/saml-config')).items
  assert.equal((await owner.ask('DELETE', `/saml-config/${config?.id}`)).status, 204)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId: `eve@${own}` })
  assert.equal((await post(started.acs, xml)).status, 403)
  assert.equal((await initiate(w, { email_domain: own })).status, 403)
})
