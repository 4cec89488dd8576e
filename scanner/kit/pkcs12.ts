/** PKCS #12 files (RFC 7292) with an RSA key and its certificate, checked without decrypting their contents. */
import { createHmac, hash, X509Certificate } from 'node:crypto'
import { BadDer, derContent, derInteger, derMembers, derOid, derTag, onlyDerValue } from './der.ts'
import type { DerValue } from './der.ts'
import { pemOf } from './pem.ts'
import { BadPrivateKey, readPrivateKey } from './private-key.ts'

const oids = { data: '2a864886f70d010701' }
const bags = {
  key: '2a864886f70d010c0a0101',
  shroudedKey: '2a864886f70d010c0a0102',
  certificate: '2a864886f70d010c0a0103',
  nested: '2a864886f70d010c0a0106',
}

/** Digests of the MAC, with the block lengths of their hash functions in bytes. */
const digests: Readonly<Record<string, readonly [name: string, blockBytes: number]>> = {
  '2b0e03021a': ['sha1', 64],
  '608648016503040201': ['sha256', 64],
  '608648016503040202': ['sha384', 128],
  '608648016503040203': ['sha512', 128],
}

/** Each iteration takes about a microsecond and blocks the process. Common tools write at most 100,000. */
const maxIterations = 100_000

/** Text repeated to whole blocks. */
const inBlocks = (text: Buffer, blockBytes: number): Buffer =>
  Buffer.alloc(Math.ceil(text.length / blockBytes) * blockBytes, text)

/** HMAC by the key of RFC 7292, appendix B, which is one output of the digest. */
function macOf(
  [digest, blockBytes]: readonly [string, number],
  {
    password,
    salt,
    iterations,
    content,
  }: {
    readonly password: Buffer
    readonly salt: Buffer
    readonly iterations: number
    readonly content: Buffer
  },
): Buffer {
  const first = [
    Buffer.alloc(blockBytes, 3),
    inBlocks(salt, blockBytes),
    ...(password.length > 0 ? [inBlocks(password, blockBytes)] : []),
  ]
  let key = hash(digest, Buffer.concat(first), 'buffer')
  for (let n = 1; n < iterations; n += 1) key = hash(digest, key, 'buffer')
  return createHmac(digest, key).update(content).digest()
}

/** The fault of the check of the passphrase; null if the file opens without one. Other digests are not checked. */
function macFault(macData: DerValue, content: Buffer): string | null {
  const [digestInfo, saltValue, count] = derMembers(macData)
  const [algorithm, expected] = derMembers(digestInfo)
  const digest = digests[derOid(derMembers(algorithm)[0])]
  const salt = derContent(saltValue, derTag.octets)
  const mac = derContent(expected, derTag.octets)
  const iterations = count ? derInteger(count) : 1
  if (!digest) return null
  if (iterations > maxIterations)
    return `has a password check of ${iterations} iterations, and the limit is ${maxIterations}; export it with fewer`
  // No passphrase is written as an empty text, or as an empty text with its terminator.
  const isOpen = [0, 2].some((length) =>
    macOf(digest, { password: Buffer.alloc(length), salt, iterations, content }).equals(mac),
  )
  return isOpen ? null : 'has a passphrase; export it with an empty passphrase'
}

/** The keys and certificates of the contents that are not encrypted. */
interface Bags {
  /** In PKCS #8. */
  readonly keys: readonly Buffer[]
  readonly certificates: readonly Buffer[]
  readonly hasEncryptedKey: boolean
  /** True if contents are encrypted or of an unknown type. */
  readonly hasOthers: boolean
}

function bagsIn(contents: readonly DerValue[]): Bags {
  const keys: Buffer[] = []
  const certificates: Buffer[] = []
  let [hasEncryptedKey, hasOthers] = [false, false]
  for (const content of contents) {
    const [type, wrapped] = derMembers(content)
    if (derOid(type) !== oids.data) {
      hasOthers = true
      continue
    }
    const data = derContent(onlyDerValue(derContent(wrapped, 0xa0)), derTag.octets)
    for (const bag of derMembers(onlyDerValue(data))) {
      const [id, value] = derMembers(bag)
      const name = derOid(id)
      if (name === bags.key) keys.push(derContent(value, 0xa0))
      else if (name === bags.shroudedKey) hasEncryptedKey = true
      else if (name === bags.certificate) certificates.push(certificateOf(derContent(value, 0xa0)))
      else hasOthers ||= name === bags.nested
    }
  }
  return { keys, certificates, hasEncryptedKey, hasOthers }
}

function certificateOf(bytes: Buffer): Buffer {
  const [, wrapped] = derMembers(onlyDerValue(bytes))
  return derContent(onlyDerValue(derContent(wrapped, 0xa0)), derTag.octets)
}

/** The fault of the contents. Only the parts that are not encrypted are known. */
function faultOf({ keys, certificates, hasEncryptedKey, hasOthers }: Bags): string | null {
  const [key] = keys
  if (key === undefined && !hasEncryptedKey && !hasOthers) return 'contains no private key'
  if (certificates.length === 0 && !hasOthers) return 'contains no certificate'
  if (key === undefined) return null
  const { key: read } = readPrivateKey(pemOf('PRIVATE KEY', key.toString('base64')))
  if (read.asymmetricKeyType !== 'rsa') return 'must have an RSA private key'
  const isOwn = certificates.some((one) => certificateFrom(one).checkPrivateKey(read))
  return isOwn || hasOthers ? null : 'contains no certificate of its private key'
}

function certificateFrom(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes)
  } catch {
    throw new BadDer('A certificate is damaged.')
  }
}

/**
 * Returns why bytes are not a PKCS #12 file with an RSA key, its certificate and no passphrase, as the end of a sentence
 * about the file; null if they are, or if encrypted contents can have them.
 */
export function pkcs12Fault(bytes: Buffer): string | null {
  try {
    const [version, authSafe, macData] = derMembers(onlyDerValue(bytes))
    if (derInteger(version) !== 3) throw new BadDer('The version must be 3.')
    const [type, wrapped] = derMembers(authSafe)
    if (derOid(type) !== oids.data) return 'is signed; export it with a password check instead'
    const content = derContent(onlyDerValue(derContent(wrapped, 0xa0)), derTag.octets)
    const contents = derMembers(onlyDerValue(content))
    return (macData ? macFault(macData, content) : null) ?? faultOf(bagsIn(contents))
  } catch (error) {
    if (error instanceof BadPrivateKey) return `has a private key that ${error.message}`
    if (error instanceof BadDer) return 'is damaged or cut off'
    throw error
  }
}
