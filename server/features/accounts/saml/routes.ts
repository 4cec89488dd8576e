/** Sign-in with a tenant's own identity provider, step by step as the browser goes through it. */
import {
  forbidden,
  invalidParameter,
  notFound,
  parseQuery,
  readOnly,
  resource,
  text,
  writeOnly,
  oneDocument,
} from '@plumbline/jsonapi'
import { audit } from '../../../platform/audit/index.ts'
import type { Tokens } from '../../../platform/auth/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import {
  type Answer,
  type Endpoint,
  type Exchange,
  readBody,
  unlessDuplicate,
} from '../../../platform/http/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import { startSession } from '../sessions.ts'
import { noPassword } from '../signing-up.ts'
import {
  browserOf,
  callback,
  callbackPath,
  cookieOf,
  domainIn,
  formField,
  refused,
  type SamlSettings,
  serviceOf,
} from './addresses.ts'
import { NotBelieved, readAssertion } from './assertion.ts'
import { type IdentityProvider, readMetadata } from './metadata.ts'
import { provision } from './provisioning.ts'
import { initiation } from './resource.ts'
import { answeredSignIn, requestIdOf, samlOf, verifiedAssertion } from './response.ts'
import * as store from './store.ts'

export interface SamlParts {
  readonly tokens: Tokens
  readonly settings: SamlSettings
  readonly now: () => number
  readonly log: Log
  readonly rightsChanged: RightsChanged
}

const tag = 'SAML'
const nothing = resource('none', { attributes: {} })
const pairs = resource('saml-tokens', {
  attributes: { refresh: readOnly(text), access: readOnly(text) },
})

const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 302,
  headers: { Location: location, ...headers },
})
const unknownDomain = () => forbidden('No identity provider is set up for this domain.')

/** The tenant and provider that the path's domain leads to. Throws 403 for a domain of nobody. */
async function configured(
  { database }: Exchange,
  text: string,
): Promise<{ tenantId: string; emailDomain: string; provider: IdentityProvider }> {
  const domain = domainIn(text)
  const tenantId = domain && (await store.tenantOf(database, domain))
  const found = tenantId && (await database.inTenant(tenantId, (tx) => store.configuration(tx)))
  if (!tenantId || !found) throw unknownDomain()
  const { email_domain: emailDomain, metadata_xml } = found
  return { tenantId, emailDomain, provider: readMetadata(metadata_xml) }
}

async function initiate(exchange: Exchange, settings: SamlSettings): Promise<Answer> {
  parseQuery(nothing, exchange.search, { list: false })
  const { email_domain, callback_url } = readBody(initiation, exchange)
  const path = callbackPath(callback_url, settings)
  const { emailDomain } = await configured(exchange, email_domain)
  const { root } = serviceOf(exchange, emailDomain, settings)
  return redirect(`${root}/login/?${new URLSearchParams({ callback_url: path })}`)
}

const loginQuery = { callback_url: writeOnly(text({ max: 2_000 })) }

async function login(exchange: Exchange, settings: SamlSettings): Promise<Answer> {
  const { extra } = parseQuery(nothing, exchange.search, { list: false, extra: loginQuery })
  const path = callbackPath(extra.callback_url, settings)
  const { tenantId, emailDomain, provider } = await configured(
    exchange,
    exchange.params['slug'] ?? '',
  )
  const browser = store.makeSecret()
  const id = await exchange.database.inTenant(tenantId, (tx) => store.begin(tx, browser, path))
  const service = serviceOf(exchange, emailDomain, settings)
  const url = await samlOf(service, provider, { requestId: requestIdOf(id) }).getAuthorizeUrlAsync(
    '',
    undefined,
    {},
  )
  return redirect(url, { 'Set-Cookie': cookieOf(browser, exchange) })
}

/** The provider's answer, brought by the browser. Why one is refused is for the log. */
async function consume(exchange: Exchange, { settings, now, log }: SamlParts): Promise<Answer> {
  const { tenantId, emailDomain, provider } = await configured(
    exchange,
    exchange.params['slug'] ?? '',
  )
  const service = serviceOf(exchange, emailDomain, settings)
  try {
    const encoded = formField(exchange, 'SAMLResponse')
    const signInId = answeredSignIn(encoded)
    if (!signInId) throw new NotBelieved('It answers no request.')
    const asserted = readAssertion(await verifiedAssertion(encoded, service, provider), {
      issuer: provider.entityId,
      audience: service.entityId,
      recipient: service.acs,
      requestId: requestIdOf(signInId),
      emailDomain,
      now: now(),
    })
    const finish = store.makeSecret()
    const waited = await unlessDuplicate(refused(), () =>
      exchange.database.inTenant(tenantId, (tx) =>
        store.answer(tx, signInId, { asserted, finish }),
      ),
    )
    if (!waited) throw new NotBelieved('Nobody waits for this answer, or it was used before.')
    return redirect(`${service.acs}finish/?${new URLSearchParams({ code: finish })}`)
  } catch (error) {
    if (!(error instanceof NotBelieved)) throw error
    log.warn('saml answer refused', {
      request_id: exchange.requestId,
      tenant_id: tenantId,
      reason: error.message,
    })
    throw refused()
  }
}

