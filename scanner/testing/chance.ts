/**
 * The seed of all random tests. The runner prints it; `npm test` always uses the same one, `npm run test:all` a new
 * one.
 */
export const testSeed = Number(process.env['PLUMBLINE_TEST_SEED'] ?? 1)

/** True in `npm run test:all`, in which random tests run for minutes; `npm test` runs a sample of them. */
export const isWhole = process.env['PLUMBLINE_TEST_LONG'] === '1'

/** A seeded random generator: the same seed returns the same numbers in [0, 1) on every machine. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  // A Weyl sequence with a 32-bit mixer; its period of 2 ** 32 is sufficient for names and sizes.
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** `length` characters of `alphabet`, drawn from `random`. */
export const drawn = (random: () => number, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('')

export const hexadecimal = '0123456789abcdef'
export const keyAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
