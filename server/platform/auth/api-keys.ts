import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefixLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export interface NewApiKey {
  /** Shown once: `pk_XXXXXXXX.<43 letters><6 letters of checksum>`. */
  readonly key: string
  readonly prefix: string
  readonly hash: Buffer
}

/** Letters without bias: bytes beyond the last whole multiple are discarded. */
function letters(alphabet: string, count: number): string {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < limit && text.length < count) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** Six letters over the secret, so that a mistyped key is refused without a look-up. */
function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let at = 0; at < 6; at += 1) {
    text = base62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export function makeApiKey(): NewApiKey {
  const prefix = `pk_${letters(prefixLetters, 8)}`
  const random = letters(base62, 43) // 256 bits
  const secret = random + checksum(random)
  return { key: `${prefix}.${secret}`, prefix, hash: hashOf(secret) }
}

/** The parts of a well-formed key, or undefined. */
export function readApiKey(key: string): { prefix: string; hash: Buffer } | undefined {
  const [, prefix, random, sum] =
    /^(pk_[2-9A-HJKMNP-TV-Z]{8})\.([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(key) ?? []
  if (!prefix || !random || !sum || checksum(random) !== sum) return undefined
  return { prefix, hash: hashOf(random + sum) }
}

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
