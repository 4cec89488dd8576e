/** A browser that goes through a SAML sign-in, one step at a time. */
import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Answered, type Client, type World, zone } from '../../../../testing/index.ts'
import type { Answer, IdentityProvider } from './identity-provider.ts'

export interface StartedSignIn {
  readonly requestId: string
  readonly acs: string
  readonly audience: string
  readonly cookie: string
}

async function go(url: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return new Answered(response.status, response.headers, await response.text())
}

/** A new domain that leads to the client's tenant, and so to this provider. */
export async function configure(client: Client, provider: IdentityProvider): Promise<string> {
  const email_domain = `${randomBytes(5).toString('hex')}.example`
  const metadata_xml = provider.metadata()
  await client.make('/saml-config', 'saml-configurations', { email_domain, metadata_xml })
  await proveDomain(client)
  return email_domain
}

/** Publishes the DNS record that the client's configuration shows, and has it checked. */
export async function proveDomain(client: Client): Promise<void> {
  const [config] = (await client.get('/saml-config')).items
  if (!config) throw new Error('The tenant has no SAML configuration.')
  zone.publish(config.text('domain_record_name'), config.text('domain_record_value'))
  const answer = await client.ask('POST', `/saml-config/${config.id}/domain-verification`)
  if (answer.status !== 200) throw new Error(`The domain is not proven: ${answer.text}`)
}

export const initiate = (
  { base }: Pick<World, 'base'>,
  attributes: Readonly<Record<string, string>>,
): Promise<Answered> =>
  go(`${base}/auth/saml/initiate/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'saml-initiate', attributes } }),
  })

/** Follows the redirects to the provider; returns the contents of the request that arrives. */
export async function begin(
  world: Pick<World, 'base'>,
  email_domain: string,
  callback_url = '/welcome',
  email?: string,
): Promise<StartedSignIn> {
  const first = await initiate(world, { email_domain, callback_url, ...(email && { email }) })
  const begun = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  const second = await go(first.headers.get('location') ?? '', { headers: { Cookie: begun } })
  const there = new URL(second.headers.get('location') ?? '')
  const request = inflateRawSync(
    Buffer.from(there.searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString()
  const found = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? ''
  return {
    requestId: found(/ ID="([^"]+)"/),
    acs: found(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: found(/Issuer[^>]*>([^<]+)</),
    cookie: second.headers.get('set-cookie')?.split(';')[0] ?? begun,
  }
}

export const post = (acs: string, xml: string): Promise<Answered> =>
  go(acs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
  })

export const follow = ({ headers }: Answered, cookie: string): Promise<Answered> =>
  go(headers.get('location') ?? '', { headers: { Cookie: cookie } })

/** The whole sign-in; returns the response with the tokens, or the first that is not a redirect. */
export async function signIn(
  world: Pick<World, 'base'>,
  domain: string,
  provider: IdentityProvider,
  answer: Pick<Answer, 'nameId' | 'attributes' | 'sessionIndex'>,
): Promise<Answered> {
  const started = await begin(world, domain)
  const xml = provider.signedResponse({ ...started, now: Date.now(), ...answer })
  const taken = await post(started.acs, xml)
  if (taken.status !== 302) return taken
  const finished = await follow(taken, started.cookie)
  if (finished.status !== 302) return finished
  const { searchParams } = new URL(finished.headers.get('location') ?? '')
  return go(`${world.base}/tokens/saml?id=${searchParams.get('id')}`, { method: 'POST' })
}
