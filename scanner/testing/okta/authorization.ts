/**
 * The token endpoint and the authorization of the API: assertions, proofs of possession, nonces and scopes, verified as
 * Okta does.
 */
import { createPublicKey, hash, type JsonWebKey, verify } from 'node:crypto'
import type { Reply } from '../aws/replies.ts'
import { drawn, hexadecimal } from '../chance.ts'
import type { OktaState } from './state.ts'

export interface OktaRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
})

export const failure = (
  status: number,
  errorCode: string,
  errorSummary: string,
  headers: Record<string, string> = {},
): Reply =>
  json(
    status,
    { errorCode, errorSummary, errorLink: errorCode, errorId: 'oae1', errorCauses: [] },
    headers,
  )

const refused = (error: string, text: string, headers: Record<string, string> = {}): Reply =>
  json(error === 'invalid_client' ? 401 : 400, { error, error_description: text }, headers)

interface Jwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

const algorithms: Readonly<Record<string, string>> = {
  RS256: 'sha256',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
}

const parsed = (part: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>

/** Reads a token that was signed with this key, or with the key that it contains; null for any other. */
function readJwt(token: string, key: JsonWebKey | null): Jwt | null {
  const [head = '', body = '', signature = ''] = token.split('.')
  try {
    const header = parsed(head)
    const jwk = key ?? (header['jwk'] as JsonWebKey)
    if ('d' in jwk) return null
    const how = {
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363' as const,
    }
    const digest = algorithms[String(header['alg'])]
    const bytes = Buffer.from(signature, 'base64url')
    if (!digest || !verify(digest, Buffer.from(`${head}.${body}`), how, bytes)) return null
    return { header, claims: parsed(body) }
  } catch {
    return null
  }
}

const thumbprint = ({ crv, kty, x, y }: JsonWebKey): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url')

interface Issued {
  readonly client: string
  readonly scopes: readonly string[]
  /** The key whose possession must be proven; null for a bearer token. */
  readonly boundTo: string | null
  readonly until: number
}

export interface Guard {
  /** POST /oauth2/v1/token */
  token(request: OktaRequest): Reply
  /** Returns the error of a rejected call, or the client of an admitted one. */
  admit(request: OktaRequest, scope: string): Reply | { readonly client: string }
  /** The client of the token; null if the token is invalid. */
  clientOf(request: OktaRequest): string | null
  /** Revokes all issued tokens, as an administrator can. */
  revoke(): void
}

export interface GuardOptions {
  readonly state: OktaState
  readonly random: () => number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const skewSeconds = 60

export function openGuard({ state, random, now }: GuardOptions): Guard {
  const issued = new Map<string, Issued>()
  const seen = new Set<string>()
  let nonce = drawn(random, 16, hexadecimal)
  const seconds = () => Math.floor(now() / 1_000)
  const at = (path: string) => `https://${state.domain}${path}`

  const isFresh = (jti: unknown): boolean => {
    if (typeof jti !== 'string' || jti.length < 16 || seen.has(jti)) return false
    seen.add(jti)
    return true
  }

  /** The thumbprint of a proof's key, or a message for an invalid proof. */
  function proven(request: OktaRequest, path: string, ath: string | null) {
    const proof = readJwt(request.headers['dpop'] ?? '', null)
    if (!proof) return { wrong: 'The DPoP proof JWT is not signed by the key in it.' }
    const { header, claims } = proof
    if (header['typ'] !== 'dpop+jwt') return { wrong: 'The DPoP proof JWT has another type.' }
    if (claims['htm'] !== request.method) return { wrong: 'The htm claim is another method.' }
    if (claims['htu'] !== at(path)) return { wrong: 'The htu claim is another address.' }
    if (Math.abs(Number(claims['iat']) - seconds()) > skewSeconds)
      return { wrong: 'The iat claim is too far from now.' }
    if (!isFresh(claims['jti'])) return { wrong: 'The jti claim was used before.' }
    if (ath !== null && claims['ath'] !== ath)
      return { wrong: 'The ath claim is of another token.' }
    return { key: thumbprint(header['jwk'] as JsonWebKey), nonce: claims['nonce'] }
  }

  function assertionProblem(form: URLSearchParams): string | null {
    const assertion = form.get('client_assertion') ?? ''
    const subject = () => parsed(assertion.split('.')[1] ?? '')['sub']
    let client = ''
    try {
      client = String(subject())
    } catch {
      return 'The client_assertion is no JWT.'
    }
    const app = state.apps[client]
    const jwt = app && readJwt(assertion, app.publicKey)
    if (!jwt) return 'The client_assertion signature is invalid.'
    const { aud, iss, sub, exp, jti } = jwt.claims
    if (iss !== client || sub !== client) return 'The iss and sub claims have to be the client.'
    if (aud !== at('/oauth2/v1/token')) return 'The aud claim is another address.'
    const left = Number(exp) - seconds()
    if (!(left > 0 && left <= 3_600)) return 'The exp claim is over, or more than an hour away.'
    return isFresh(jti) ? null : 'The jti claim was used before.'
  }

  return {
    token(request) {
      const form = new URLSearchParams(request.body)
      if (form.get('grant_type') !== 'client_credentials')
        return refused('unsupported_grant_type', 'The grant type is not supported.')
      const problem = assertionProblem(form)
      if (problem) return refused('invalid_client', problem)
      const client = String(parsed(form.get('client_assertion')?.split('.')[1] ?? '')['sub'])
      const app = state.apps[client]
      if (!app) return refused('invalid_client', 'There is no such client.')
      let boundTo: string | null = null
      if (app.isBound || request.headers['dpop'] !== undefined) {
        if (request.headers['dpop'] === undefined)
          return refused('invalid_dpop_proof', 'The DPoP proof JWT header is missing.')
        const proof = proven(request, '/oauth2/v1/token', null)
        if ('wrong' in proof) return refused('invalid_dpop_proof', String(proof.wrong))
        if (proof.nonce !== nonce) {
          nonce = drawn(random, 16, hexadecimal)
          const text = 'Authorization server requires nonce in DPoP proof.'
          return refused('use_dpop_nonce', text, { 'dpop-nonce': nonce })
        }
        boundTo = proof.key
      }
      if (app.adminRole === null)
        return refused('access_denied', 'The client has no admin role assigned.')
      const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean)
      if (scopes.length === 0 || scopes.some((scope) => !app.scopes.includes(scope)))
        return refused('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
      const access_token = `eyJ${drawn(random, 48, hexadecimal)}`
      const until = seconds() + state.tokenSeconds
      issued.set(access_token, { client, scopes, boundTo, until })
      return json(200, {
        token_type: boundTo === null ? 'Bearer' : 'DPoP',
        expires_in: state.tokenSeconds,
        access_token,
        scope: scopes.join(' '),
      })
    },
    admit(request, scope) {
      const [scheme = '', token = ''] = (request.headers['authorization'] ?? '').split(' ')
      const known = issued.get(token)
      if (!known || known.until <= seconds())
        return failure(401, 'E0000011', 'Invalid token provided')
      if (known.boundTo !== null || scheme !== 'Bearer') {
        const proof = proven(request, request.path, hash('sha256', token, 'base64url'))
        if ('wrong' in proof || proof.key !== known.boundTo || scheme !== 'DPoP') {
          const text = 'wrong' in proof ? proof.wrong : 'The token is bound to another key.'
          return json(400, { error: 'invalid_dpop_proof', error_description: text })
        }
      }
      if (known.scopes.includes(scope)) return { client: known.client }
      const challenge = `Bearer realm="IpsaMgmt", error="insufficient_scope", scope="${scope}"`
      const text = 'You do not have permission to perform the requested action'
      return failure(403, 'E0000006', text, { 'www-authenticate': challenge })
    },
    clientOf({ headers }) {
      return issued.get((headers['authorization'] ?? '').split(' ')[1] ?? '')?.client ?? null
    },
    revoke: () => issued.clear(),
  }
}
