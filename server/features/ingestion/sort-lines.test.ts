import { deepEqual, equal, throws } from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { seeded } from '@plumbline/scanner/testing'
import { inChunks, LineSorter } from './sort-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-lines-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const random = seeded(6)
const keyLength = 3
/** Some keys come often, in an order that is to stay; some lines are longer than a run. */
const lines = Array.from({ length: 4_000 }, (_, at) => ({
  key: String(Math.floor(random() * 900) + 100),
  rest: `["ü${at}"]${'x'.repeat(Math.floor(random() * (at % 500 === 0 ? 5_000 : 60)))}`,
}))
const expected = lines.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))

function sorterOf(runBytes: number): LineSorter {
  const scratch = join(folder, `runs-${runBytes}`)
  const sorter = new LineSorter({ scratch, freeBytes: 0, keyLength, runBytes })
  for (const { key, rest } of lines) sorter.add(key, rest)
  return sorter
}

for (const runBytes of [1, 2_000, 50_000, 10_000_000])
  test(`lines come in the order of their keys when ${runBytes} bytes of them fit into memory`, () => {
    const sorter = sorterOf(runBytes)
    const found = [...sorter.sorted()].map(({ key, line }) => [key, line.toString()])
    deepEqual(
      found,
      expected.map(({ key, rest }) => [key, `${key}${rest}\n`]),
    )
    sorter.close()
  })

test('what waits on the disk has no name there, so that nothing of it outlives the process', () => {
  const sorter = sorterOf(2_000)
  deepEqual(readdirSync(folder), [])
  sorter.close()
})

test('a disk that would be too full is not written to', () => {
  const scratch = join(folder, 'full')
  const sorter = new LineSorter({ scratch, freeBytes: 2 ** 60, keyLength, runBytes: 100 })
  sorter.add('100', 'x'.repeat(30))
  throws(() => sorter.add('100', 'x'.repeat(30)), { code: 'no_space' })
  sorter.close()
})

test('chunks are the lines one after the other', () => {
  const all = lines.map(({ key, rest }) => Buffer.from(`${key}${rest}\n`))
  const chunks = [...inChunks(all)]
  equal(Buffer.concat(chunks).equals(Buffer.concat(all)), true)
  equal(chunks.length < 10, true)
})
