/** Chance without memory: the same numbers return the same draw, in any order. */

/** A 32-bit number out of two; the finisher of MurmurHash3, whose every bit depends on every bit. */
export function mix(a: number, b: number): number {
  let h = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)) >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A draw in [0, 1). */
export const draw = (a: number, b: number): number => mix(a, b) / 2 ** 32

/** Text as a number, for draws about what it names. */
export function numbered(text: string): number {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  return h >>> 0
}

export const pick = <T>(from: readonly T[], drawn: number): T =>
  from[Math.floor(drawn * from.length)] as T
