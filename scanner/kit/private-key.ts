/** Private keys in the shapes that secret stores, forms and environment variables give them. */
import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** A text with a key in base64 twice, or after a chain of certificates. */
const maxCharacters = 65_536
/** An RSA key of 8192 bits has 6,400 characters. */
const maxKeyCharacters = 10_000
const maxRsaBits = 8_192

/** Text that is not a usable private key. The message describes the problem and contains no part of the text. */
export class BadPrivateKey extends Error {
  override name = 'BadPrivateKey'
  /** A key with a passphrase, as PEM with line ends; null for other texts. */
  readonly encryptedText: string | null
  constructor(detail: string, encryptedText: string | null = null) {
    super(detail)
    this.encryptedText = encryptedText
  }
}

export interface PrivateKey {
  readonly key: KeyObject
  /** The same key as PEM with line ends, or as the JWK that it was. */
  readonly text: string
  /** The key ID of a JWK, if it has one. */
  readonly kid: string | null
}

/** The header, the body and the footer of PEM, with or without line ends. The dashes may have been shortened. */
const block = /-{2,5}\s*BEGIN ([A-Z0-9 ]{1,40}?)\s*-{2,5}([^-]*)-{2,5}\s*END \1\s*-{2,5}/

/** The header that PKCS #1 and SEC 1 have with a passphrase (RFC 1421). Unlike a plain block, it has dashes. */
const encryptedBlock =
  /-----BEGIN ((?:RSA|EC) PRIVATE KEY)-----\s+(Proc-Type: 4,ENCRYPTED)\s+(DEK-Info: [A-Z0-9-]{1,20},[0-9A-Fa-f]{1,64})\s+([A-Za-z0-9+/=\s]+)-----END \1-----/

/** The PKCS #8 prefixes for rsaEncryption, id-ecPublicKey with a named curve, Ed25519 and Ed448. */
const signing =
  /^30(?:[0-7].|81..|82....)0201(?:00|01)30[0-7].06(?:092a864886f70d010101|072a8648ce3d020106|032b657[01])/
/** The same of SEC 1: the private number has up to 66 bytes, and a name of a curve follows. */
const namedCurve = /^30(?:[0-7].|81..|82....)02010104([0-4].)/

const labels = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY']

const encrypted =
  'is encrypted with a passphrase; remove it, for example with "openssl pkey -in key.pem -out plain.pem"'
const refusals: readonly (readonly [RegExp, string])[] = [
  [/^ENCRYPTED PRIVATE KEY$/, encrypted],
  [
    /^OPENSSH PRIVATE KEY$/,
    'is in the format of OpenSSH; convert it, for example with "ssh-keygen -p -m PEM -f key"',
  ],
  [/PUBLIC KEY$/, 'is a public key; the private key is required'],
  [/CERTIFICATE/, 'is a certificate; the private key is required'],
]

