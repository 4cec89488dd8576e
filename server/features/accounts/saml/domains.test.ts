import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { domainClaims, releaseDomain, verifyDomain } from '../index.ts'
import { type Client, type World, world, zone } from '../../../testing/index.ts'
import { begin, configure, follow, initiate, post, proveDomain, signIn } from './testing/browser.ts'
import { IdentityProvider } from './testing/identity-provider.ts'

let w: World
const provider = new IdentityProvider()
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const claim = (client: Client, email_domain: string) =>
  client.make('/saml-config', 'saml-configurations', {
    email_domain,
    metadata_xml: provider.metadata(),
  })
const login = (domain: string, cookie = '') =>
  fetch(`${w.base}/accounts/saml/${domain}/login`, {
    redirect: 'manual',
    headers: { Cookie: cookie },
  })
const verification = (client: Client, { id }: { readonly id: string }) =>
  client.ask('POST', `/saml-config/${id}/domain-verification`)

/** A domain as it was configured before proofs were required. */
async function claimedBefore(client: Client, email_domain: string): Promise<void> {
  await claim(client, email_domain)
  await w.test.administer(
    `insert into saml_domains (email_domain, tenant_id) values ('${email_domain}', '${client.tenantId}')`,
  )
}

test('a domain that its tenant has not proven leads nowhere', async () => {
  const email_domain = 'victim-corp.example'
  await claim(await w.user(), email_domain)
  assert.equal((await initiate(w, { email_domain })).status, 403)
  assert.equal((await initiate(w, { email_domain, email: `ann@${email_domain}` })).status, 403)
  const there = await login(email_domain)
  assert.equal(there.status, 403, there.headers.get('location') ?? '')
  const acs = `${w.base}/accounts/saml/${email_domain}/acs/`
  const sent = { requestId: '_1', acs, audience: `${w.base}/x`, now: Date.now() }
  const xml = provider.signedResponse({ ...sent, nameId: `ann@${email_domain}` })
  assert.equal((await post(acs, xml)).status, 403)
})

test('a claim of one tenant does not keep the owner of the domain out', async () => {
  const squatter = await w.user()
  const claimed = await claim(squatter, 'contested.example')
  const owner = await w.user()
  await claim(owner, 'contested.example')
  await proveDomain(owner)
  const [shown] = (await owner.get('/saml-config')).items
  assert.ok(shown?.at('domain_verified_at'))
  const signedIn = await signIn(w, 'contested.example', provider, {
    nameId: 'ann@contested.example',
  })
  assert.equal(signedIn.status, 200, signedIn.text)
  // Even with their own DNS record, the others are too late.
  zone.publish(claimed.text('domain_record_name'), claimed.text('domain_record_value'))
  const late = await verification(squatter, claimed)
  assert.deepEqual([late.status, late.fault.code], [400, 'unique'])
  const [unproven] = (await squatter.get('/saml-config')).items
  assert.equal(unproven?.at('domain_verified_at'), null)
})

test('without the record, or with that of another tenant, a domain is not proven', async () => {
  const [user, other] = [await w.user(), await w.user()]
  const own = await claim(user, 'records.example')
  assert.equal(own.text('domain_record_name'), '_plumbline.records.example')
  assert.equal(own.text('domain_record_value'), `plumbline-tenant=${user.tenantId}`)
  const missing = await verification(user, own)
  assert.deepEqual([missing.status, missing.fault.code], [409, 'domain_not_verified'])
  zone.publish(own.text('domain_record_name'), `plumbline-tenant=${other.tenantId}`)
  assert.equal((await verification(user, own)).status, 409)
  assert.equal((await verification(other, own)).status, 404)
  assert.equal((await login('records.example')).status, 403)
})

test('DNS that does not answer proves nothing, and is not reported as a missing record', async () => {
  const user = await w.user()
  const own = await claim(user, 'silent.example')
  zone.fail(own.text('domain_record_name'), 'ETIMEOUT')
  const answer = await verification(user, own)
  assert.deepEqual([answer.status, answer.fault.code], [503, 'dns_unavailable'])
})

test('another domain has to be proven again', async () => {
  const user = await w.user()
  const domain = await configure(user, provider)
  const [config] = (await user.get('/saml-config')).items
  const changed = await user.ask('PATCH', `/saml-config/${config?.id}`, {
    data: {
      type: 'saml-configurations',
      id: config?.id,
      attributes: { email_domain: `other-${domain}` },
    },
  })
  assert.equal(changed.item.at('domain_verified_at'), null)
  assert.equal((await login(`other-${domain}`)).status, 403)
  assert.equal((await login(domain)).status, 403)
})

test('a domain from before proofs were required signs in existing members and nobody else', async () => {
  const [owner, domain] = [await w.user(), 'before.example']
  await claimedBefore(owner, domain)
  const email = `ann@${domain}`
  await w.test.administer(`
    update users set email = '${email}', email_verified = true where id = '${owner.userId}'`)
  assert.equal((await login(domain)).status, 403, 'a link leads nowhere')
  assert.equal((await initiate(w, { email_domain: domain })).status, 403)
  const stranger = await initiate(w, { email_domain: domain, email: `bob@${domain}` })
  assert.equal(stranger.status, 403)
  const started = await begin(w, domain, '/welcome', email)
  const answer = { ...started, now: Date.now() }
  const newcomer = provider.signedResponse({ ...answer, nameId: `bob@${domain}` })
  const refused = await follow(await post(started.acs, newcomer), started.cookie)
  assert.equal(refused.status, 403, 'no user is created')
  const again = await begin(w, domain, '/welcome', email)
  const xml = provider.signedResponse({ ...again, now: Date.now(), nameId: email })
  assert.equal((await follow(await post(again.acs, xml), again.cookie)).status, 302)
})

test('once another tenant proves such a domain, it leads there', async () => {
  const [first, owner] = [await w.user(), await w.user()]
  await claimedBefore(first, 'moved.example')
  await claim(owner, 'moved.example')
  await proveDomain(owner)
  const answer = await signIn(w, 'moved.example', provider, { nameId: 'ann@moved.example' })
  const claims = JSON.parse(
    Buffer.from(answer.item.text('access').split('.')[1] ?? '', 'base64url').toString(),
  ) as { tenant_id: string }
  assert.equal(claims.tenant_id, owner.tenantId)
})

test('the operator proves a domain for a tenant, and takes it back', async () => {
  const { database } = w.test
  const [first, second] = [await w.user(), await w.user()]
  await claim(first, 'operated.example')
  await claim(second, 'operated.example')
  assert.equal((await domainClaims(database, 'Operated.example')).length, 2)
  assert.equal(await verifyDomain(database, 'operated.example', first.tenantId), true)
  assert.equal(await verifyDomain(database, 'operated.example', second.tenantId), false)
  assert.equal((await login('operated.example')).status, 302)
  await releaseDomain(database, 'operated.example', first.tenantId)
  assert.equal((await login('operated.example')).status, 403)
  assert.equal(await verifyDomain(database, 'operated.example', second.tenantId), true)
  const actions = (await first.get('/audit-events')).items.map((one) => one.text('action'))
  assert.ok(actions.includes('saml_config_verify') && actions.includes('saml_config_release'))
})
