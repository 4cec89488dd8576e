// The authentication of a scan: a user's token, or an app that obtains tokens of an installation.
import { type KeyObject, sign } from 'node:crypto'
import { BadPrivateKey, readPrivateKey, ScanProblem } from '../../kit/index.ts'

export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'app'; readonly id: string; readonly key: KeyObject }

const invalid = (detail: string) => new ScanProblem('invalid_secret', detail)

/** True if an HTTP header may contain the token. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,1000}$/.test(value)

function keyOf(text: unknown): KeyObject {
  try {
    const { key } = readPrivateKey(typeof text === 'string' ? text : '')
    if (key.asymmetricKeyType === 'rsa') return key
  } catch (error) {
    if (!(error instanceof BadPrivateKey)) throw error
    throw invalid(`The private key of the GitHub App ${error.message}.`)
  }
  throw invalid('The private key of the GitHub App must be an RSA key.')
}

/** Parses a secret of the product. Throws ScanProblem `invalid_secret`, whose message contains no part of it. */
export function credentialsOf(secret: unknown): Credentials {
  const given = (typeof secret === 'object' && secret !== null ? secret : {}) as Record<
    string,
    unknown
  >
  const token = given['personal_access_token'] ?? given['oauth_app_token']
  const id = given['github_app_id']
  if (token !== undefined && id !== undefined)
    throw invalid('Provide either a token or a GitHub App, not both.')
  if (id !== undefined) {
    if (!/^[1-9]\d{0,15}$/.test(String(id)))
      throw invalid('The ID of the GitHub App must be a number.')
    return { kind: 'app', id: String(id), key: keyOf(given['github_app_key_content']) }
  }
  if (token === undefined)
    throw invalid('Provide a token, or the ID and the private key of a GitHub App.')
  if (!isToken(token))
    throw invalid('The token has characters that are not allowed in a GitHub token.')
  return { kind: 'token', token }
}

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Creates a JSON Web Token with which an app authenticates. GitHub accepts at most ten minutes, and clocks differ: the
 * token starts a minute ago and ends in nine. `now` in milliseconds since 1970.
 */
export function appToken({ id, key }: { id: string; key: KeyObject }, now: number): string {
  const seconds = Math.floor(now / 1_000)
  const claims = { iat: seconds - 60, exp: seconds + 540, iss: id }
  const text = `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}
