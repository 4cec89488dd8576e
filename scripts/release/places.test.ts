import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { passwordsIn } from '../../server/platform/auth/common-passwords.ts'
import { productModules, shortenedList } from './bundle.ts'
import { placed } from './places.ts'

const root = join(import.meta.dirname, '../..')

const cases = [
  {
    about: 'a thread becomes a separate entry',
    text: "new Worker(new URL('./thread.ts', import.meta.url))",
    code: "new Worker(new URL('./server.mutes.thread.js', import.meta.url))",
    entries: ['server/mutes/thread.ts'],
    assets: [],
  },
  {
    about: 'a folder beside the module',
    text: "new URL('./migrations/', import.meta.url)",
    code: "new URL('./server/mutes/migrations/', import.meta.url)",
    entries: [],
    assets: ['server/mutes/migrations/'],
  },
  {
    about: 'a file of a package that is bundled',
    text: "const list = 'words/all.txt'\nread(import.meta.resolve(list))",
    code: "const list = 'words/all.txt'\nread(new URL('./packages/words/all.txt', import.meta.url).href)",
    entries: [],
    assets: ['packages/words/all.txt'],
  },
  {
    about: 'a package that is installed',
    text: "new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))",
    code: "new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))",
    entries: [],
    assets: [],
  },
  {
    about: 'a folder that is joined',
    text: "readdirSync(join(import.meta.dirname, 'page'))",
    code: "readdirSync(join((import.meta.dirname + '/server/mutes'), 'page'))",
    entries: [],
    assets: ['server/mutes/page'],
  },
  {
    about: "the module's own folder",
    text: 'pageIn(import.meta.dirname)',
    code: "pageIn((import.meta.dirname + '/server/mutes'))",
    entries: [],
    assets: ['server/mutes'],
  },
  {
    about: 'a folder above, which has no files of the module',
    text: "join(import.meta.dirname, '..')",
    code: "join((import.meta.dirname + '/server/mutes'), '..')",
    entries: [],
    assets: [],
  },
]

for (const { about, text, code, entries, assets } of cases)
  test(`a bundled module finds ${about}`, () => {
    const found = placed(text, 'server/mutes/lists.ts')
    assert.equal(found.code, code)
    assert.deepEqual(found.entries, entries)
    assert.deepEqual(
      found.assets.map(({ to }) => to),
      assets,
    )
  })

for (const text of [
  'createRequire(import.meta.url)',
  'read(import.meta.filename)',
  'import.meta.resolve(nameOf(file))',
])
  test(`a bundle refuses ${text}`, () =>
    assert.throws(() => placed(text, 'server/mutes/lists.ts'), /server\/mutes\/lists\.ts/))

test('the bundle knows how each module of the product finds its files, and has all of them', () => {
  const missing = productModules().flatMap((path) => {
    const { entries, assets } = placed(readFileSync(join(root, path), 'utf8'), path)
    return [...entries, ...assets.map(({ from }) => from)].filter(
      (file) => !existsSync(join(root, file)),
    )
  })
  assert.deepEqual(missing, [])
})

test('a release compares passwords with the same ones as the whole list', () => {
  const lines = Array.from({ length: 200_000 }, (_, n) =>
    n % 7 === 0 ? `Long password ${n} ünï` : `w${n.toString(36)}`,
  )
  const list = Buffer.from(lines.join('\r\n'))
  const short = shortenedList(list, 12)
  assert.ok(short.length < list.length / 2)
  assert.deepEqual(passwordsIn(short, 12), passwordsIn(list, 12))
})
