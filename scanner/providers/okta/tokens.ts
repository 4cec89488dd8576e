// Access tokens of a service app: client credentials by a signed assertion, bound to a key of the session if Okta
// requires it.
import { generateKeyPairSync, hash, type KeyObject, randomUUID } from 'node:crypto'
import { type HttpAnswer, HttpFailure, ScanProblem } from '../../kit/index.ts'
import { addressOf, type Door, failures, isMembers, jsonOf, send } from './door.ts'
import { type SigningKey, signedToken } from './keys.ts'

export interface Token {
  readonly access: string
  readonly isBound: boolean
  readonly granted: readonly string[]
  /** The time to request another token, in milliseconds since 1970. */
  readonly renewAt: number
}

interface App {
  readonly clientId: string
  readonly key: SigningKey
}

/** A key pair of this session only: a stolen token is useless without the key. */
interface Proving {
  readonly key: KeyObject
  readonly jwk: object
}

const path = '/oauth2/v1/token'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const assertionSeconds = 300
const renewalMs = 5 * 60_000
/** Attempts: without a proof, with a proof, with a nonce, and with a new nonce if the first has expired. */
const mostAsks = 4

const denied = (detail: string) => new ScanProblem('sign_in_denied', detail)
const failed = (detail: string) => new ScanProblem('sign_in_failed', detail)

const errorOf = (answer: HttpAnswer): string => {
  const body = jsonOf(answer)
  const error = isMembers(body) ? (body['error'] ?? body['errorCode']) : undefined
  return typeof error === 'string' && /^\w{1,64}$/.test(error) ? error : `http_${answer.status}`
}

/** Error messages for Okta's rejections, for the user who connected the organization. */
const refusals: Readonly<Record<string, string>> = {
  invalid_client:
    'Okta does not accept the client ID with this private key. Make sure that the service app is active and has the matching public key.',
  unauthorized_client:
    'The app with this client ID is not allowed to use the client credentials grant.',
  access_denied: 'Okta does not issue a token to the app, because no admin role is assigned to it.',
  E0000004: 'Okta does not accept the client ID.',
}

export class Tokens {
  readonly #door: Door
  readonly #app: App
  #scopes: readonly string[]
  #proving: Proving | null = null
  #nonce: string | null = null
  #token: Token | null = null
  #asking: Promise<Token> | null = null

  /** `scopes`: the scopes to request. */
  constructor(door: Door, app: App, scopes: readonly string[]) {
    this.#door = door
    this.#app = app
    this.#scopes = scopes
  }

