// The private key of a service app, as PEM or as a JWK, and signing with it.
import { type KeyObject, sign } from 'node:crypto'
import { BadPrivateKey, readPrivateKey, ScanProblem } from '../../kit/index.ts'

export interface SigningKey {
  readonly key: KeyObject
  readonly alg: string
  /** The key id of a JWK, if present: it identifies the public key of the app. */
  readonly kid: string | null
}

const minBits = 2_048

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}

const refused = (detail: string) => new ScanProblem('invalid_secret', detail)

/** Throws ScanProblem for an invalid or unsuitable private key. */
export function signingKey(text: string): SigningKey {
  try {
    const { key, kid } = readPrivateKey(text)
    return { key, kid, alg: algorithmOf(key) }
  } catch (error) {
    throw error instanceof BadPrivateKey ? refused(`The private key ${error.message}.`) : error
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): string {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails
  if (asymmetricKeyType === 'rsa') {
    if (modulusLength < minBits)
      throw refused(
        `The private key is an RSA key of ${modulusLength} bits. It must have at least ${minBits} bits.`,
      )
    return 'RS256'
  }
  const alg = asymmetricKeyType === 'ec' ? curves[namedCurve] : undefined
  if (alg) return alg
  throw refused('The private key must be an RSA key, or an EC key on P-256, P-384 or P-521.')
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a JSON Web Token in its compact form. */
export function signedToken(
  { key, alg }: Pick<SigningKey, 'key' | 'alg'>,
  header: object,
  claims: object,
): string {
  const text = `${encoded({ alg, ...header })}.${encoded(claims)}`
  const how = { key, dsaEncoding: 'ieee-p1363' as const }
  const digest = `sha${alg.slice(2)}`
  return `${text}.${sign(digest, Buffer.from(text), how).toString('base64url')}`
}
