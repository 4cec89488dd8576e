/** Sign-in with a tenant's own identity provider, in the order of the browser's steps. */
import {
  forbidden,
  invalidParameter,
  notFound,
  parseQuery,
  Problem,
  readOnly,
  resource,
  text,
  writeOnly,
} from '@plumbline/jsonapi'
import { audit } from '../../../platform/audit/index.ts'
import { noPassword, type Tokens } from '../../../platform/auth/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import {
  type Answer,
  type Endpoint,
  type Exchange,
  formField,
  open,
  readBody,
  unlessDuplicate,
} from '../../../platform/http/index.ts'
import type { Log } from '../../../platform/log.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import { isMember } from '../invitations.ts'
import { startSession } from '../sessions.ts'
import type { Admission } from '../signing-up.ts'
import {
  browserOf,
  callback,
  callbackPath,
  cookieOf,
  domainIn,
  refused,
  signOutRefused,
  type SamlSettings,
  serviceOf,
} from './addresses.ts'
import { NotBelieved } from './assertion.ts'
import { configured, unknownDomain } from './configured.ts'
import { redirect as redirectBinding } from './metadata.ts'
import { provision } from './provisioning.ts'
import { believed, signOutOf } from './reading.ts'
import { initiation } from './resource.ts'
import { requestIdOf, samlOf, serviceMetadata } from './response.ts'
import { asksToSignOut, signedOutUrl } from './sign-out.ts'
import * as store from './store.ts'
import type { Unidentified } from './thread.ts'

export interface SamlParts {
  readonly tokens: Tokens
  readonly settings: SamlSettings
  readonly now: () => number
  readonly log: Log
  readonly rightsChanged: RightsChanged
  readonly admission: Admission
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
async function initiate(exchange: Exchange, settings: SamlSettings): Promise<Answer> {
  parseQuery(nothing, exchange.search, { list: false })
  const { email_domain, email = '', callback_url } = readBody(initiation, exchange)
  const path = callbackPath(callback_url, settings)
  const { tenantId, emailDomain, isVerified } = await configured(exchange, email_domain)
  const { root } = serviceOf(exchange, emailDomain, settings)
  const headers = isVerified
    ? {}
    : await beginAsMember(exchange, { tenantId, path, email: email.trim().toLowerCase() })
  return redirect(`${root}/login/?${new URLSearchParams({ callback_url: path })}`, headers)
}

/**
 * An unverified domain redirects a browser to the provider only after its user has entered the address of a member. A
 * link from another site cannot do that: the body is JSON, which other sites cannot post.
 */
async function beginAsMember(
  exchange: Exchange,
  { tenantId, path, email }: { tenantId: string; path: string; email: string },
): Promise<Readonly<Record<string, string>>> {
  const browser = store.makeSecret()
  await exchange.database.inTenant(tenantId, async (tx) => {
    if (!(await isMember(tx, email)) && !(await store.userOf(tx, email))) throw unknownDomain()
    await store.begin(tx, { browser, callbackPath: path, address: exchange.address })
  })
  return { 'Set-Cookie': cookieOf(browser, exchange) }
}

const loginQuery = { callback_url: writeOnly(text({ max: 2_000 })) }

async function login(exchange: Exchange, settings: SamlSettings): Promise<Answer> {
  const { extra } = parseQuery(nothing, exchange.search, { list: false, extra: loginQuery })
  const path = callbackPath(extra.callback_url, settings)
  const { tenantId, emailDomain, provider, isVerified } = await configured(
    exchange,
    exchange.params['slug'] ?? '',
  )
  const browser = isVerified ? store.makeSecret() : browserOf(exchange)
  const { address } = exchange
  const id = await exchange.database.inTenant(tenantId, (tx) =>
    isVerified
      ? store.begin(tx, { browser, callbackPath: path, address })
      : store.begun(tx, browser),
  )
  if (id === undefined) throw unknownDomain()
  const service = serviceOf(exchange, emailDomain, settings)
  const url = await samlOf(service, provider, { requestId: requestIdOf(id) }).getAuthorizeUrlAsync(
    '',
    undefined,
    {},
  )
  return redirect(url, { 'Set-Cookie': cookieOf(browser, exchange) })
}

/** The error for the user. The tenant's administrators find it in the audit log, once for each sign-in. */
async function unidentified(
  { database, requestId }: Exchange,
  tenantId: string,
  { signInId, unidentified: reason }: Unidentified,
): Promise<Problem> {
  await database.inTenant(tenantId, async (tx) => {
    if (!(await store.abandon(tx, signInId))) return
    await audit(tx, {
      action: 'saml_refused',
      resourceType: 'saml-configurations',
      after: { reason },
      requestId,
    })
  })
  return forbidden(reason, 'saml_refused')
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
    const read = await believed(tenantId, {
      encoded,
      service,
      provider,
      emailDomain,
      now: now(),
    })
    if ('unidentified' in read) throw await unidentified(exchange, tenantId, read)
    const { signInId, asserted } = read
    const finish = store.makeSecret()
    const waited = await unlessDuplicate(refused(), () =>
      exchange.database.inTenant(tenantId, (tx) =>
        store.answer(tx, signInId, { asserted, finish }),
      ),
    )
    if (!waited)
      throw new NotBelieved('No sign-in is waiting for this response, or it was already used.')
    return redirect(`${service.acs}finish/?${new URLSearchParams({ code: finish })}`)
  } catch (error) {
    if (!(error instanceof NotBelieved)) throw error
    log.warn('saml response rejected', {
      request_id: exchange.requestId,
      tenant_id: tenantId,
      reason: error.message,
    })
    throw refused()
  }
}

