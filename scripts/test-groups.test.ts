import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { testFiles } from './test-files.ts'
import { groups } from './test-groups.ts'
import { differs } from './test-postgres.ts'
import { largeSample, largeSampleOnServers, overLimit } from './test-sizes.ts'

const root = join(import.meta.dirname, '..')

test('every test file belongs to one process', () => {
  const files = testFiles(root, '.test.ts')
  const grouped = groups(root, files)
  assert.deepEqual(grouped.flat().toSorted(), files)
  assert.ok(grouped.every((group) => group.length > 0))
})

test('every file in a list of test files exists', () => {
  const files = testFiles(root, '.test.ts')
  assert.deepEqual(
    [...differs, ...largeSample, ...largeSampleOnServers, ...overLimit].filter(
      (part) => !files.some((file) => file.startsWith(part)),
    ),
    [],
  )
})

test('a file that starts programs is alone in its process; a few others are dealt to three', () => {
  const files = ['server/config.test.ts', 'cli/kill.large.test.ts', 'scripts/launch.test.ts']
  const more = [
    'server/features/mutes/mutes.test.ts',
    'server/features/scans/order.test.ts',
    'server/features/triage/triage.test.ts',
  ]
  assert.deepEqual(groups(root, [...files, ...more]), [
    ['cli/kill.large.test.ts'],
    ['scripts/launch.test.ts'],
    ['server/config.test.ts', 'server/features/triage/triage.test.ts'],
    ['server/features/mutes/mutes.test.ts'],
    ['server/features/scans/order.test.ts'],
  ])
})

/** The output of a process that runs these files, and its status. `note(…)` in a file adds a line to `notes`. */
async function ran(context: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-group-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const notes = join(folder, 'notes')
  writeFileSync(notes, '')
  const head =
    "import { appendFileSync } from 'node:fs'\nimport { after, before, test } from 'node:test'\n" +
    `const note = (what) => appendFileSync(${JSON.stringify(notes)}, what + '\\n')\n`
  for (const [path, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), path.endsWith('.ts') ? head + text : text)
  }
  const runner = pathToFileURL(join(import.meta.dirname, 'test-group.ts')).href
  const group = JSON.stringify({
    root: folder,
    files: Object.keys(files),
    limitMs: 1_000,
    endMs: 500,
  })
  const text = `import { runGroup } from '${runner}'\nawait runGroup(${group})\n`
  writeFileSync(join(folder, 'group.test.mjs'), text)
  const { NODE_TEST_CONTEXT: _ours, ...environment } = process.env
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', 'group.test.mjs'], {
    cwd: folder,
    env: environment,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { said, status, notes: readFileSync(notes, 'utf8').trim().split('\n') }
}

test('a file begins when the file before it has ended, its last hooks included', async (context) => {
  const file = (name: string) => `
    note('${name} loads')
    await new Promise((resolve) => setTimeout(resolve, 20))
    before(() => note('${name} begins'))
    after(() => note('${name} ends'))
    test('of ${name}', () => note('${name} holds'))`
  const { status, notes } = await ran(context, { 'a.test.ts': file('a'), 'b.test.ts': file('b') })
  assert.equal(status, 0)
  const steps = ['loads', 'begins', 'holds', 'ends']
  assert.deepEqual(
    notes,
    ['a', 'b'].flatMap((name) => steps.map((step) => `${name} ${step}`)),
  )
})

test('a file that cannot be loaded and one that waits for ever fail by name, and the next is run', async (context) => {
  const { said, status, notes } = await ran(context, {
    'folder/lacks.test.ts': `import './missing.ts'`,
    'folder/waits.test.ts': `test('waits', () => new Promise(() => setTimeout(() => {}, 3_000)))`,
    'folder/holds.test.ts': `test('holds', () => note('held'))`,
  })
  assert.equal(status, 1)
  assert.match(said, /✖ folder\/lacks\.test\.ts/)
  assert.match(said, /Cannot find module .*missing\.ts/)
  assert.match(said, /✖ folder\/waits\.test\.ts/)
  assert.match(said, /test timed out after 1000ms/)
  assert.match(said, /✔ folder\/holds\.test\.ts/)
  assert.deepEqual(notes, ['held'])
})

for (const [what, text] of [
  ['never lets go of its thread', `test('turns', () => { for (;;); })`],
  ['never ends loading', 'await new Promise(() => setTimeout(() => {}, 60_000))'],
] as const) {
  test(`a file that ${what} is named, and its process is ended`, async (context) => {
    const { said, status } = await ran(context, { 'folder/stuck.test.ts': text })
    assert.equal(status, 1)
    assert.match(
      said,
      /^folder\/stuck\.test\.ts did not end within 1\.1 s; its process is ended\.$/m,
    )
  })
}

test('what a file leaves open is named, its process is ended, and every result counts', async (context) => {
  const { said, status } = await ran(context, {
    'folder/leaves.test.ts': `test('leaves', () => void setInterval(() => {}, 60_000))`,
  })
  assert.equal(status, 0)
  assert.match(said, /✔ folder\/leaves\.test\.ts/)
  assert.match(said, /pass 1$/m)
  const failing = await ran(context, {
    'folder/fails.test.ts': `test('fails', () => { setInterval(() => {}, 60_000); throw new Error('no') })`,
  })
  assert.equal(failing.status, 1)
  assert.match(failing.said, /✖ fails/)
})