const finishQuery = { code: writeOnly(text({ max: 100 })) }

async function finish(exchange: Exchange, { settings, rightsChanged }: SamlParts): Promise<Answer> {
  const { extra } = parseQuery(nothing, exchange.search, { list: false, extra: finishQuery })
  const { tenantId } = await configured(exchange, exchange.params['slug'] ?? '')
  const hash = await noPassword()
  const done = await unlessDuplicate(refused(), () =>
    exchange.database.inTenant(tenantId, async (tx: Tx) => {
      const proof = { finish: extra.code ?? '', browser: browserOf(exchange) }
      const taken = await store.take(tx, proof)
      if (!taken) throw refused()
      const userId = await provision(tx, taken.asserted, hash, rightsChanged)
      await audit(tx, {
        actorId: userId,
        action: 'saml_finish',
        resourceType: 'users',
        resourceId: userId,
        after: taken.asserted,
        requestId: exchange.requestId,
      })
      const ticket = await store.issueTicket(tx, taken.id, userId)
      return { path: taken.callback_path, ticket }
    }),
  )
  return redirect(callback(done.path, done.ticket, exchange, settings))
}

const ticketQuery = { id: writeOnly(text({ max: 100 })) }

async function exchangeTicket(exchange: Exchange, tokens: Tokens): Promise<Answer> {
  const { database, search, base, url, requestId } = exchange
  const query = parseQuery(pairs, search, { list: false, extra: ticketQuery })
  const found = await store.findTicket(database, query.extra.id ?? '')
  if (!found) throw notFound('There is no such finished sign-in.')
  const userId = await database.inTenant(found.tenant_id, (tx) => store.useTicket(tx, found.id))
  if (!userId) throw invalidParameter('id', 'It was used, or more than 15 seconds ago made.')
  const by = { action: 'tokens_saml_create', requestId }
  const pair = await startSession(database, tokens, { userId, tenantId: found.tenant_id }, by)
  return { status: 200, document: oneDocument(pairs, pair, { query, base, url }) }
}

/** What an identity provider's operator enters there. */
async function metadata(exchange: Exchange, settings: SamlSettings): Promise<Answer> {
  const { emailDomain, provider } = await configured(exchange, exchange.params['slug'] ?? '')
  const service = serviceOf(exchange, emailDomain, settings)
  const text = samlOf(service, provider).generateServiceProviderMetadata(null, null)
  return {
    status: 200,
    body: Buffer.from(text),
    headers: { 'Content-Type': 'application/samlmetadata+xml' },
  }
}

const open = {
  may: 'anonymous',
  tag,
  kind: 'none',
  refusals: [403, 503] as readonly number[],
} as const
const step = (
  method: 'GET' | 'POST',
  path: string,
  about: Pick<Endpoint, 'summary' | 'operationId'> & Partial<Endpoint>,
  run: Endpoint['run'],
): Endpoint => ({ ...open, status: 302, method, path, ...about, run })

export const samlRoutes = (parts: SamlParts): readonly Endpoint[] => [
  step(
    'POST',
    '/auth/saml/initiate',
    {
      operationId: 'saml_initiate',
      summary: 'Begin to sign in with a domain’s provider',
      draft: initiation,
    },
    (exchange) => initiate(exchange, parts.settings),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/login',
    {
      operationId: 'saml_login',
      summary: 'Go on to the identity provider',
      extra: loginQuery,
      tries: true,
    },
    (exchange) => login(exchange, parts.settings),
  ),
  step(
    'POST',
    '/accounts/saml/:slug/acs',
    { operationId: 'saml_acs', summary: 'Take the answer of the identity provider', tries: true },
    (exchange) => consume(exchange, parts),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/acs/finish',
    {
      operationId: 'saml_finish',
      summary: 'Finish a sign-in that was answered',
      extra: finishQuery,
    },
    (exchange) => finish(exchange, parts),
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    step(
      method,
      '/accounts/saml/:slug/sls',
      {
        operationId: method === 'GET' ? 'saml_sls' : 'saml_sls_post',
        summary: 'Where the provider sends the browser after signing out',
      },
      async (exchange) => {
        await configured(exchange, exchange.params['slug'] ?? '')
        return redirect(new URL('/', parts.settings.callbackUrl ?? exchange.base).href)
      },
    ),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/metadata',
    {
      operationId: 'saml_metadata',
      summary: 'What the identity provider has to know of us',
      status: 200,
      responseType: 'application/samlmetadata+xml',
    },
    (exchange) => metadata(exchange, parts.settings),
  ),
  {
    method: 'POST',
    path: '/tokens/saml',
    may: 'anonymous',
    tag: 'Token',
    operationId: 'tokens_saml_create',
    summary: 'Exchange a finished sign-in for tokens, within 15 seconds',
    kind: 'one',
    status: 200,
    resource: pairs,
    extra: ticketQuery,
    refusals: [404],
    run: (exchange) => exchangeTicket(exchange, parts.tokens),
  },
]
