import { hash, randomFillSync } from 'node:crypto'

/** A random id in uuid7 layout: 48 bits of milliseconds, 74 random bits. Sorts by time of making. */
export function newId(now: number = Date.now()): string {
  return layout(now, randomFillSync(Buffer.alloc(10)).toString('hex'))
}

/**
 * An id derived from what it names: 48 bits of the given milliseconds and 74 bits of a sha256 over
 * the parts, each with its length before it, so that no two lists of parts read the same. `leading` are
 * hexadecimal digits that come first, so that rows written together are adjacent in an index.
 */
export function derivedId(ms: number, parts: readonly string[], leading = ''): string {
  return layout(ms, leading + digest(parts))
}

/** Below every id that was made or derived at these milliseconds or later, and above all others. */
export const firstId = (ms: number): string => {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** A 128-bit hash of the parts in the shape of an id; it contains no time. */
export function hashId(parts: readonly string[]): string {
  return dashed(digest(parts))
}

/**
 * One id of two: the exclusive or of their bits. With either of the two it returns the other, so that a row with a pair
 * of keys has an id without a column for it.
 */
export const pairId = (a: string, b: string): string =>
  dashed((bits(a) ^ bits(b)).toString(16).padStart(32, '0'))

const bits = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`)

const digest = (parts: readonly string[]): string =>
  hash('sha256', parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))

/** `bits` in hexadecimal, 80 or more; version and variant take six of them. */
function layout(ms: number, bits: string): string {
  const time = ms.toString(16).padStart(12, '0')
  const variant = '89ab'[Number.parseInt(bits.charAt(4), 16) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(1, 4)}-${variant}${bits.slice(5, 8)}-${bits.slice(8, 20)}`
}

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
