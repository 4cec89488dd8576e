/**
 * A QR code of a short text: bytes, medium error correction, versions 1 to 13 (up to 331 bytes). Generated locally, so
 * that the secret of an authenticator app is not sent to a service. Source: ISO/IEC 18004:2015.
 */

/** By version from 1: error correction codewords of a block, and how many blocks there are. Level M. */
const perBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22] as const
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9] as const

export const sizeOf = (version: number): number => 17 + 4 * version

/** Where the middles of alignment patterns are, in both directions. */
export function alignmentsOf(version: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = sizeOf(version) - 7
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))]
}

/** Codewords of a version: what is left of its modules beside all patterns. */
function codewordsOf(version: number): number {
  const size = sizeOf(version)
  const middles = alignmentsOf(version).length
  const aligned = middles === 0 ? 0 : 25 * (middles ** 2 - 3) - 10 * (middles - 2)
  const informed = version < 7 ? 31 : 67
  return Math.floor((size ** 2 - 3 * 64 - 2 * (size - 16) - aligned - informed) / 8)
}

export const blocksOf = (version: number) => {
  const [correction, count] = [perBlock[version - 1] ?? 0, blockCounts[version - 1] ?? 0]
  const all = codewordsOf(version)
  const short = Math.floor(all / count) - correction
  const longer = all % count
  const lengths = Array.from({ length: count }, (_, at) => short + (at < count - longer ? 0 : 1))
  return { correction, lengths, data: all - count * correction }
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

function versionFor(bytes: number): number {
  for (let version = 1; version <= perBlock.length; version += 1)
    if (4 + lengthBits(version) + 8 * bytes <= 8 * blocksOf(version).data) return version
  throw new Error(`A QR code of ${bytes} bytes is too large.`)
}

/** Mode, length, text and padding. */
function dataOf(text: Uint8Array, version: number): number[] {
  const { data } = blocksOf(version)
  const bits: number[] = []
  const write = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1)
  }
  write(0b0100, 4)
  write(text.length, lengthBits(version))
  for (const byte of text) write(byte, 8)
  write(0, Math.min(4, 8 * data - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const words = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  for (let at = 0; words.length < data; at += 1) words.push(at % 2 === 0 ? 0xec : 0x11)
  return words
}

/** The product in the field of 256 elements over x⁸ + x⁴ + x³ + x² + 1. */
export function product(one: number, other: number): number {
  let result = 0
  for (let at = 7; at >= 0; at -= 1)
    result = (result << 1) ^ ((result >> 7) * 0x11d) ^ (((other >> at) & 1) * one)
  return result
}

/** Of the generator with so many roots, without its leading 1. */
function generator(degree: number): number[] {
  const found: number[] = Array.from({ length: degree }, (_, at) => (at === degree - 1 ? 1 : 0))
  for (let n = 0, root = 1; n < degree; n += 1, root = product(root, 2))
    for (let at = 0; at < degree; at += 1)
      found[at] = product(found[at] ?? 0, root) ^ (found[at + 1] ?? 0)
  return found
}

function correctionOf(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0)
    rest.push(0)
    for (const [at, coefficient] of divisor.entries())
      rest[at] = (rest[at] ?? 0) ^ product(coefficient, factor)
  }
  return rest
}

/** Blocks taken in turns, first their data, then their correction. */
function interleaved(data: readonly number[], version: number): number[] {
  const { correction, lengths } = blocksOf(version)
  const divisor = generator(correction)
  let from = 0
  const blocks = lengths.map((length) => data.slice(from, (from += length)))
  const corrections = blocks.map((block) => correctionOf(block, divisor))
  const inTurns = (parts: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat()
  return [...inTurns(blocks, Math.max(...lengths)), ...inTurns(corrections, correction)]
}

export const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** A value with the remainder of its division behind it: format and version information have their own correction. */
function withRemainder(value: number, generating: number, bits: number): number {
  let rest = value
  for (let at = 0; at < bits; at += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generating)
  return (value << bits) | rest
}

/** Rows of modules, true for dark; null for data. */
export type Modules = (boolean | null)[][]

/** All but the data, for one of the masks. */
export function patterns(version: number, mask: number): Modules {
  const size = sizeOf(version)
  const modules: Modules = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => null),
  )
  const set = (x: number, y: number, dark: boolean): void => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = dark
  }
  const square = (x: number, y: number, reach: number, isDark: (ring: number) => boolean): void => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const])
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  const middles = alignmentsOf(version)
  const last = middles.at(-1)
  for (const y of middles)
    for (const x of middles) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isCorner) square(x, y, 2, (ring) => ring !== 1)
    }
  // Level M is 0 in the format, so that the mask is all of its value.
  const format = withRemainder(mask, 0x537, 10) ^ 0x5412
  for (let at = 0; at < 15; at += 1) {
    const dark = ((format >> at) & 1) === 1
    set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, dark)
    set(at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, 8, dark)
  }
  set(8, size - 8, true)
  // Smaller ones are known by their size.
  const versionBits = version < 7 ? 0 : 18
  const versionWord = withRemainder(version, 0x1f25, 12)
  for (let at = 0; at < versionBits; at += 1) {
    const dark = ((versionWord >> at) & 1) === 1
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)]
    set(far, near, dark)
    set(near, far, dark)
  }
  return modules
}

/** The places of data in their order: columns of two, upwards and downwards in turns, from the right. */
export function dataPlaces(modules: Modules): readonly (readonly [x: number, y: number])[] {
  const size = modules.length
  const places: (readonly [number, number])[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let n = 0; n < size; n += 1) {
      const y = isUp ? size - 1 - n : n
      for (const x of [right, right - 1]) if (modules[y]?.[x] === null) places.push([x, y])
    }
    isUp = !isUp
  }
  return places
}

function drawn(words: readonly number[], version: number, mask: number): boolean[][] {
  const modules = patterns(version, mask)
  for (const [at, [x, y]] of dataPlaces(modules).entries()) {
    const bit = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1
    const row = modules[y]
    if (row) row[x] = bit !== (masks[mask]?.(x, y) ?? false)
  }
  return modules.map((row) => row.map((dark) => dark === true))
}

/** How hard it is to read: runs, blocks, what looks like a finder pattern, and an uneven share of dark modules. */
function penalty(rows: readonly (readonly boolean[])[]): number {
  const size = rows.length
  const columns = Array.from({ length: size }, (_, x) => rows.map((row) => row[x] === true))
  let sum = 0
  for (const line of [...rows, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const dark = rows[y]?.[x]
      const before = [rows[y]?.[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]]
      if (before.every((one) => one === dark)) sum += 3
    }
  const dark = rows.flat().filter(Boolean).length / size ** 2
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}

/** Rows of modules, true for dark, without the margin of four that readers want. Throws for more than 331 bytes. */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text)
  const version = versionFor(bytes.length)
  const words = interleaved(dataOf(bytes, version), version)
  const [best = []] = masks
    .map((_, mask) => drawn(words, version, mask))
    .toSorted((one, other) => penalty(one) - penalty(other))
  return best
}
