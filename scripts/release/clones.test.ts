import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import * as clones from './clones.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-clones-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const settings = [
  ['user.name', 'Plumbline'],
  ['user.email', 'release@localhost'],
] as const
const ofRepository = [...settings, ['commit.gpgsign', 'false']] as const
const date = new Date('2026-02-03T04:05:06Z')
const valid = {
  'package.json': '{\n  "name": "plumbline",\n  "version": "0.1.0",\n  "workspaces": []\n}\n',
  'package-lock.json': '{\n  "name": "plumbline",\n  "version": "0.1.0"\n}\n',
  'CHANGELOG.md': '# Changelog\n\n## 0.1.0 (unreleased)\n\nThe first release.\n',
  'UPGRADING.md': '# Upgrading\n\n## 0.1.0\n\nNothing to do.\n',
  'ship/compose.yaml': 'image: plumbline:0.1.0\n',
  'changelog.d/README.md': '# Fragments\n',
  'changelog.d/1-notes.added.md': 'You can now write notes.\n',
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** A repository with one commit, of these files beside the valid ones. */
function repository(name: string, files: Readonly<Record<string, string>> = {}): string {
  const root = join(folder, name)
  write(root, { ...valid, ...files })
  clones.git(root, 'init', '--quiet')
  for (const [key, value] of ofRepository) clones.git(root, 'config', key, value)
  clones.git(root, 'add', '--all')
  clones.git(root, 'commit', '--quiet', '--message', 'files')
  return root
}

const refusals: readonly {
  readonly about: string
  readonly files: Readonly<Record<string, string>>
  readonly sentence: RegExp
}[] = [
  {
    about: 'a changelog that has the version',
    files: { 'CHANGELOG.md': '# Changelog\n\n## 0.1.0 (2026-01-01)\n' },
    sentence: /CHANGELOG\.md has 0\.1\.0 already/,
  },
  {
    about: 'no section in UPGRADING.md',
    files: { 'UPGRADING.md': '# Upgrading\n\n## 0.0.9\n\nNothing to do.\n' },
    sentence: /UPGRADING\.md needs a section "## 0\.1\.0"/,
  },
  {
    about: 'an empty section in UPGRADING.md',
    files: { 'UPGRADING.md': '# Upgrading\n\n## 0.1.0\n\n## 0.0.9\n\nNothing to do.\n' },
    sentence: /UPGRADING\.md needs a section "## 0\.1\.0" with a text/,
  },
]

for (const [at, { about, files, sentence }] of refusals.entries())
  test(`a release is refused with ${about}`, () =>
    assert.throws(
      () => clones.assertReleasable(repository(`refused-${at}`, files), '0.1.0'),
      sentence,
    ))

test('a release is refused while a new migration breaks programs before another version', () => {
  const path = 'server/platform/db/migrations/0001_one.sql'
  const text = '-- Why: a test.\n-- Breaks before: 0.1.0\n'
  const root = repository('breaking', { [path]: text })
  clones.assertReleasable(root, '0.1.0')
  clones.git(root, 'tag', 'v0.1.0')
  const next = { [path.replace('1_one', '2_two')]: text }
  write(root, { ...next, 'UPGRADING.md': '# Upgrading\n\n## 0.2.0\n\nNothing to do.\n' })
  clones.git(root, 'add', '--all')
  clones.git(root, 'commit', '--quiet', '--message', 'breaking')
  assert.throws(
    () => clones.assertReleasable(root, '0.2.0'),
    /0002_two\.sql must have the line "-- Breaks before: 0\.2\.0"/,
  )
})

test('a release is refused with changes of tracked files, a tag, and another version', () => {
  const root = repository('changed')
  write(root, { 'notes.txt': 'not tracked' })
  clones.assertReleasable(root, '0.1.0')
  assert.throws(() => clones.assertReleasable(root, '0.2.0'), /Release 0\.1\.0 first/)
  assert.throws(() => clones.assertReleasable(root, 'latest'), /"latest" is not a version/)
  write(root, { 'UPGRADING.md': `${valid['UPGRADING.md']}\nMore.\n` })
  assert.throws(
    () => clones.assertReleasable(root, '0.1.0'),
    /Commit these changes first:\n ?M UPGRADING/,
  )
  clones.git(root, 'checkout', '--quiet', '.')
  clones.git(root, 'tag', 'v0.1.0')
  assert.throws(() => clones.assertReleasable(root, '0.1.0'), /The tag v0\.1\.0 exists/)
})

test('the commit of a version has the changelog, no fragments and the same checksum each time', () => {
  const root = repository('source')
  const revisions = ['one', 'another/clone'].map((name) => {
    const target = join(folder, name)
    clones.clone(root, target, settings)
    clones.commitVersion(target, { version: '0.1.0', date })
    return clones.git(target, 'rev-parse', 'HEAD')
  })
  assert.equal(revisions[0], revisions[1])
  const target = join(folder, 'one')
  assert.deepEqual(readdirSync(join(target, 'changelog.d')), ['README.md'])
  assert.equal(
    readFileSync(join(target, 'CHANGELOG.md'), 'utf8'),
    '# Changelog\n\n## 0.1.0 (2026-02-03)\n\nThe first release.\n\n### Added\n\n- You can now write notes.\n',
  )
  assert.equal(
    clones.git(target, 'log', '-1', '--format=%s %ct'),
    `release: 0.1.0 ${+date / 1_000}`,
  )
  assert.equal(clones.git(target, 'status', '--porcelain'), '')
  assert.equal(clones.git(root, 'log', '--format=%s'), 'files')
})

test('a branch gets the commit and the tag of a version, unless it changed meanwhile', () => {
  const root = repository('adopting')
  const first = join(folder, 'first')
  clones.clone(root, first, settings)
  clones.commitVersion(first, { version: '0.1.0', date })
  clones.git(first, 'tag', '--annotate', 'v0.1.0', '--message', 'Plumbline 0.1.0')
  const order = { version: '0.1.0', commit: clones.git(root, 'rev-parse', 'HEAD') }
  clones.git(root, 'commit', '--quiet', '--allow-empty', '--message', 'meanwhile')
  assert.throws(
    () => clones.adoptVersion(root, first, order),
    /The branch changed during the release/,
  )
  assert.equal(clones.git(root, 'tag', '--list'), '')
  clones.git(root, 'reset', '--quiet', '--hard', order.commit)
  write(root, { 'CHANGELOG.md': 'edited meanwhile' })
  assert.throws(() => clones.adoptVersion(root, first, order), /CHANGELOG\.md/)
  assert.equal(clones.git(root, 'tag', '--list'), '')
  clones.git(root, 'checkout', '--quiet', '.')
  clones.adoptVersion(root, first, order)
  assert.equal(clones.git(root, 'log', '--format=%s'), 'release: 0.1.0\nfiles')
  assert.equal(clones.git(root, 'cat-file', '-t', 'v0.1.0'), 'tag')
  assert.equal(clones.git(root, 'status', '--porcelain'), '')
})

test('two builds differ in files of which one is missing or has other bytes', () => {
  const sums = join(folder, 'sums')
  write(sums, { SHA256SUMS: 'aa  one.tgz\nbb  two.tar.gz\n' })
  const first = clones.sumsIn(sums)
  assert.deepEqual(
    [...first],
    [
      ['one.tgz', 'aa'],
      ['two.tar.gz', 'bb'],
    ],
  )
  assert.deepEqual(clones.differences(first, clones.sumsIn(sums)), [])
  write(sums, { 'one.tgz': 'one' })
  assert.deepEqual(clones.differences(first, clones.sumsOf(sums)), ['one.tgz', 'two.tar.gz'])
  write(sums, { SHA256SUMS: 'aa  one.tgz\ncc  two.tar.gz\ndd  three.json\n' })
  assert.deepEqual(clones.differences(first, clones.sumsIn(sums)), ['two.tar.gz', 'three.json'])
})
