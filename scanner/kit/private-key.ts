/** Private keys in the shapes that secret stores, forms and environment variables give them. */
import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import {
  BadEncryptedKey,
  type EncryptedKey,
  encryptedLegacy,
  encryptedPkcs8,
  hasLegacyHeader,
} from './encrypted-key.ts'
import {
  decodedText,
  isBase64,
  type PemBlock,
  pemBlocks,
  pemOf,
  unescaped,
  withoutSpace,
} from './pem.ts'

/** A text with a key in base64 twice, or after a chain of certificates. */
const maxCharacters = 65_536
/** An RSA key of 8192 bits has 6,400 characters. */
const maxKeyCharacters = 10_000
const maxRsaBits = 8_192

/** Text that is not a usable private key. The message describes the problem and contains no part of the text. */
export class BadPrivateKey extends Error {
  override name = 'BadPrivateKey'
  /** A key whose passphrase is missing, as PEM with line ends; null for other texts. */
  readonly encryptedText: string | null
  readonly isPassphraseWrong: boolean
  constructor(
    detail: string,
    about: { readonly encryptedText?: string; readonly isPassphraseWrong?: boolean } = {},
  ) {
    super(detail)
    this.encryptedText = about.encryptedText ?? null
    this.isPassphraseWrong = about.isPassphraseWrong ?? false
  }
}

export interface PrivateKey {
  readonly key: KeyObject
  /** The same key as PEM with line ends, or as the JWK that it was. Encrypted if it was. */
  readonly text: string
  /** The key ID of a JWK, if it has one. */
  readonly kid: string | null
}

/** The PKCS #8 prefixes for rsaEncryption, id-ecPublicKey with a named curve, Ed25519 and Ed448. */
const signing =
  /^30(?:[0-7].|81..|82....)0201(?:00|01)30[0-7].06(?:092a864886f70d010101|072a8648ce3d020106|032b657[01])/
/** The same of SEC 1: the private number has up to 66 bytes, and a name of a curve follows. */
const namedCurve = /^30(?:[0-7].|81..|82....)02010104([0-4].)/

const labels = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY']

const encrypted =
  'is encrypted with a passphrase; remove it, for example with "openssl pkey -in key.pem -out plain.pem"'
const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /^OPENSSH PRIVATE KEY$/,
    'is in the format of OpenSSH; convert it, for example with "ssh-keygen -p -m PEM -f key"',
  ],
  [/PUBLIC KEY$/, 'is a public key; the private key is required'],
  [/CERTIFICATE/, 'is a certificate; the private key is required'],
]

/** The first private key among the PEM blocks of a text; a certificate or curve parameters may precede it. */
function keyBlockIn(text: string): PemBlock | undefined {
  const blocks = pemBlocks(text)
  return blocks.find(({ label }) => label.endsWith('PRIVATE KEY')) ?? blocks[0]
}

const isNamedCurve = (bytes: Buffer): boolean => {
  const hex = bytes.subarray(0, 160).toString('hex')
  const [start, length = ''] = namedCurve.exec(hex) ?? []
  if (start === undefined) return false
  return /^a0..06/.test(hex.slice(start.length + 2 * Number.parseInt(length, 16)))
}

/** True if no parameter of an RSA key is longer than its modulus. createPrivateKey accepts longer ones. */
function isInProportion(key: KeyObject): boolean {
  const { n = '', ...others } = key.export({ format: 'jwk' })
  return Object.values(others).every((one) => String(one).length <= n.length)
}

/** Signs and verifies a text, because createPrivateKey accepts some keys with inconsistent parameters. */
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

/** Throws BadPrivateKey. */
function fromDer(label: string, bytes: Buffer): KeyObject {
  if (label === 'PRIVATE KEY' && !signing.test(bytes.subarray(0, 40).toString('hex')))
    throw new BadPrivateKey(unsuitable)
  if (label === 'EC PRIVATE KEY' && !isNamedCurve(bytes)) throw new BadPrivateKey(unsuitable)
  let key: KeyObject
  try {
    key = createPrivateKey(pemOf(label, bytes.toString('base64')))
  } catch {
    // The message of the parser may contain the key.
    throw new BadPrivateKey('is damaged or cut off')
  }
  return checked(key)
}

/** Throws BadPrivateKey. */
function fromEncrypted(parse: () => EncryptedKey, passphrase: string | undefined): PrivateKey {
  let parsed: EncryptedKey
  try {
    parsed = parse()
  } catch (error) {
    if (error instanceof BadEncryptedKey) throw new BadPrivateKey(error.message)
    throw error
  }
  const { text, label } = parsed
  if (text.length > maxKeyCharacters) throw new BadPrivateKey(tooLong)
  if (passphrase === undefined) throw new BadPrivateKey(encrypted, { encryptedText: text })
  const bytes = parsed.decrypt(passphrase)
  if (!bytes)
    throw new BadPrivateKey('cannot be decrypted with this passphrase', { isPassphraseWrong: true })
  return { key: fromDer(label, bytes), text, kid: null }
}

function fromPem(text: string, passphrase: string | undefined): PrivateKey {
  if (hasLegacyHeader(text)) return fromEncrypted(() => encryptedLegacy(text), passphrase)
  const found = keyBlockIn(text)
  if (!found)
    throw new BadPrivateKey(text.includes('BEGIN') ? 'is cut off: it has no END line' : invalid)
  const { label, body } = found
  if (label === 'ENCRYPTED PRIVATE KEY')
    return fromEncrypted(() => encryptedPkcs8(body), passphrase)
  const refusal = refusals.find(([pattern]) => pattern.test(label))?.[1]
  if (refusal !== undefined) throw new BadPrivateKey(refusal)
  const data = withoutSpace(body)
  if (data.length > maxKeyCharacters) throw new BadPrivateKey(tooLong)
  if (!labels.includes(label) || !isBase64(data)) throw new BadPrivateKey(invalid)
  return { key: fromDer(label, Buffer.from(data, 'base64')), text: pemOf(label, data), kid: null }
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
 * Reads a private key that can sign (RSA, ECDSA or EdDSA): PEM on one line or with escaped line ends, in quotes,
 * indented, after a certificate, or in base64 as a whole; or a JWK. The text of an encrypted key remains encrypted.
 * Throws BadPrivateKey, also for an encrypted key without the right passphrase.
 */
export function readPrivateKey(written: string, passphrase?: string): PrivateKey {
  if (written.length > maxCharacters)
    throw new BadPrivateKey(`has more than ${maxCharacters} characters`)
  const trimmed = written.trim()
  if (trimmed.startsWith('{')) return fromJwk(trimmed)
  const text = decodedText(unescaped(written))
  return text.startsWith('{') ? fromJwk(text) : fromPem(text, passphrase)
}
