/** Providers that speak OpenID Connect: Google, and the issuer that the settings name. */
import { badGateway, invalid, Problem, unavailable } from '@plumbline/jsonapi'
import * as client from 'openid-client'
import { type Egress, fetchBy, NotReached } from '../../../platform/egress/index.ts'
import {
  type EmailRules,
  hasAddress,
  identityIn,
  type IssuerClaims,
  merged,
  needsUserinfo,
} from './claims.ts'
import {
  type ClientSettings,
  type Identified,
  NotIdentified,
  type SocialProvider,
} from './provider.ts'

const hourMs = 3_600_000

const badCode = (): Problem =>
  invalid('/data/attributes/code', 'The identity provider rejected this code.', 'code_invalid')

const notReached = (reason: NotReached): Problem =>
  reason.code === 'timeout'
    ? unavailable('The identity provider did not respond in time.', 'provider_unavailable')
    : badGateway('The identity provider cannot be reached.', 'provider_unreachable')

/** In the words of the standard, and of GitHub. */
const refusedCode = new Set(['invalid_grant', 'bad_verification_code'])

/** Maps a failed call to an error: provider unavailable, code refused, or response not valid. */
export function meant(error: unknown): Error {
  if (error instanceof NotIdentified) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NotReached) return notReached(cause)
  }
  if (error instanceof client.ResponseBodyError && refusedCode.has(error.error)) return badCode()
  if (!(error instanceof Error)) return new NotIdentified(String(error))
  const { cause } = error
  return new NotIdentified(
    cause instanceof Error ? `${error.message}: ${cause.message}` : error.message,
  )
}

/** In the body of a request, or in its header where the issuer's metadata lists only that. */
function byMetadata(secret: string): client.ClientAuth {
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (issuer, ...request) => {
    const methods = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_post']
    const isInHeader =
      methods.includes('client_secret_basic') && !methods.includes('client_secret_post')
    return (isInHeader ? inHeader : inBody)(issuer, ...request)
  }
}

export interface OpenIdSettings extends ClientSettings {
  readonly name: 'google' | 'oidc'
  readonly issuer: string
  readonly email: EmailRules
}

export function openIdProvider(
  { name, issuer, clientId, clientSecret, callbackUrl, email }: OpenIdSettings,
  egress: Egress,
  now: () => number,
): SocialProvider {
  let known: { readonly read: Promise<client.Configuration>; readonly until: number } | undefined
  const discover = async (): Promise<client.Configuration> => {
    const secret = byMetadata(clientSecret)
    const config = await client.discovery(new URL(issuer), clientId, {}, secret, {
      [client.customFetch]: fetchBy(egress),
      timeout: 10,
    })
    client.enableNonRepudiationChecks(config) // a signature counts, over TLS too
    return config
  }
  /** The metadata of the issuer, cached for an hour; failures are not cached. */
  async function configuration(): Promise<client.Configuration> {
    if (!known || known.until <= now()) known = { read: discover(), until: now() + hourMs }
    try {
      return await known.read
    } catch (error) {
      known = undefined
      throw meant(error)
    }
  }
  /** The claims that ID tokens of some issuers leave to another question. */
  async function allClaims(
    config: client.Configuration,
    { access_token }: { readonly access_token: string },
    claims: client.IDToken,
  ): Promise<IssuerClaims> {
    if (!needsUserinfo(claims, email) || !config.serverMetadata().userinfo_endpoint) return claims
    try {
      return merged(claims, await client.fetchUserInfo(config, access_token, claims.sub))
    } catch (error) {
      // Some issuers refuse their own access token here. The ID token is enough if it has an address.
      if (!hasAddress(claims, email) || meant(error) instanceof Problem) throw error
      return claims
    }
  }
  return {
    name,
    needsState: name === 'oidc',
    async authorizationUrl({ state, nonce, challenge }) {
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async identify({ code, verifier, nonce, issuer: sent }): Promise<Identified> {
      const config = await configuration()
      const answer = new URL(callbackUrl)
      answer.searchParams.set('code', code)
      // Each provider has its own address to come back to, so an answer that names no issuer is its own.
      answer.searchParams.set('iss', sent ?? config.serverMetadata().issuer)
      try {
        const tokens = await client.authorizationCodeGrant(config, answer, {
          idTokenExpected: true,
          ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
          ...(nonce !== undefined && { expectedNonce: nonce }),
        })
        const signed = tokens.claims()
        if (!signed) throw new NotIdentified('There is no ID token.')
        const claims = await allClaims(config, tokens, signed)
        return {
          issuer: signed.iss,
          subject: signed.sub,
          ...identityIn(claims, email),
        }
      } catch (error) {
        throw meant(error)
      }
    },
  }
}
