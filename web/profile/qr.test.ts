import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf, dataPlaces, masks, patterns, product, qrCode, sizeOf } from './qr.ts'

const textOf = (length: number): string =>
  `otpauth://totp/Plumbline:ada@example.com?secret=${'ABCDEFGHIJ234567'.repeat(30)}`.slice(
    0,
    length,
  )

/** Takes a code apart as a reader does: the mask from its format, the codewords from their places, the blocks from their turns. */
function read(rows: readonly (readonly boolean[])[]) {
  const version = (rows.length - 17) / 4
  const mask = masks.findIndex((_, at) =>
    patterns(version, at).every((row, y) =>
      row.every((dark, x) => dark === null || dark === rows[y]?.[x]),
    ),
  )
  ok(mask >= 0, 'no mask has these patterns')
  const bits = dataPlaces(patterns(version, mask)).map(([x, y]) =>
    rows[y]?.[x] === masks[mask]?.(x, y) ? 0 : 1,
  )
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce<number>((byte, bit) => byte * 2 + bit, 0),
  )
  const { correction, lengths } = blocksOf(version)
  const blocks = lengths.map((): number[] => [])
  const most = Math.max(...lengths)
  let at = 0
  for (let turn = 0; turn < most + correction; turn += 1)
    for (const [index, block] of blocks.entries())
      if (turn >= most || turn < (lengths[index] ?? 0)) block.push(words[at++] ?? 0)
  const data = blocks.flatMap((block, index) => block.slice(0, lengths[index]))
  return { version, blocks, correction, data }
}

/** What Reed and Solomon make of a block at each root: all zero where nothing is wrong. */
const syndromes = (block: readonly number[], count: number): number[] => {
  let root = 1
  return Array.from({ length: count }, () => {
    const value = block.reduce((sum, word) => product(sum, root) ^ word, 0)
    root = product(root, 2)
    return value
  })
}

/** The bytes behind mode and length. */
function bytesIn(data: readonly number[], version: number): Uint8Array {
  const bits = data.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => (word >> at) & 1))
  const take = (count: number): number =>
    bits.splice(0, count).reduce<number>((value, bit) => value * 2 + bit, 0)
  equal(take(4), 4, 'the mode of bytes')
  const length = take(version < 10 ? 8 : 16)
  return Uint8Array.from({ length }, () => take(8))
}

for (const length of [1, 14, 15, 62, 106, 107, 122, 123, 180, 213, 214, 331]) {
  test(`a code of ${length} bytes is read back, and each of its blocks is without fault`, () => {
    const text = textOf(length)
    const rows = qrCode(text)
    const { version, blocks, correction, data } = read(rows)
    equal(rows.length, sizeOf(version))
    for (const block of blocks)
      deepEqual(new Set(syndromes(block, correction)), new Set([0]), `version ${version}`)
    equal(new TextDecoder().decode(bytesIn(data, version)), text)
  })
}

test('the finder patterns of a code stand in three of its corners', () => {
  const rows = qrCode(textOf(100))
  const last = rows.length - 7
  const line = (x: number, y: number): string =>
    (rows[y] ?? [])
      .slice(x, x + 7)
      .map((dark) => (dark ? '█' : ' '))
      .join('')
  for (const [x, y] of [
    [0, 0],
    [last, 0],
    [0, last],
  ] as const)
    deepEqual(
      [0, 1, 2, 3, 4, 5, 6].map((at) => line(x, y + at)),
      ['███████', '█     █', '█ ███ █', '█ ███ █', '█ ███ █', '█     █', '███████'],
    )
})

test('a text that is too long for a code is refused', () => {
  throws(() => qrCode(textOf(332)), /too large/)
})
