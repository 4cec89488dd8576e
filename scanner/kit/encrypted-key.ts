/**
 * Private keys with a passphrase: PKCS #8 with PBES2 (RFC 8018), and the older headers of PKCS #1 and SEC 1. They are
 * decrypted here because createPrivateKey would also parse the key inside, which can block the process for hours.
 */
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { BadDer, derContent, derInteger, derMembers, derOid, derTag, onlyDerValue } from './der.ts'
import { isBase64, pemOf, withoutSpace } from './pem.ts'

/** An encrypted key that cannot be used. The message continues a sentence about the key. */
export class BadEncryptedKey extends Error {
  override name = 'BadEncryptedKey'
}

export interface EncryptedKey {
  /** As PEM with line ends. */
  readonly text: string
  /** The label of the key in PEM after decryption. */
  readonly label: string
  /** Returns the key in DER, or null if the passphrase is wrong. */
  decrypt(passphrase: string): Buffer | null
}

interface Cipher {
  readonly name: string
  readonly keyBytes: number
  readonly ivBytes: number
}

/** The key derivation blocks the process, for about 50 ms with this number. OpenSSL writes 2,048. */
const maxIterations = 100_000

const convert =
  'convert it, for example with "openssl pkcs8 -topk8 -v2 aes-256-cbc -in key.pem -out new.pem"'
const unsupported = () =>
  new BadEncryptedKey(`is encrypted with an unsupported algorithm; ${convert}`)
const damaged = 'is damaged or cut off'

const oids = {
  pbes2: '2a864886f70d01050d',
  pbkdf2: '2a864886f70d01050c',
}

const aes = (bits: number): Cipher => ({
  name: `aes-${bits}-cbc`,
  keyBytes: bits / 8,
  ivBytes: 16,
})
const tripleDes: Cipher = { name: 'des-ede3-cbc', keyBytes: 24, ivBytes: 8 }
const cipherByOid: Readonly<Record<string, Cipher>> = {
  '60864801650304012a': aes(256),
  '608648016503040116': aes(192),
  '608648016503040102': aes(128),
  '2a864886f70d0307': tripleDes,
}
const cipherByName: Readonly<Record<string, Cipher>> = {
  'AES-256-CBC': aes(256),
  'AES-192-CBC': aes(192),
  'AES-128-CBC': aes(128),
  'DES-EDE3-CBC': tripleDes,
}
/** The HMAC of PBKDF2; SHA-1 if none is named. */
const digests: Readonly<Record<string, string>> = {
  '2a864886f70d0207': 'sha1',
  '2a864886f70d0208': 'sha224',
  '2a864886f70d0209': 'sha256',
  '2a864886f70d020a': 'sha384',
  '2a864886f70d020b': 'sha512',
}

/** A wrong passphrase shows in the padding, and for one in 256 only in the result, which is not one sequence. */
function decrypted(cipher: Cipher, key: Buffer, iv: Buffer, data: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv(cipher.name, key, iv)
    const plain = Buffer.concat([decipher.update(data), decipher.final()])
    return onlyDerValue(plain).tag === derTag.sequence ? plain : null
  } catch {
    return null
  }
}

function checkLengths({ ivBytes }: Cipher, iv: Buffer, data: Buffer): void {
  if (iv.length !== ivBytes || data.length === 0 || data.length % ivBytes !== 0)
    throw new BadEncryptedKey(damaged)
}