/** Undoes quotes, escaped line ends and a byte order mark. */
function unescaped(text: string): string {
  let plain = text.replace(/^\uFEFF/, '').trim()
  if (/^(["'])[^]*\1$/.test(plain) && plain.length > 1) plain = plain.slice(1, -1)
  return plain.replaceAll(/\\{1,4}(?:r\\{1,4}n|n|r)/g, '\n').trim()
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** The first private key among the PEM blocks of a text; a certificate or curve parameters may precede it. */
function blockIn(text: string): { label: string; body: string } | null {
  let first: { label: string; body: string } | null = null
  for (let rest = text, found = block.exec(rest); found; found = block.exec(rest)) {
    const [whole, label = '', body = ''] = found
    if (label.endsWith('PRIVATE KEY')) return { label, body }
    first ??= { label, body }
    rest = rest.slice(found.index + whole.length)
  }
  return first
}

const isNamedCurve = (bytes: Buffer): boolean => {
  const hex = bytes.subarray(0, 160).toString('hex')
  const [start, length = ''] = namedCurve.exec(hex) ?? []
  if (start === undefined) return false
  return /^a0..06/.test(hex.slice(start.length + 2 * Number.parseInt(length, 16)))
}

/** Whether the numbers of an RSA key are no longer than its modulus. createPrivateKey does not check that. */
function isInProportion(key: KeyObject): boolean {
  const { n = '', ...others } = key.export({ format: 'jwk' })
  return Object.values(others).every((one) => String(one).length <= n.length)
}

/** Whether the public half accepts what the key signs. Some keys with inconsistent numbers can be parsed. */
function signs(key: KeyObject): boolean {
  const digest = key.asymmetricKeyType?.startsWith('ed') ? null : 'sha256'
  try {
    const data = Buffer.from('plumbline')
    return verify(digest, data, createPublicKey(key), sign(digest, data, key))
  } catch {
    return false // also an RSA key that is too short for the digest
  }
}

/** Other keys could block the process for hours: parsing a DSA key takes the cube of its length. */
function checked(key: KeyObject): KeyObject {
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (modulusLength > maxRsaBits)
    throw new BadPrivateKey(`is an RSA key of ${modulusLength} bits; the limit is ${maxRsaBits}`)
  if (key.asymmetricKeyType === 'rsa' && !isInProportion(key))
    throw new BadPrivateKey('has parameters that do not match')
  if (signs(key)) return key
  throw new BadPrivateKey('has parameters that do not match, or is too short to sign')
}

const unsuitable = 'is not an RSA, ECDSA (with a named curve) or EdDSA key, or is cut off'
const tooLong = `has more than ${maxKeyCharacters} characters`
const invalid = 'is not in PEM format (PKCS #8, PKCS #1 or SEC 1), and is not a JWK'

const pemOf = (label: string, body: string, header = ''): string =>
  `-----BEGIN ${label}-----\n${header}${
    withoutSpace(body)
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  }\n-----END ${label}-----\n`

function fromPem(text: string): PrivateKey {
  if (/^(?:Proc-Type|DEK-Info):/m.test(text)) {
    const [, label, type, cipher, body = ''] = encryptedBlock.exec(text) ?? []
    if (label === undefined || !isBase64(withoutSpace(body)))
      throw new BadPrivateKey('is damaged or cut off')
    throw new BadPrivateKey(encrypted, pemOf(label, body, `${type}\n${cipher}\n\n`))
  }
  const found = blockIn(text)
  if (!found)
    throw new BadPrivateKey(text.includes('BEGIN') ? 'is cut off: it has no END line' : invalid)
  const { label, body } = found
  const refusal = refusals.find(([pattern]) => pattern.test(label))?.[1]
  const data = withoutSpace(body)
  if (refusal === encrypted) {
    if (!isBase64(data)) throw new BadPrivateKey('is damaged or cut off')
    throw new BadPrivateKey(encrypted, pemOf(label, body))
  }
  if (refusal !== undefined) throw new BadPrivateKey(refusal)
  if (data.length > maxKeyCharacters) throw new BadPrivateKey(tooLong)
  const bytes = Buffer.from(data, 'base64')
  if (!labels.includes(label) || !isBase64(data)) throw new BadPrivateKey(invalid)
  if (label === 'PRIVATE KEY' && !signing.test(bytes.subarray(0, 40).toString('hex')))
    throw new BadPrivateKey(unsuitable)
  if (label === 'EC PRIVATE KEY' && !isNamedCurve(bytes)) throw new BadPrivateKey(unsuitable)
  const pem = pemOf(label, data)
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    // The message of the parser may contain the key.
    throw new BadPrivateKey('is damaged or cut off')
  }
  return { key: checked(key), text: pem, kid: null }
}

function fromJwk(text: string): PrivateKey {
  if (text.length > maxKeyCharacters) throw new BadPrivateKey(tooLong)
  try {
    const jwk = JSON.parse(text) as JsonWebKey
    const kid: unknown = jwk['kid']
    return {
      key: checked(createPrivateKey({ key: jwk, format: 'jwk' })),
      text,
      kid: typeof kid === 'string' && kid !== '' ? kid.slice(0, 256) : null,
    }
  } catch (error) {
    if (error instanceof BadPrivateKey) throw error
    throw new BadPrivateKey('is JSON, but not a JWK of a private RSA or EC key')
  }
}

/**
 * Reads a private key that can sign (RSA, ECDSA or EdDSA), not encrypted: PEM on one line or with escaped line ends, in
 * quotes, indented, after a certificate, or in base64 as a whole; or a JWK. Throws BadPrivateKey.
 */
export function readPrivateKey(written: string): PrivateKey {
  if (written.length > maxCharacters)
    throw new BadPrivateKey(`has more than ${maxCharacters} characters`)
  const trimmed = written.trim()
  if (trimmed.startsWith('{')) return fromJwk(trimmed)
  const text = unescaped(written)
  if (text.startsWith('{')) return fromJwk(text)
  const data = withoutSpace(text)
  if (!text.includes('BEGIN') && isBase64(data)) {
    const decoded = unescaped(Buffer.from(data, 'base64').toString('latin1'))
    return decoded.startsWith('{') ? fromJwk(decoded) : fromPem(decoded)
  }
  return fromPem(text)
}
