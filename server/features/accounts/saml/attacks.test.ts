import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../../testing/index.ts'
import { begin, configure, post } from './testing/browser.ts'
import { makeSigner } from '@plumbline/scanner/testing/certificates'
import { type Answer, IdentityProvider, signed } from './testing/identity-provider.ts'

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

const signature = (xml: string): string => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const assertionOf = (xml: string): string =>
  /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''

/** What an attacker has: a valid response about their own account, and a forged assertion. */
interface Loot {
  readonly answer: Answer
  readonly good: string
  readonly whole: string
  readonly evil: string
}

const inside = (xml: string, end: string, more: string): string =>
  xml.replace(end, () => more + end)
const afterIssuer = (xml: string, more: string): string =>
  xml.replace('</saml:Issuer>', (issuer) => issuer + more)
const swap = (xml: string, by: string): string => xml.replace(assertionOf(xml), () => by)
const unsigned = (xml: string): string => xml.replace(signature(xml), '')

const attacks: Readonly<Record<string, (loot: Loot) => string>> = {
  'wrapping 1: the signed response inside the signature of an evil one': ({ whole, evil }) => {
    const outer = swap(unsigned(whole), evil).replace(/ID="_r/, 'ID="_evil')
    return afterIssuer(outer, inside(signature(whole), '</ds:Signature>', unsigned(whole)))
  },
  'wrapping 2: the signed response beside the signature in an evil one': ({ whole, evil }) => {
    const outer = swap(unsigned(whole), evil).replace(/ID="_r/, 'ID="_evil')
    return afterIssuer(outer, signature(whole) + unsigned(whole))
  },
  'wrapping 3: an evil assertion before the signed one': ({ good, evil }) =>
    swap(good, evil + assertionOf(good)),
  'wrapping 4: the signed assertion in an evil one': ({ good, evil }) =>
    swap(good, inside(evil, '</saml:Assertion>', assertionOf(good))),
  'wrapping 5: the signature in an evil assertion, the signed one beside it': ({ good, evil }) =>
    swap(good, afterIssuer(evil, signature(good)) + unsigned(assertionOf(good))),
  'wrapping 6: the signed assertion in the signature of an evil one': ({ good, evil }) =>
    swap(
      good,
      afterIssuer(evil, inside(signature(good), '</ds:Signature>', unsigned(assertionOf(good)))),
    ),
  'wrapping 7: an evil assertion in extensions': ({ good, evil }) =>
    swap(good, `<samlp:Extensions>${evil}</samlp:Extensions>${assertionOf(good)}`),
  'wrapping 8: the signed assertion in an object of the signature of an evil one': ({
    good,
    evil,
  }) => {
    const object = `<ds:Object>${unsigned(assertionOf(good))}</ds:Object>`
    return swap(good, afterIssuer(evil, inside(signature(good), '</ds:Signature>', object)))
  },
  'a signature with two signed infos': ({ good }) => {
    const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(good)?.[0] ?? ''
    return good.replace('<ds:SignedInfo>', `${info}<ds:SignedInfo>`)
  },
  'no signature': ({ good }) => unsigned(good),
  'a signed response with an unsigned assertion': ({ answer }) =>
    signed(provider.response(answer), 'Response', provider.signer),
  'a good assertion in a response with a bad signature': ({ answer, good }) =>
    swap(signed(provider.response(answer), 'Response', foreignSigner), assertionOf(good)),
  'an unknown key': ({ answer }) => provider.signedResponse(answer, foreignSigner),
  'another name after it was signed': ({ good }) => good.replace('mal@', 'boss@'),
  'a comment in the name': ({ answer }) =>
    provider
      .signedResponse({ ...answer, nameId: `boss@${domain}.evil.example` })
      .replace('.evil', '<!---->.evil'),
  'an instruction in the name': ({ good }) => good.replace('mal@', 'm<?x?>al@'),
  'a section in the name': ({ good }) => good.replace('mal@', '<![CDATA[mal]]>@'),
  'a document type': ({ good }) => `<!DOCTYPE r [<!ENTITY e "x">]>${good}`,
  'an entity from a file': ({ good }) =>
    `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good.replace('mal@', '&e;@')}`,
  'weak hashes': ({ good }) =>
    good.replace(
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2000/09/xmldsig#sha1',
    ),
  'a signature made with a shared secret': ({ good }) =>
    good.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'),
  'another audience': ({ answer }) =>
    provider.signedResponse({ ...answer, audience: 'https://other.example/' }),
  'another recipient': ({ answer }) =>
    provider.signedResponse({ ...answer, acs: 'https://other.example/acs/' }),
  'another issuer': ({ answer }) =>
    provider.signedResponse({ ...answer, issuer: 'https://other.example/' }),
  'a request of nobody': ({ answer }) =>
    provider.signedResponse({ ...answer, requestId: `_${'0'.repeat(32)}` }),
  'no request': ({ answer }) =>
    provider.signedResponse(answer).replaceAll(/InResponseTo="[^"]*"/g, ''),
  'a time that is over': ({ answer }) =>
    provider.signedResponse({ ...answer, now: answer.now - 3_600_000 }),
  'a time to come': ({ answer }) =>
    provider.signedResponse({ ...answer, now: answer.now + 600_000 }),
  'an address of another domain': ({ answer }) =>
    provider.signedResponse({ ...answer, nameId: `boss@${rivalDomain}` }),
  'an address with a second @': ({ answer }) =>
    provider.signedResponse({ ...answer, nameId: `boss@${rivalDomain}@${domain}` }),
  'a letter that becomes another in lower case': ({ answer }) =>
    provider.signedResponse({ ...answer, nameId: `\u212aate@${domain}` }),
  'the provider of another tenant': ({ answer }) => rivalProvider.signedResponse(answer),
  'the provider of another tenant in the name of ours': ({ answer }) =>
    rivalProvider.signedResponse({ ...answer, issuer: provider.entityId }),
  'an ID that would go on in XPath': ({ answer }) =>
    provider.signedResponse({ ...answer, assertionId: "_x' or 'a'='a" }),
  'no XML': () => 'nothing',
  'half of it': ({ good }) => good.slice(0, good.length / 2),
  'more than 256 KiB': ({ good }) =>
    good.replace('<samlp:Status>', `<samlp:Status>${' '.repeat(400_000)}`),
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`rejects ${name}`, async () => {
    const started = await begin(w, domain)
    const answer = { ...started, now: Date.now(), nameId: `mal@${domain}` }
    const good = provider.signedResponse(answer)
    const whole = signed(provider.response(answer), 'Response', provider.signer)
    const about = { ...answer, nameId: `boss@${domain}`, assertionId: '_evil_assertion' }
    const xml = attack({ answer, good, whole, evil: provider.assertion(about) })
    assert.notEqual(xml, good, 'the attack changes something')
    const refused = await post(started.acs, xml)
    assert.deepEqual([refused.status, refused.fault.code], [403, 'saml_refused'], refused.text)
    // A valid response that identifies no user of the domain ends its sign-in.
    const isEnded = /email address/.test(refused.fault.detail ?? '')
    assert.equal((await post(started.acs, good)).status, isEnded ? 403 : 302)
  })
}

test('rejects a response that was used before', async () => {
  const started = await begin(w, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId: `mal@${domain}` })
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(started.acs, xml)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [302, ...Array<number>(7).fill(403)])
})