const finishQuery = { code: writeOnly(text({ max: 100 })) }

async function finish(
  exchange: Exchange,
  { settings, rightsChanged, admission }: SamlParts,
): Promise<Answer> {
  const { extra } = parseQuery(nothing, exchange.search, { list: false, extra: finishQuery })
  const { tenantId, isVerified } = await configured(exchange, exchange.params['slug'] ?? '')
  let asserted = ''
  const done = await unlessDuplicate(refused(), () =>
    exchange.database.inTenant(tenantId, async (tx: Tx) => {
      const proof = { finish: extra.code ?? '', browser: browserOf(exchange) }
      const taken = await store.take(tx, proof)
      if (!taken) throw refused()
      asserted = taken.asserted.email
      const account = { hash: noPassword, admission, isVerified }
      const { session: _, ...shown } = taken.asserted
      const userId = await provision(tx, taken.asserted, account, rightsChanged)
      await audit(tx, {
        actorId: userId,
        action: 'saml_finish',
        resourceType: 'users',
        resourceId: userId,
        after: shown,
        requestId: exchange.requestId,
      })
      const ticket = await store.issueTicket(tx, taken.id, userId)
      return { path: taken.callback_path, ticket }
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'not_linked')
      await admission.mails?.contested(exchange.database, asserted)
    throw error
  })
  return redirect(callback(done.path, done.ticket, exchange, settings))
}

const ticketQuery = { id: writeOnly(text({ max: 100 })) }

const exchangeTicket = ({ tokens, now }: Pick<SamlParts, 'tokens' | 'now'>): Endpoint =>
  open(
    pairs,
    '/tokens/saml',
    {
      status: 200,
      tag: 'Token',
      operationId: 'tokens_saml_create',
      summary: 'Exchange a completed SAML sign-in for tokens, within 15 seconds',
      extra: ticketQuery,
      refusals: [404],
    },
    async ({ query, database, requestId }) => {
      const found = await store.findTicket(database, query.extra.id ?? '')
      if (!found) throw notFound('There is no completed sign-in with this ID.')
      const used = await database.inTenant(found.tenant_id, (tx) => store.useTicket(tx, found.id))
      if (!used)
        throw invalidParameter(
          'id',
          'The completed sign-in was already used, or is older than 15 seconds.',
        )
      const { userId, session } = used
      const by = { requestId, authMethod: 'saml', saml: session } as const
      const subject = { userId, tenantId: found.tenant_id }
      const action = 'tokens_saml_create'
      return startSession(database, { tokens, now }, subject, { ...by, action })
    },
  )

