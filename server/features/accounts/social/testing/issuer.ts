/** The issuer of an OpenID Connect sign-in, in this process: asserts whatever a test requests. */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { type Egress, NotReached, type Outgoing } from '../../../../platform/egress/index.ts'
import { challengeOf } from '../sign-in-state.ts'

export interface Account {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean | string
  readonly name?: string
}

/** Changes to the contents of a token. */
export interface Bent {
  readonly claims?: JWTPayload
  readonly key?: 'known' | 'unknown' | 'none' | 'shared'
  /** Left out of the ID token and returned by the userinfo endpoint alone. */
  readonly userinfo?: boolean
}

interface Granted {
  readonly account: Account
  readonly nonce: string | undefined
  readonly challenge: string | undefined
  readonly bent: Bent
}

const keys = await generateKeyPair('RS256', { extractable: true })
const foreignKeys = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

export const clientId = 'plumbline-test'
export const clientSecret = 'a client secret'

export class Issuer {
  readonly url: string
  /** Requested URLs, in order. */
  readonly asked: string[] = []
  isAway = false
  readonly #codes = new Map<string, Granted>()
  readonly #access = new Map<string, Account>()

  constructor(url: string) {
    this.url = url
  }

  /** The user signs in at the URL of the redirect; returns the resulting code. */
  signIn(address: string | null, account: Account, bent: Bent = {}): string {
    const query = new URL(address ?? this.url).searchParams
    const code = randomBytes(16).toString('hex')
    this.#codes.set(code, {
      account,
      nonce: query.get('nonce') ?? undefined,
      challenge: query.get('code_challenge') ?? undefined,
      bent,
    })
    return code
  }

  readonly answer: Egress = async (request) => {
    this.asked.push(request.url)
    if (this.isAway) throw new NotReached('failed', 'The issuer is away.')
    const { pathname } = new URL(request.url)
    const [status, body] = await this.#respond(pathname, request)
    const headers = { 'content-type': 'application/json' }
    return { status, headers, body: Buffer.from(JSON.stringify(body)) }
  }

  async #respond(path: string, request: Outgoing): Promise<[status: number, body: unknown]> {
    const at = (name: string): string => `${this.url}/${name}`
    if (path === '/.well-known/openid-configuration') {
      const metadata = {
        issuer: this.url,
        authorization_endpoint: at('authorize'),
        token_endpoint: at('token'),
        userinfo_endpoint: at('userinfo'),
        jwks_uri: at('keys'),
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        code_challenge_methods_supported: ['S256'],
      }
      return [200, metadata]
    }
    if (path === '/keys') return [200, { keys: [jwk] }]
    if (path === '/token') return this.#token(new URLSearchParams(String(request.body)))
    if (path === '/userinfo') {
      const [, token = ''] = (request.headers?.['authorization'] ?? '').split(' ')
      const account = this.#access.get(token)
      return account ? [200, account] : [401, {}]
    }
    return [404, {}]
  }

  async #token(form: URLSearchParams): Promise<[number, unknown]> {
    const granted = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    if (form.get('client_secret') !== clientSecret) return [401, { error: 'invalid_client' }]
    const verifier = form.get('code_verifier')
    const isRight = granted?.challenge === (verifier === null ? undefined : challengeOf(verifier))
    if (!granted || !isRight) return [400, { error: 'invalid_grant' }]
    const access_token = randomBytes(16).toString('hex')
    this.#access.set(access_token, granted.account)
    return [
      200,
      {
        access_token,
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await this.#idToken(granted),
      },
    ]
  }

  async #idToken({ account, nonce, bent }: Granted): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const about = bent.userinfo ? { sub: account.sub } : { ...account }
    const claims: JWTPayload = {
      ...about,
      iss: this.url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      ...(nonce !== undefined && { nonce }),
      ...bent.claims,
    }
    const { key = 'known' } = bent
    if (key === 'none') return new UnsecuredJWT(claims).encode()
    const jwt = new SignJWT(claims)
    if (key === 'shared') {
      const secret = new TextEncoder().encode(JSON.stringify(jwk))
      return jwt.setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret)
    }
    const header = { alg: 'RS256', kid: key === 'known' ? 'one' : 'two' }
    return jwt.setProtectedHeader(header).sign((key === 'known' ? keys : foreignKeys).privateKey)
  }
}
