/** PKCS #12 files (RFC 7292), checked without decrypting their contents. */
import { createHmac, hash } from 'node:crypto'
import { BadDer, derContent, derInteger, derMembers, derOid, derTag, onlyDerValue } from './der.ts'
import type { DerValue } from './der.ts'

const oids = { data: '2a864886f70d010701', encryptedData: '2a864886f70d010706' }
const bags = { key: '2a864886f70d010c0a0101', shroudedKey: '2a864886f70d010c0a0102' }

/** Digests of the MAC, with the block lengths of their hash functions in bytes. */
const digests: Readonly<Record<string, readonly [name: string, blockBytes: number]>> = {
  '2b0e03021a': ['sha1', 64],
  '608648016503040201': ['sha256', 64],
  '608648016503040202': ['sha384', 128],
  '608648016503040203': ['sha512', 128],
}

/** Each iteration takes about a microsecond and blocks the process. Common tools write at most 10,000. */
const maxIterations = 20_000

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

/** True if the file opens without a passphrase. Files with other digests, or with many iterations, are not checked. */
function opens(macData: DerValue, content: Buffer): boolean {
  const [digestInfo, saltValue, count] = derMembers(macData)
  const [algorithm, expected] = derMembers(digestInfo)
  const digest = digests[derOid(derMembers(algorithm)[0])]
  const salt = derContent(saltValue, derTag.octets)
  const mac = derContent(expected, derTag.octets)
  const iterations = count ? derInteger(count) : 1
  if (!digest || iterations > maxIterations) return true
  // No passphrase is written as an empty text, or as an empty text with its terminator.
  return [0, 2].some((length) =>
    macOf(digest, { password: Buffer.alloc(length), salt, iterations, content }).equals(mac),
  )
}

/** True unless all contents can be read and none is a private key. */
function mayHaveKey(contents: readonly DerValue[]): boolean {
  return contents.some((content) => {
    const [type, wrapped] = derMembers(content)
    const oid = derOid(type)
    if (oid !== oids.data) return oid === oids.encryptedData
    const data = derContent(onlyDerValue(derContent(wrapped, 0xa0)), derTag.octets)
    return derMembers(onlyDerValue(data)).some((bag) => {
      const id = derOid(derMembers(bag)[0])
      return id === bags.key || id === bags.shroudedKey
    })
  })
}

/**
 * Returns why bytes are not a PKCS #12 file with a private key and without a passphrase, as the end of a sentence about
 * the file; null if they are.
 */
export function pkcs12Fault(bytes: Buffer): string | null {
  try {
    const [version, authSafe, macData] = derMembers(onlyDerValue(bytes))
    if (derInteger(version) !== 3) throw new BadDer('The version must be 3.')
    const [type, wrapped] = derMembers(authSafe)
    if (derOid(type) !== oids.data) return 'is signed; export it with a password check instead'
    const content = derContent(onlyDerValue(derContent(wrapped, 0xa0)), derTag.octets)
    const contents = derMembers(onlyDerValue(content))
    if (macData && !opens(macData, content))
      return 'has a passphrase; export it with an empty passphrase'
    return mayHaveKey(contents) ? null : 'contains no private key'
  } catch (error) {
    if (error instanceof BadDer) return 'is damaged or cut off'
    throw error
  }
}
