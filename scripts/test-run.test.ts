import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { testFiles } from './test-files.ts'
import { Ledger, ledgerOf } from './test-ledger.ts'
import { runMotoTests } from './test-moto.ts'
import { runPostgresTests } from './test-postgres.ts'
import { brokenOff, type Run } from './test-process.ts'
import { runEmbeddedTests } from './test-run.ts'
import { budget } from './test-record.ts'
import { isTooLong } from './test-sizes.ts'

const passes = `import { test } from 'node:test'\ntest('holds', () => {})\n`
const fails = `import { test } from 'node:test'\ntest('breaks', () => { throw new Error('no') })\n`
const hangs = `import { test } from 'node:test'\ntest('waits', () => new Promise((r) => setTimeout(r, 6e4)))\n`

/** A small project with these files, and a run over it that keeps its output. */
function project(context: TestContext, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-run-'))
  context.after(() => rmSync(root, { recursive: true }))
  const all = { 'package.json': '{ "type": "module", "workspaces": ["room", "later"] }', ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const said: string[] = []
  const { PLUMBLINE_TEST_LONG: _ofThisRun, ...environment } = process.env
  const run: Run = {
    root,
    filters: [],
    environment,
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

/** Does `what` when it runs for the first time, and nothing later. */
const firstTime = (what: string) => `
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('holds the second time', () => {
  if (existsSync(import.meta.filename + '.seen')) return
  writeFileSync(import.meta.filename + '.seen', '')
  ${what}
})`

const failsAtFirst = firstTime("throw new Error('not yet')")

test('a file that fails once is flaky, which is said last and fails nothing', async (context) => {
  const { run, said } = project(context, {
    'room/a.test.ts': failsAtFirst,
    'room/b.test.ts': passes,
  })
  assert.equal(await runEmbeddedTests(run), 0)
  assert.equal(said.at(-1), 'FLAKY: room/a.test.ts')
})

test('two flaky files are accepted, and a third is not', async (context) => {
  const files = { 'room/a.test.ts': failsAtFirst, 'room/b.test.ts': failsAtFirst }
  const two = project(context, files)
  assert.equal(await runEmbeddedTests(two.run), 0)
  const three = project(context, { ...files, 'room/c.test.ts': failsAtFirst })
  assert.equal(await runEmbeddedTests(three.run), 1)
  assert.equal(three.said.filter((line) => line.startsWith('FLAKY: ')).length, 3)
  assert.match(three.said.at(-1) ?? '', /^3 flaky files are too many/)
})

test('a file that fails again is named, beside one that was flaky', async (context) => {
  const { run, said } = project(context, {
    'room/a.test.ts': failsAtFirst,
    'room/b.test.ts': fails,
  })
  assert.equal(await runEmbeddedTests(run), 1)
  assert.deepEqual(said.slice(-2), ['FAILED: room/b.test.ts', 'FLAKY: room/a.test.ts'])
})

for (const [what, how] of [
  ['ends its process', "process.kill(process.pid, 'SIGKILL')"],
  ['throws when its tests are over', "setTimeout(() => { throw new Error('late') }, 50)"],
] as const) {
  const files = (first: string) => ({
    'room/a.test.ts': first,
    'room/b.test.ts': passes,
    'room/c.test.ts': passes,
    // The files are dealt to three processes.
    'room/d.test.ts': passes,
  })
  test(`the files beside one that ${what} are run again, and it is flaky`, async (context) => {
    const { run, said } = project(context, files(firstTime(how)))
    assert.equal(await runEmbeddedTests(run), 0)
    assert.equal(said.at(-1), 'FLAKY: room/a.test.ts or room/d.test.ts')
  })
  test(`a file that always ${what} is red`, async (context) => {
    const always = `import { test } from 'node:test'\ntest('breaks', () => { ${how} })\n`
    const { run, said } = project(context, files(always))
    assert.equal(await runEmbeddedTests(run), 1)
    assert.equal(said.at(-1), 'FAILED: room/a.test.ts')
  })
}

test('the steps of a run end with a table, and with what was flaky in any of them', async (context) => {
  const { run } = project(context, { 'room/a.test.ts': failsAtFirst, 'room/b.test.ts': passes })
  const path = join(run.root, 'record')
  const recorded: Run = { ...run, environment: { ...process.env, PLUMBLINE_TEST_RECORD: path } }
  assert.equal(await runEmbeddedTests(recorded), 0)
  appendFileSync(path, '{"step":"npm test","seconds":7}\n{"step":"npm run check","seconds":5}\n')
  const { lines, isRed } = budget(path)
  assert.equal(isRed, false)
  assert.equal(lines.at(-1), 'FLAKY: room/a.test.ts')
  assert.match(lines[1] ?? '', /^npm test +7 +2 +2/)
  assert.match(lines[3] ?? '', /^all +12$/)
  for (let more = 0; more < 2; more++)
    appendFileSync(path, `{"factor":1,"files":[],"flaky":["room/${more}.test.ts"]}\n`)
  const red = budget(path)
  assert.equal(red.isRed, true)
  assert.match(red.lines.at(-1) ?? '', /^3 flaky files are too many/)
})

const sleeps = (ms: number) =>
  `import { test } from 'node:test'\ntest('waits', () => new Promise((r) => setTimeout(r, ${ms})))\n`

test('a file that is too long alone as well is rejected; a large one may be', async (context) => {
  const { run, said } = project(context, {
    'room/a.test.ts': sleeps(700),
    'room/b.test.ts': passes,
    'room/c.large.test.ts': sleeps(700),
  })
  // The limit of 10 s becomes half a second.
  const short: Run = { ...run, environment: { ...run.environment, PLUMBLINE_TEST_FACTOR: '0.05' } }
  assert.equal(await runEmbeddedTests(short), 1)
  assert.match(
    said.at(-1) ?? '',
    /^TOO LONG: room\/a\.test\.ts took 0\.7 s alone; the limit is 0\.5 s, /,
  )
  assert.equal(await runEmbeddedTests({ ...short, filters: ['b.test', 'c.large'] }), 0)
})

test('a slow machine may compute for longer, not wait for longer', () => {
  const rejected = (seconds: number, computing: number, factor: number): boolean =>
    isTooLong('room/a.test.ts', { seconds, computing }, factor)
  for (const [seconds, computing, factor, expected] of [
    [9.9, 0, 1, false],
    [10.1, 9, 1, true],
    [12.9, 9, 1.3, false],
    [13.1, 9, 1.3, true],
    [11, 0.2, 1.3, true], // sleeps
    [11, 0.2, 3, true],
    [25, 40, 3, false], // on several processors
  ] as const)
    assert.equal(
      rejected(seconds, computing, factor),
      expected,
      `${seconds} ${computing} ${factor}`,
    )
  assert.equal(isTooLong('room/a.large.test.ts', { seconds: 60, computing: 0 }, 1), false)
})

test('what passed on the same tree is skipped, also when the run was interrupted', async (context) => {
  const { run, said } = project(context, {
    'room/a.test.ts': passes,
    'room/b.test.ts': fails,
    'room/c.test.ts': passes,
  })
  const ledger = new Ledger(join(run.root, 'ledger.jsonl'))
  const resumed = (): Run => {
    const passed = ledger.passed('embedded').map(({ file }) => file)
    return {
      ...run,
      hasPassed: (file) => passed.includes(file),
      onPassed: (outcome) => ledger.add({ part: 'embedded', ...outcome }),
    }
  }
  assert.equal(await runEmbeddedTests(resumed()), 1)
  const passed = ledger.passed('embedded').map(({ file }) => file)
  assert.deepEqual(passed.toSorted(), ['room/a.test.ts', 'room/c.test.ts'])
  said.length = 0
  writeFileSync(join(run.root, 'room/b.test.ts'), passes)
  assert.equal(await runEmbeddedTests(resumed()), 0)
  assert.match(said[0] ?? '', /^1 test file /)
  assert.equal(await runEmbeddedTests(resumed()), 0)
  assert.deepEqual(ledger.passed('postgres'), [])
})

test('the ledger is of the tree with what is new and changed in it', (context) => {
  const { run } = project(context, { 'room/a.test.ts': passes, '.gitignore': 'node_modules\n' })
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', args, { cwd: run.root, stdio: 'ignore' })
  git('init')
  const outcome = { part: 'embedded', file: 'room/a.test.ts', seconds: 1, tests: 1 }
  ledgerOf(run.root).add(outcome)
  assert.deepEqual(ledgerOf(run.root).passed('embedded'), [outcome])
  writeFileSync(join(run.root, 'room/new.ts'), '')
  assert.deepEqual(ledgerOf(run.root).passed('embedded'), [])
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
  assert.equal(await runPostgresTests(run, { absent: ['Redis'] }), 0)
  assert.equal(await runPostgresTests({ ...run, isRequired: true }, { absent: ['Redis'] }), 1)
  for (const sentence of said) assert.match(sentence, /^SKIPPED: .*Not installed: Redis/)
})

test('missing moto is a loud skip in CI too', async (context) => {
  const { run, said } = project(context, {})
  assert.equal(await runMotoTests({ ...run, isRequired: true }, false), 0)
  assert.match(said[0] ?? '', /^SKIPPED: .*moto/)
})
