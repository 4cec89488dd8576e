/** Sign-in by Google, by GitHub, and by the issuer that the settings name. */
import { badGateway, forbidden, invalid, notFound, parseBody, Problem } from '@plumbline/jsonapi'
import type { Tokens } from '../../../platform/auth/index.ts'
import {
  type Endpoint,
  type Exchange,
  formField,
  formType,
  list,
  open,
  personal,
  readBody,
  remove,
} from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import {
  checkRecent,
  checkUnbound,
  reauthenticate,
  type ReauthenticationParts,
} from '../reauthentication.ts'
import type { Admission } from '../signing-up.ts'
import { beginSignIn, challengeOf, remembered, type SealState } from './sign-in-state.ts'
import { addIdentity, cleaned, signInBy } from './linking.ts'
import {
  type Identified,
  NotIdentified,
  type ProviderName,
  type SocialProvider,
} from './provider.ts'
import { exchanges, identityDraft, socialSignIns, userIdentities } from './resource.ts'
import type { SocialProviders } from './settings.ts'
import * as store from './store.ts'

export interface SocialParts extends ReauthenticationParts {
  readonly tokens: Tokens
  readonly socials: SocialProviders
  readonly vault: SealState & ReauthenticationParts['vault']
  readonly now: () => number
  readonly log: Log
  readonly admission: Admission
  readonly rightsChanged: RightsChanged
}

const tag = 'Social sign-in'

function providerOf({ socials }: SocialParts, name: ProviderName): SocialProvider {
  const found = socials.get(name)
  if (found) return found
  throw notFound(`Sign-in with ${name} is not configured on this server.`)
}

interface ProviderAnswer {
  readonly code: string
  readonly state?: string
  readonly code_verifier?: string
  readonly iss?: string
}

/** Checks a response against the sign-in that it claims to complete. Throws 400. */
function checkSignIn(
  { vault, now }: SocialParts,
  provider: ProviderName,
  { state, code_verifier: verifier }: ProviderAnswer,
): { readonly nonce: string } | undefined {
  if (state === undefined) return undefined
  const started = remembered(vault, { provider, state, now: now() })
  if (!started) {
    const detail = 'No sign-in with this state was started in the last ten minutes.'
    throw invalid('/data/attributes/state', detail, 'state_invalid')
  }
  if (challengeOf(verifier ?? '') === started.challenge) return started
  const detail = 'The code verifier does not match this sign-in.'
  throw invalid('/data/attributes/code_verifier', detail, 'verifier_invalid')
}

/** Who a provider's answer is about. Why one is not believed is for the log. */
async function identify(
  parts: SocialParts,
  provider: SocialProvider,
  answer: ProviderAnswer,
  requestId: string,
): Promise<Identified> {
  const started = checkSignIn(parts, provider.name, answer)
  try {
    return cleaned(
      await provider.identify({
        code: answer.code,
        verifier: answer.code_verifier,
        nonce: started?.nonce,
        issuer: answer.iss,
      }),
    )
  } catch (error) {
    if (!(error instanceof NotIdentified)) throw error
    const reason = error.message
    parts.log.warn('identity provider response rejected', {
      request_id: requestId,
      provider: provider.name,
      reason,
    })
    throw forbidden('The sign-in was refused.', 'sign_in_refused')
  }
}

const needsState = () =>
  invalid('/data/attributes/state', 'Start the sign-in first and send its state.', 'required')

const titles: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  github: 'GitHub',
  oidc: 'the issuer of the settings',
}

const initiate = (parts: SocialParts, name: ProviderName): Endpoint =>
  open(
    socialSignIns,
    `/auth/${name}/initiate`,
    {
      status: 200,
      tag,
      operationId: `social_${name}_initiate`,
      summary: `Start a sign-in with ${titles[name]}`,
      refusals: [404, 502, 503],
    },
    async () => {
      const provider = providerOf(parts, name)
      const started = beginSignIn(parts.vault, name, parts.now())
      const authorization_url = await provider.authorizationUrl(started).catch((error: unknown) => {
        throw error instanceof NotIdentified
          ? badGateway('The identity provider is unavailable.')
          : error
      })
      const { state, verifier: code_verifier } = started
      const expires_at = new Date(started.until).toISOString()
      return { id: newId(), authorization_url, state, code_verifier, expires_at }
    },
  )