function parsePkcs8(bytes: Buffer): EncryptedKey['decrypt'] {
  const [algorithm, encrypted] = derMembers(onlyDerValue(bytes))
  const data = derContent(encrypted, derTag.octets)
  const [scheme, parameters] = derMembers(algorithm)
  if (derOid(scheme) !== oids.pbes2) throw unsupported()
  const [derivation, encryption] = derMembers(parameters)
  const [derivationName, derivationParameters] = derMembers(derivation)
  if (derOid(derivationName) !== oids.pbkdf2) throw unsupported()
  const [salt, count, ...rest] = derMembers(derivationParameters)
  const named = rest.find(({ tag }) => tag === derTag.sequence)
  const digest = named ? digests[derOid(derMembers(named)[0])] : 'sha1'
  const [cipherName, initial] = derMembers(encryption)
  const cipher = cipherByOid[derOid(cipherName)]
  if (cipher === undefined || digest === undefined) throw unsupported()
  const [saltBytes, iv] = [derContent(salt, derTag.octets), derContent(initial, derTag.octets)]
  checkLengths(cipher, iv, data)
  const iterations = derInteger(count)
  if (iterations === 0) throw new BadEncryptedKey(damaged)
  if (iterations > maxIterations)
    throw new BadEncryptedKey(
      `is encrypted with ${iterations} iterations, and the limit is ${maxIterations}; ${convert}`,
    )
  return (passphrase) =>
    decrypted(
      cipher,
      pbkdf2Sync(passphrase, saltBytes, iterations, cipher.keyBytes, digest),
      iv,
      data,
    )
}

/** The body of an "ENCRYPTED PRIVATE KEY". Throws BadEncryptedKey. */
export function encryptedPkcs8(body: string): EncryptedKey {
  const data = withoutSpace(body)
  try {
    if (!isBase64(data)) throw new BadDer('It is not base64.')
    const decrypt = parsePkcs8(Buffer.from(data, 'base64'))
    return { text: pemOf('ENCRYPTED PRIVATE KEY', data), label: 'PRIVATE KEY', decrypt }
  } catch (error) {
    if (error instanceof BadDer) throw new BadEncryptedKey(damaged)
    throw error
  }
}

/** The headers that PKCS #1 and SEC 1 have with a passphrase (RFC 1421). The initialization vector precedes the body. */
const legacyBlock =
  /-{2,5}\s*BEGIN ((?:RSA|EC) PRIVATE KEY)\s*-{2,5}\s*Proc-Type:\s*4,\s*ENCRYPTED\s*DEK-Info:\s*([A-Z0-9-]{1,24}),([^-]*)-{2,5}\s*END \1/

/** True for a header within a key; other lines of the text do not count. */
export const hasLegacyHeader = (text: string): boolean =>
  /BEGIN [A-Z ]{1,20}PRIVATE KEY\s*-{2,5}\s*(?:Proc-Type|DEK-Info):/.test(text)

/** MD5 of the passphrase and the first 8 bytes of the initialization vector, as EVP_BytesToKey of OpenSSL with one iteration. */
function legacyKey(passphrase: string, iv: Buffer, length: number): Buffer {
  let [key, last] = [Buffer.alloc(0), Buffer.alloc(0)]
  while (key.length < length) {
    last = createHash('md5').update(last).update(passphrase).update(iv.subarray(0, 8)).digest()
    key = Buffer.concat([key, last])
  }
  return key.subarray(0, length)
}

/** Throws BadEncryptedKey. */
export function encryptedLegacy(text: string): EncryptedKey {
  const [, label, name = '', rest = ''] = legacyBlock.exec(text) ?? []
  if (label === undefined) throw new BadEncryptedKey(damaged)
  const cipher = cipherByName[name]
  if (cipher === undefined) throw unsupported()
  // Where spaces are missing, only the length separates the initialization vector from the body.
  const written = withoutSpace(rest)
  const hex = written.slice(0, 2 * cipher.ivBytes)
  const base64 = written.slice(hex.length)
  if (!isBase64(base64)) throw new BadEncryptedKey(damaged)
  const [iv, data] = [Buffer.from(hex, 'hex'), Buffer.from(base64, 'base64')]
  checkLengths(cipher, iv, data)
  return {
    text: pemOf(label, base64, `Proc-Type: 4,ENCRYPTED\nDEK-Info: ${name},${hex}\n\n`),
    label,
    decrypt: (passphrase) =>
      decrypted(cipher, legacyKey(passphrase, iv, cipher.keyBytes), iv, data),
  }
}
