import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { unzip } from './testing/unzip.ts'
import { type Entry, zip } from './zip.ts'

const at = new Date('2026-11-23T10:30:44Z')
const entry = (path: string, ...pieces: readonly Buffer[]): Entry => ({
  path,
  content: async function* () {
    yield* pieces
  },
})
/** As one that may have more than 4 GB. */
const large = (path: string, ...pieces: readonly Buffer[]): Entry => ({
  ...entry(path, ...pieces),
  isLarge: true,
})
const packed = async (entries: readonly Entry[]): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of zip(entries, at)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('what goes in comes out, whatever the content, its pieces and its name', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.isWellFormed())
  const pieces = fc.array(fc.uint8Array({ maxLength: 5_000 }), { maxLength: 8 })
  const files = fc.uniqueArray(fc.tuple(name, pieces), { selector: ([path]) => path, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(files, async (list) => {
      const entries = list.map(([path, own]) => entry(path, ...own.map((one) => Buffer.from(one))))
      const found = unzip(await packed(entries))
      deepEqual(
        [...found.keys()],
        list.map(([path]) => path),
      )
      for (const [path, own] of list) deepEqual(found.get(path), Buffer.concat(own))
    }),
    { numRuns: 60 },
  )
})

test('the same content gives the same bytes', async () => {
  const once = (): Promise<Buffer> =>
    packed([entry('a.csv', Buffer.from('one')), entry('b/c', Buffer.alloc(9_000, 7))])
  deepEqual(await once(), await once())
})

test('an entry that may be large says so before it is written, and is read whatever its size', async () => {
  const file = await packed([
    large('findings', Buffer.from('one')),
    entry('page', Buffer.from('two')),
  ])
  equal(file.readUInt16LE(28), 20, 'its header has a field for sizes of eight bytes')
  equal(file.readUInt16LE(30 + 'findings'.length), 1)
  deepEqual(
    [...unzip(file)].map(([path, content]) => [path, String(content)]),
    [
      ['findings', 'one'],
      ['page', 'two'],
    ],
  )
})

test('an archive of nothing is an archive', async () => {
  equal((await packed([])).length, 22)
  equal(unzip(await packed([])).size, 0)
})

test('content that breaks off breaks off the archive: nobody takes a part for the whole', async () => {
  const broken: Entry = {
    path: 'broken',
    content: async function* () {
      yield Buffer.from('so far')
      throw new Error('The database left.')
    },
  }
  await rejects(packed([entry('whole', Buffer.from('all')), broken]), {
    message: 'The database left.',
  })
})
