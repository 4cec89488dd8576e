import { deepEqual, equal, throws } from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { seeded } from '@plumbline/scanner/testing'
import { hashId } from '../../platform/ids.ts'
import { allKeys } from '../findings/batches.ts'
import { bytesOf, LineWriter, readLines } from './packed-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-lines-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A name with 3,000 lines, which take blocks of their own, and a hundred with few. */
const random = seeded(6)
const lines = Array.from({ length: 4_000 }, (_, at) => ({
  name: at % 4 > 0 ? 'large' : `small ${Math.floor(random() * 100)}`,
  key: hashId([String(at)]),
  rest: `["ü${at}"]${'x'.repeat(Math.floor(random() * 60))}`,
}))

function write(path: string, most: number): ReadonlyMap<string, readonly number[]> {
  const writer = new LineWriter(path, { most })
  for (const { name, key, rest } of lines) writer.add(writer.of(name), key, rest)
  return writer.end()
}

for (const most of [1, 20_000, 1e9]) {
  test(`lines are found by their name and key when ${most} characters wait for the file`, () => {
    const path = join(folder, `lines-${most}`)
    const index = write(path, most)
    deepEqual(new Set(index.keys()), new Set(lines.map(({ name }) => name)))
    const half = '80000000-0000-0000-0000-000000000000'
    const odd = lines[5]?.key ?? ''
    const ranges = [allKeys, { from: half, until: null }, { from: allKeys.from, until: odd }]
    let bytes = 0
    for (const [name, blocks] of index) {
      bytes += bytesOf(blocks)
      for (const { from, until } of ranges) {
        const isIn = (key: string): boolean => key >= from && (until === null || key < until)
        const known = lines.filter((line) => line.name === name && isIn(line.key))
        deepEqual(
          readLines(path, blocks, { from, until }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
          known
            .toSorted((a, b) => (a.key < b.key ? -1 : 1))
            .map(({ key, rest }): [string, string] => [key, rest]),
        )
      }
    }
    equal(bytes, statSync(path).size)
  })
}

test('a file that was cut off is told, and not taken for one with fewer lines', () => {
  const path = join(folder, 'cut')
  const blocks = write(path, 20_000).get('large') ?? []
  truncateSync(path, 1_000)
  throws(() => readLines(path, blocks, allKeys), /ends before byte/)
})
