/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, as all of them have it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32 without padding (RFC 4648), as people and apps read secrets. */
export function base32(bytes: Uint8Array): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text
}

export const stepAt = (ms: number): number => Math.floor(ms / stepMs)

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * The step whose code this is: this one, or one before or after it, because clocks differ. Steps up to
 * `used` were accepted before and are not again.
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, used }: { readonly now: number; readonly used: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  return [current - 1, current, current + 1].find(
    (step) => step > used && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
}
