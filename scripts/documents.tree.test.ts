import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { aws, describeChecks } from '../scanner/index.ts'
import { fragmentProblem } from './release/changelog.ts'
import { links, namedPaths, namedScripts, testNames } from './documents.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const pages = sourceFiles(root, ['md'])
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = sourceFiles(root, ['*'])
/** The names in a folder; '' is the root. */
const namesIn = (folder: string): string[] => [
  ...new Set(
    files
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length).split('/')[0] ?? ''),
  ),
]
const tops = namesIn('')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const maps = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

test('the pages of the root name only paths that are there', () => {
  for (const page of [...maps, ...pages.filter((path) => path.startsWith('docs/'))]) {
    const missing = namedPaths(read(page), tops).filter((path) => !existsSync(join(root, path)))
    assert.deepEqual(missing, [], page)
  }
})

test('every row of the specification names tests that are there', () => {
  const pathOf = (file: string): string =>
    file.includes('/') ? file : `server/testing/specification/${file}`
  const rows = read('docs/specification.md').match(/^\|(?! Row|---).*$/gm) ?? []
  assert.ok(rows.length > 30)
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w./-]+\.(?:test|browser)\.ts)`/g)]
    if (files.length === 0) {
      assert.match(row, /comes with|the same/, row)
      continue
    }
    files.forEach(({ index, 1: file = '' }, at) => {
      const names = testNames(read(pathOf(file)))
      const about = row.slice(index, files[at + 1]?.index)
      for (const [, begin = row] of about.matchAll(/`([^`]+?) …`/g))
        assert.ok(
          names.some((name) => name.startsWith(begin)),
          `${file} has no test that begins "${begin}"`,
        )
    })
  }
})

test('every test that a page on security names is there', () => {
  for (const page of pages.filter((path) => path.startsWith('docs/security/'))) {
    for (const [, path = '', name = ''] of read(page).matchAll(/`(\S+\.test\.ts)`: `([^`]+)`/g)) {
      assert.ok(existsSync(join(root, path)), `${page}: ${path}`)
      assert.ok(testNames(read(path)).includes(name), `${page}: ${path}: ${name}`)
    }
  }
})

test('every link between pages leads somewhere', () => {
  for (const page of pages) {
    const missing = links(read(page)).filter((to) => !existsSync(join(root, dirname(page), to)))
    assert.deepEqual(missing, [], page)
  }
})

test('every command of a page exists', () => {
  for (const page of pages) {
    for (const name of namedScripts(read(page))) {
      const file = /(\S+\.ts)/.exec(scripts[name] ?? '')?.[1]
      assert.ok(file && existsSync(join(root, file)), `${page}: npm run ${name}`)
    }
  }
})

test('the map names every module', () => {
  const map = read('ARCHITECTURE.md')
  const modules = ['server/platform/', 'scanner/'].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => !name.includes('.'))
      .map((name) => `${folder}${name}/`),
  )
  const workspaces = ['sse/', 'jsonapi/', 'scanner/', 'server/', 'web/', 'cli/']
  for (const module of [...workspaces, ...modules]) assert.ok(map.includes(module), module)
})

test('every decision is a page with the four parts, and listed', () => {
  const folder = 'docs/decisions'
  const names = namesIn(`${folder}/`).filter((name) => /^\d{4}-/.test(name))
  assert.deepEqual(
    links(read(`${folder}/README.md`)),
    names.toSorted(),
    'the list holds each page once, in order',
  )
  for (const name of names) {
    const headings = [...read(`${folder}/${name}`).matchAll(/^## (.+)$/gm)].map(([, text]) => text)
    const parts = ['Question', 'Choice', 'What we gave up', 'What would change our mind']
    assert.deepEqual(headings, parts, name)
  }
})

test('changelog fragments have valid names, and added ones begin with "You can now"', () => {
  for (const name of namesIn('changelog.d/').filter((each) => each !== 'README.md'))
    assert.equal(fragmentProblem({ name, text: read(`changelog.d/${name}`) }), undefined, name)
})

test('rejects a changelog fragment with an invalid name or text', () => {
  for (const [name, text, problem] of [
    ['12-notes.added.md', 'You can now write notes.', undefined],
    ['12-notes.fixed.md', 'Notes are saved.', undefined],
    ['12-notes.added.md', 'Notes can be written.', 'text'],
    ['notes.added.md', 'You can now write notes.', 'name'],
    ['12-notes.improved.md', 'Notes are saved.', 'name'],
  ] as const)
    assert.equal(fragmentProblem({ name, text }), problem, name)
})

test('every module has a page of at most ten lines at its door', () => {
  const doors = pages.filter((path) =>
    /^(sse|jsonapi|scanner|server|web|cli|scripts)\/.*README\.md$/.test(path),
  )
  for (const page of doors) assert.ok(read(page).trimEnd().split('\n').length <= 10, page)
  const inside = ['scanner/', 'server/features/', 'server/platform/'].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => !name.includes('.'))
      .map((name) => folder + name),
  )
  const modules = ['sse', 'jsonapi', 'scanner', 'server', 'web', 'cli', 'scripts', ...inside]
  for (const module of modules) {
    assert.ok(doors.includes(`${module}/README.md`), `${module} has no README.md`)
  }
})

test('a page that names what is not there would be found', () => {
  const page = [
    'See `server/nowhere.ts`, server/platform/<module>, https://server/x and other/things. Also cli/.',
    'Run npm run demo, `npm test s3` or npm run check:all. [a](docs/no.md#part) [b](https://x.y/z)',
  ].join('\n')
  assert.deepEqual(namedPaths(page, ['server', 'cli']), [
    'server/nowhere.ts',
    'server/platform',
    'cli',
  ])
  assert.deepEqual(namedScripts(page), ['demo', 'test', 'check:all'])
  assert.deepEqual(links(page), ['docs/no.md'])
  const source = "test('one, it\\'s', run)\n  test(\n    `of ${two}`,\n    run)\nrequest('three')"
  assert.deepEqual(testNames(source), ["one, it\\'s", 'of ${two}'])
})

test('the README has the number of AWS checks', async () => {
  const { length } = await describeChecks(aws)
  assert.match(read('README.md'), new RegExp(`\\b${length} checks\\b`), `${length} checks`)
})

test('actions of other repositories are pinned to a commit, in action.yml and in examples', () => {
  const used = ['action.yml', ...pages].flatMap((path) =>
    [...read(path).matchAll(/^\s*(?:- )?uses: ([\w.-]+\/\S+)/gm)].map(([, uses = '']) => uses),
  )
  assert.ok(used.length >= 2)
  for (const uses of used) assert.match(uses, /@[0-9a-f]{40}$/)
})