/** The provider signs a user out. Without a request it only redirects the browser back. */
async function signOut(exchange: Exchange, parts: SamlParts): Promise<Answer> {
  const { settings, now, log, rightsChanged } = parts
  const slug = exchange.params['slug'] ?? ''
  const { tenantId, emailDomain, provider } = await configured(exchange, slug)
  const home = new URL('/', settings.callbackUrl ?? exchange.base).href
  const posted = formField(exchange, 'SAMLRequest') !== ''
  if (!posted && !asksToSignOut(exchange.search)) return redirect(home)
  const { entityId, signOut: destination } = serviceOf(exchange, emailDomain, settings)
  try {
    if (posted) throw new NotBelieved('It was sent with HTTP-POST. Use the HTTP-Redirect binding.')
    const asked = { search: exchange.search, provider, destination, now: now() }
    const request = await signOutOf(tenantId, asked)
    await exchange.database.inTenant(tenantId, async (tx) => {
      const users = await store.signOut(tx, request, provider.entityId)
      if (!users) throw new NotBelieved('The request was already used.')
      for (const user of users) {
        rightsChanged(tx, { kind: 'session', user })
        const about = { resourceType: 'users', resourceId: user, requestId: exchange.requestId }
        await audit(tx, { actorId: user, action: 'saml_sls', ...about })
      }
    })
    const { signOutUrl } = provider
    return redirect(
      signOutUrl ? signedOutUrl(signOutUrl, request, { issuer: entityId, now: now() }) : home,
    )
  } catch (error) {
    if (!(error instanceof NotBelieved)) throw error
    const { requestId: request_id } = exchange
    log.warn('saml sign-out rejected', { request_id, tenant_id: tenantId, reason: error.message })
    throw signOutRefused()
  }
}

/** What the operator of an identity provider enters there. It depends only on the domain, not on its owner. */
async function metadata(exchange: Exchange, settings: SamlSettings): Promise<Answer> {
  const domain = domainIn(exchange.params['slug'] ?? '')
  if (domain === undefined) throw unknownDomain()
  const service = serviceOf(exchange, domain, settings)
  // The library would name the HTTP-POST binding, which is not taken here.
  const signOutService = `<SingleLogoutService Binding="${redirectBinding}" Location="${service.signOut}"/>`
  const text = serviceMetadata(service).replace(
    /<NameIDFormat|<AssertionConsumerService/,
    (next) => signOutService + next,
  )
  return {
    status: 200,
    body: Buffer.from(text),
    headers: { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' },
  }
}

const message = writeOnly(text({ max: 16_384 }))
const signOutQuery = {
  SAMLRequest: message,
  RelayState: message,
  SigAlg: message,
  Signature: message,
}

const anonymous = {
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
): Endpoint => ({ ...anonymous, status: 302, method, path, ...about, run })

export const samlRoutes = (parts: SamlParts): readonly Endpoint[] => [
  step(
    'POST',
    '/auth/saml/initiate',
    {
      operationId: 'saml_initiate',
      summary: 'Start a SAML sign-in for an email domain',
      draft: initiation,
      tries: true,
    },
    (exchange) => initiate(exchange, parts.settings),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/login',
    {
      operationId: 'saml_login',
      summary: 'Redirect to the identity provider',
      extra: loginQuery,
      tries: true,
    },
    (exchange) => login(exchange, parts.settings),
  ),
  step(
    'POST',
    '/accounts/saml/:slug/acs',
    {
      operationId: 'saml_acs',
      summary: 'Receive the response of the identity provider',
      tries: true,
    },
    (exchange) => consume(exchange, parts),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/acs/finish',
    {
      operationId: 'saml_finish',
      summary: 'Complete a SAML sign-in',
      extra: finishQuery,
    },
    (exchange) => finish(exchange, parts),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/sls',
    {
      operationId: 'saml_sls',
      summary: 'End the sessions that the identity provider signs out',
      extra: signOutQuery,
      tries: true,
    },
    (exchange) => signOut(exchange, parts),
  ),
  step(
    'POST',
    '/accounts/saml/:slug/sls',
    {
      operationId: 'saml_sls_post',
      summary: 'Receive the sign-out response of the identity provider',
      tries: true,
    },
    (exchange) => signOut(exchange, parts),
  ),
  step(
    'GET',
    '/accounts/saml/:slug/metadata',
    {
      operationId: 'saml_metadata',
      summary: 'Get the SAML metadata for the identity provider',
      status: 200,
      responseType: 'application/samlmetadata+xml',
    },
    (exchange) => metadata(exchange, parts.settings),
  ),
  exchangeTicket(parts),
]