/** A document, or a form as existing clients post it, whose other fields are ignored. */
function readAnswer(name: ProviderName, exchange: Exchange) {
  const { draft } = exchanges[name]
  if (exchange.mediaType !== formType) return readBody(draft, exchange)
  const fields = Object.keys(draft.attributes).flatMap((field) => {
    const value = formField(exchange, field)
    return value ? [[field, value] as const] : []
  })
  return parseBody(draft, { data: { type: draft.type, attributes: Object.fromEntries(fields) } })
}

const exchangeRoute = (parts: SocialParts, name: ProviderName): Endpoint =>
  open(
    exchanges[name].pairs,
    `/tokens/${name}`,
    {
      draft: exchanges[name].draft,
      bodyOf: (exchange) => readAnswer(name, exchange),
      status: 200,
      tag,
      operationId: `tokens_${name}_create`,
      summary: `Exchange an authorization code of ${titles[name]} for tokens`,
      refusals: [403, 404, 410, 502, 503],
    },
    async ({ input, database, requestId }) => {
      const provider = providerOf(parts, name)
      if (provider.needsState && input.state === undefined) throw needsState()
      const identified = await identify(parts, provider, input, requestId)
      const by = { action: `tokens_${name}_create`, requestId, authMethod: 'social' } as const
      const { rightsChanged, admission } = parts
      const signingIn = { database, tokens: parts, by, rightsChanged, admission }
      return signInBy(signingIn, identified, input.invitation_token).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'email_not_verified')
          parts.log.warn('sign-in without a verified email address', {
            request_id: requestId,
            provider: name,
            reason: identified.unverified?.log ?? error.message,
          })
        throw error
      })
    },
  )

const identityRoutes = (parts: SocialParts): readonly Endpoint[] => [
  list(
    userIdentities,
    '/users/me/identities',
    {
      may: 'any_member',
      tag,
      operationId: 'users_me_identities_list',
      summary: 'List the external accounts that the caller signs in with',
    },
    ({ tx, query, caller }) => store.identityPage(tx, query, caller.userId),
  ),
  personal(
    userIdentities,
    '/users/me/identities',
    {
      may: 'any_member',
      draft: identityDraft,
      status: 201,
      refusals: [404, 502, 503],
      tag,
      operationId: 'users_me_identities_create',
      summary: 'Link an external account for sign-in',
    },
    async ({ input, caller, database, requestId }) => {
      // An attacker with a found key or a copied session could otherwise return with their own account.
      checkUnbound(caller)
      const attempt = { action: 'users_me_identities_create', requestId }
      await reauthenticate(database, parts, caller, input, attempt)
      const provider = providerOf(parts, input.provider)
      if (input.state === undefined) throw needsState()
      const identified = await identify(parts, provider, input, requestId)
      const id = await addIdentity(database, caller, identified, requestId)
      return store.identityOf(database, caller.userId, id)
    },
  ),
  remove(
    '/users/me/identities/:id',
    {
      may: 'any_member',
      tag,
      operationId: 'users_me_identities_destroy',
      summary: 'Unlink an external account',
    },
    ({ tx, id, caller }) => {
      checkUnbound(caller)
      checkRecent(caller, parts.now())
      return store.unlink(tx, id, caller.userId)
    },
  ),
]

export const socialRoutes = (parts: SocialParts): readonly Endpoint[] => [
  ...(['google', 'github', 'oidc'] as const).flatMap((name) => [
    initiate(parts, name),
    exchangeRoute(parts, name),
  ]),
  ...identityRoutes(parts),
]
