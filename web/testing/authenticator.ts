/** An authenticator app: the codes of a secret (RFC 6238, SHA-1, six digits, steps of 30 seconds). */
import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** The code for a secret in base32 at a time in milliseconds since 1970. */
export function codeAt(secret: string, ms: number): string {
  const bits = [...secret]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(ms / stepMs)))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) as number) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Six digits that the server rejects: not the code of this step or of its neighbors. */
export function wrongCodeAt(secret: string, ms: number): string {
  const valid = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, ms + steps * stepMs))
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555']
  return wrong.find((code) => !valid.includes(code)) ?? ''
}
