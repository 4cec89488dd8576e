import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { testFiles } from './test-files.ts'
import { runMotoTests } from './test-moto.ts'
import { runPostgresTests } from './test-postgres.ts'
import { brokenOff, type Run, runEmbeddedTests } from './test-run.ts'

const passes = `import { test } from 'node:test'\ntest('holds', () => {})\n`
const fails = `import { test } from 'node:test'\ntest('breaks', () => { throw new Error('no') })\n`
const hangs = `import { test } from 'node:test'\ntest('waits', () => new Promise((r) => setTimeout(r, 6e4)))\n`

/** A small project with these files, and a run over it that keeps what it says. */
function project(context: TestContext, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-run-'))
  context.after(() => rmSync(root, { recursive: true }))
  const all = { 'package.json': '{ "type": "module", "workspaces": ["room", "later"] }', ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const said: string[] = []
  const run: Run = {
    root,
    filters: [],
    environment: process.env,
    isRequired: false,
    say: (sentence) => void said.push(sentence),
    signal: new AbortController().signal,
    output: 'ignore',
  }
  return { run, said }
}

test('tests are found in every workspace that is there, and never in node_modules', (context) => {
  const { run } = project(context, {
    'room/b.test.ts': passes,
    'room/deep/a.test.ts': passes,
    'room/node_modules/x/x.test.ts': fails,
    'room/notes.ts': '',
    'scripts/c.test.ts': passes,
    'elsewhere/d.test.ts': passes,
  })
  const found = testFiles(run.root, '.test.ts')
  assert.deepEqual(found, ['room/b.test.ts', 'room/deep/a.test.ts', 'scripts/c.test.ts'])
  assert.deepEqual(testFiles(run.root, '.test.ts', ['deep', 'scripts/']), found.slice(1))
})

test('the status is 0 when all tests pass and 1 when one fails', async (context) => {
  const { run, said } = project(context, { 'room/a.test.ts': passes, 'room/b.test.ts': fails })
  assert.equal(await runEmbeddedTests({ ...run, filters: ['a.test'] }), 0)
  assert.equal(await runEmbeddedTests(run), 1)
  assert.match(said[0] ?? '', /^1 test file on the embedded database/)
})

test('a large test runs when it is named, and not among all', async (context) => {
  const { run, said } = project(context, {
    'room/a.test.ts': passes,
    'room/b.large.test.ts': fails,
  })
  assert.equal(await runEmbeddedTests(run), 0)
  assert.match(said[0] ?? '', /^1 test file on the embedded database/)
  assert.equal(await runEmbeddedTests({ ...run, filters: ['b.large'] }), 1)
})

test('a filter that matches nothing is a failure with a sentence', async (context) => {
  const { run, said } = project(context, { 'room/a.test.ts': passes })
  assert.equal(await runEmbeddedTests({ ...run, filters: ['rooom', 'x'] }), 1)
  assert.deepEqual(said, ['There is no test here whose path contains rooom or x (*.test.ts).'])
})

test('a run that is broken off ends at once and does not count as passed', async (context) => {
  const { run } = project(context, { 'room/a.test.ts': hangs })
  const stopping = new AbortController()
  const started = performance.now()
  setTimeout(() => stopping.abort(), 300)
  assert.equal(await runEmbeddedTests({ ...run, signal: stopping.signal }), brokenOff)
  assert.ok(performance.now() - started < 10_000)
})

test('a missing database server is a loud skip at home and a failure in CI', async (context) => {
  const { run, said } = project(context, { 'server/a.test.ts': passes })
  assert.equal(await runPostgresTests(run, ['Redis']), 0)
  assert.equal(await runPostgresTests({ ...run, isRequired: true }, ['Redis']), 1)
  for (const sentence of said) assert.match(sentence, /^SKIPPED: .*Not installed: Redis/)
})

test('missing moto is a loud skip in CI too', async (context) => {
  const { run, said } = project(context, {})
  assert.equal(await runMotoTests({ ...run, isRequired: true }, false), 0)
  assert.match(said[0] ?? '', /^SKIPPED: .*moto/)
})
