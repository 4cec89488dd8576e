import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { type World, world } from '../../../testing/index.ts'
import { configure, post } from './testing/browser.ts'
import { IdentityProvider } from './testing/identity-provider.ts'

const PUBLIC_URL = 'https://plumbline.example.com'
const provider = new IdentityProvider()
let w: World
let domain: string
before(async () => {
  w = await world({ settings: { WORKER: 'false', PUBLIC_URL } })
  domain = await configure(w.acme, provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

const login = async (): Promise<string> => {
  const path = `${w.base}/accounts/saml/${domain}/login/`
  const { status, headers } = await fetch(path, { redirect: 'manual' })
  assert.equal(status, 302)
  return headers.get('set-cookie') ?? ''
}

test('the only cookie belongs to one sign-in, and scripts and other sites cannot get it', async () => {
  const [pair = '', ...attributes] = (await login()).split('; ')
  assert.match(pair, /^[\w-]+=[\w-]{43}$/)
  const sent = attributes.map((one) => one.toLowerCase()).toSorted()
  for (const expected of ['httponly', 'samesite=lax', 'secure', 'max-age=600'])
    assert.ok(sent.includes(expected), `${expected}: ${sent.join('; ')}`)
  assert.ok(!sent.some((one) => one.startsWith('domain=')), 'it goes to this host alone')
})

test('with HTTPS, its prefix prevents other hosts and plain HTTP from setting it', async () => {
  const [pair = '', ...attributes] = (await login()).split('; ')
  assert.match(pair, /^__Host-/)
  // What browsers require of such a name; otherwise they drop the cookie.
  assert.ok(attributes.includes('Secure') && attributes.includes('Path=/'), attributes.join('; '))
})

test('a cookie of the name that plain HTTP has finishes no sign-in behind https', async () => {
  const here = (url: string | null): string =>
    (url ?? '').replace(PUBLIC_URL, new URL(w.base).origin)
  const redirected = await fetch(`${w.base}/accounts/saml/${domain}/login/`, { redirect: 'manual' })
  const cookie = redirected.headers.get('set-cookie')?.split(';')[0] ?? ''
  const asked = new URL(redirected.headers.get('location') ?? '').searchParams.get('SAMLRequest')
  const request = inflateRawSync(Buffer.from(asked ?? '', 'base64')).toString()
  const root = `${PUBLIC_URL}/api/v1/accounts/saml/${domain}`
  const answer = {
    requestId: / ID="([^"]+)"/.exec(request)?.[1] ?? '',
    acs: `${root}/acs/`,
    audience: `${root}/metadata/`,
    now: Date.now(),
    nameId: `ann@${domain}`,
  }
  const taken = await post(here(answer.acs), provider.signedResponse(answer))
  const finish = here(taken.headers.get('location'))
  const go = (Cookie: string) => fetch(finish, { redirect: 'manual', headers: { Cookie } })
  assert.equal((await go(cookie.replace('__Host-', ''))).status, 403)
  assert.equal((await go(cookie)).status, 302)
})

test('each sign-in has a cookie of its own', async () => {
  assert.notEqual(await login(), await login())
})