  /**
   * Returns a token that is valid for several more minutes. `stale` is a rejected token. Throws ScanProblem or
   * AbortError.
   */
  async current(signal: AbortSignal, stale: Token | null = null): Promise<Token> {
    for (;;) {
      signal.throwIfAborted()
      const known = this.#token
      if (known && known !== stale && this.#door.clock.now() < known.renewAt) return known
      const asking = (this.#asking ??= this.#grant(signal).finally(() => (this.#asking = null)))
      try {
        this.#token = await asking
        return this.#token
      } catch (thrown) {
        // Another reader was canceled while loading for both.
        if (thrown instanceof Error && thrown.name === 'AbortError' && !signal.aborted) continue
        throw thrown
      }
    }
  }

  /** The headers of a call: the token and, if it is bound, a proof for this call only. */
  headersFor({ access, isBound }: Token, method: string, at: URL): Record<string, string> {
    if (!isBound) return { authorization: `Bearer ${access}` }
    const ath = hash('sha256', access, 'base64url')
    return { authorization: `DPoP ${access}`, ...this.#proof(method, at, { ath }) }
  }

  /** Stores the nonce of a response for the next proof; returns whether the response requires a new proof with it. */
  learnNonce({ status, headers }: HttpAnswer): boolean {
    const nonce = headers['dpop-nonce']
    if (!nonce || nonce.length > 1_024) return false
    this.#nonce = nonce
    const isAsked = /use_dpop_nonce/.test(headers['www-authenticate'] ?? '')
    return isAsked && (status === 400 || status === 401)
  }

  /** Requests a token with all scopes; if the app was not granted all of them, with the granted ones. */
  async #grant(signal: AbortSignal): Promise<Token> {
    const all = await this.#ask(this.#scopes, signal)
    if (all.status === 200) return this.#read(all)
    if (!isScopeRefused(all)) throw refusal(all)
    const granted: string[] = []
    for (const scope of this.#scopes) {
      const answer = await this.#ask([scope], signal)
      if (answer.status === 200) granted.push(scope)
      else if (!isScopeRefused(answer)) throw refusal(answer)
    }
    if (granted.length === 0)
      throw denied(`The app has none of the scopes ${this.#scopes.join(', ')}.`)
    this.#scopes = granted
    const some = await this.#ask(granted, signal)
    if (some.status !== 200) throw refusal(some)
    return this.#read(some)
  }

  async #ask(scopes: readonly string[], signal: AbortSignal): Promise<HttpAnswer> {
    for (let n = 1; ; n++) {
      const answer = await this.#post(scopes, signal)
      const error = answer.status === 400 || answer.status === 401 ? errorOf(answer) : ''
      const isNonceWanted = error === 'use_dpop_nonce' && Boolean(answer.headers['dpop-nonce'])
      const isProofWanted = error === 'invalid_dpop_proof' && this.#proving === null
      this.learnNonce(answer)
      if (n === mostAsks || !(isNonceWanted || isProofWanted)) return answer
      this.#proving ??= newProving()
    }
  }

  async #post(scopes: readonly string[], signal: AbortSignal): Promise<HttpAnswer> {
    const at = addressOf(this.#door, path)
    const signed = () => ({
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(this.#proving ? this.#proof('POST', at, {}) : {}),
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: scopes.join(' '),
        client_assertion_type: assertionType,
        client_assertion: this.#assertion(at),
      }).toString(),
    })
    try {
      return await send(this.#door, { name: 'sign in', path, signed }, signal)
    } catch (thrown) {
      if (thrown instanceof HttpFailure) throw failed(failures[thrown.code])
      throw thrown
    }
  }

  #seconds(): number {
    return Math.floor(this.#door.clock.now() / 1_000)
  }

  #assertion(at: URL): string {
    const { clientId, key } = this.#app
    const iat = this.#seconds()
    const claims = { iss: clientId, sub: clientId, aud: at.href, iat, exp: iat + assertionSeconds }
    const header = { typ: 'JWT', ...(key.kid !== null && { kid: key.kid }) }
    return signedToken(key, header, { ...claims, jti: randomUUID() })
  }

  #proof(method: string, at: URL, more: object): Record<string, string> {
    const { key, jwk } = (this.#proving ??= newProving())
    const claims = {
      htm: method,
      htu: at.origin + at.pathname,
      iat: this.#seconds(),
      jti: randomUUID(),
      ...(this.#nonce !== null && { nonce: this.#nonce }),
      ...more,
    }
    return { dpop: signedToken({ key, alg: 'ES256' }, { typ: 'dpop+jwt', jwk }, claims) }
  }

  #read(answer: HttpAnswer): Token {
    const body = jsonOf(answer)
    const { access_token, token_type, expires_in, scope }: Readonly<Record<string, unknown>> =
      isMembers(body) ? body : {}
    const type = typeof token_type === 'string' ? token_type.toLowerCase() : ''
    const isToken = typeof access_token === 'string' && /^[\x21-\x7e]{1,16384}$/.test(access_token)
    if (!isToken || (type !== 'bearer' && type !== 'dpop'))
      throw failed('The server does not respond like Okta.')
    const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : 3_600
    const asked = new Set(this.#scopes)
    const granted = typeof scope === 'string' ? scope.split(' ') : this.#scopes
    return {
      access: access_token,
      isBound: type === 'dpop',
      granted: granted.filter((one) => asked.has(one)),
      renewAt: this.#door.clock.now() + seconds * 1_000 - Math.min(renewalMs, seconds * 250),
    }
  }
}

function newProving(): Proving {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { key: privateKey, jwk: publicKey.export({ format: 'jwk' }) }
}

const isScopeRefused = (answer: HttpAnswer): boolean =>
  answer.status === 400 && ['invalid_scope', 'consent_required'].includes(errorOf(answer))

function refusal(answer: HttpAnswer): ScanProblem {
  const { status } = answer
  if (status === 429) return failed('Okta rate-limited the request. Try again later.')
  const error = errorOf(answer)
  const known = Object.hasOwn(refusals, error) ? refusals[error] : undefined
  if (known) return denied(known)
  if (status === 404) return failed('No Okta organization has this domain.')
  return status === 400 || status === 401 || status === 403
    ? denied(`Okta does not issue a token to the app: ${error}.`)
    : failed(`Okta returned status ${status}.`)
}
