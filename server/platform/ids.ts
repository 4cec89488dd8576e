import { createHash, randomFillSync } from 'node:crypto'

/** A random id in uuid7 layout: 48 bits of milliseconds, 74 random bits. Sorts by time of making. */
export function newId(now: number = Date.now()): string {
  return layout(now, randomFillSync(Buffer.alloc(10)))
}

/**
 * An id derived from what it names: 48 bits of the given milliseconds and 74 bits of a sha256 over
 * the parts, each with its length before it, so that no two lists of parts read the same.
 */
export function derivedId(ms: number, parts: readonly string[]): string {
  return layout(ms, digest(parts))
}

/** A 128-bit hash of the parts in the shape of an id; it tells nothing of time. */
export function hashId(parts: readonly string[]): string {
  return dashed(digest(parts).subarray(0, 16).toString('hex'))
}

function digest(parts: readonly string[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest()
}

function layout(ms: number, bits: Buffer): string {
  const id = Buffer.alloc(16)
  id.writeUIntBE(ms, 0, 6)
  bits.copy(id, 6, 0, 10)
  id[6] = 0x70 | ((id[6] as number) & 0x0f)
  id[8] = 0x80 | ((id[8] as number) & 0x3f)
  return dashed(id.toString('hex'))
}

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