test('rejects an assertion for another request', async () => {
  const [first, second] = [await begin(w, domain), await begin(w, domain)]
  const answer = { now: Date.now(), nameId: `mal@${domain}`, assertionId: '_the_same' }
  assert.equal(
    (await post(first.acs, provider.signedResponse({ ...first, ...answer }))).status,
    302,
  )
  assert.equal(
    (await post(second.acs, provider.signedResponse({ ...second, ...answer }))).status,
    403,
  )
})

test('is not believed: an answer at the address of another tenant', async () => {
  const started = await begin(w, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), nameId: `mal@${domain}` })
  const there = started.acs.replace(domain, rivalDomain)
  assert.equal((await post(there, xml)).status, 403)
})

test('answers come by POST only', async () => {
  const { acs } = await begin(w, domain)
  assert.equal((await w.anonymous.get(acs)).status, 405)
})

test('a response that is signed as a whole too is taken', async () => {
  const started = await begin(w, domain)
  const answer = { ...started, now: Date.now(), nameId: `mal@${domain}` }
  const xml = signed(provider.signedResponse(answer), 'Response', provider.signer)
  assert.equal((await post(started.acs, xml)).status, 302)
})

test('clocks may differ by three minutes', async () => {
  const started = await begin(w, domain)
  const answer = { ...started, now: Date.now() + 170_000, nameId: `mal@${domain}` }
  assert.equal((await post(started.acs, provider.signedResponse(answer))).status, 302)
})

test('whoever finishes a sign-in that he never started has no password hashed', async () => {
  /** Processor time of so many requests, in µs. */
  const costOf = async (client: Client, path: string, status: number): Promise<number> => {
    const before = process.cpuUsage()
    for (let n = 0; n < 40; n += 1) assert.equal((await client.get(path)).status, status)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await costOf(w.acme, '/saml-config', 200) // warm
  const plain = await costOf(w.anonymous, `/accounts/saml/${domain}/acs/finish?code=0`, 403)
  const other = await costOf(w.acme, '/saml-config', 200)
  assert.ok(plain < 3 * other, `${plain} µs beside ${other} µs of requests that hash nothing`)
})
